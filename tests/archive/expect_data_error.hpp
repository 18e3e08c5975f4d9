// A call must throw a DataError whose message names everything that the user needs.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace icodyn::test {

template <class Call>
void expect_data_error(const Call& call, const std::vector<std::string>& named) {
  try {
    call();
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::data) << e.what();
    for (const auto& text : named) EXPECT_NE(std::string(e.what()).find(text), std::string::npos) << "'" << text << "' is not in: " << e.what();
  }
}

}  // namespace icodyn::test
