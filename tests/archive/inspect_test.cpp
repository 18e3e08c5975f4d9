#include "app/inspect.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/commands.hpp"
#include "support/archive_writer.hpp"

namespace icodyn::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(inspect, summary_leaves_values_that_are_not_finite_out_of_the_statistics) {
  const FieldSummary s = summarize("x", "float64", {6}, {0, -2, 5, nan, HUGE_VAL, 0});
  EXPECT_EQ(s.min, -2);
  EXPECT_EQ(s.max, 5);
  EXPECT_EQ(s.mean, 0.75);
  EXPECT_EQ(s.zeros, 2);
  EXPECT_EQ(s.nan, 1);
  EXPECT_EQ(s.inf, 1);
  EXPECT_TRUE(std::isnan(summarize("x", "float64", {1}, {nan}).mean));
}

TEST(inspect, difference_says_how_much_and_where) {
  const RawField a{{2, 3}, {1, 2, 3, 4, 5, 6}}, b{{2, 3}, {1, 2, 3, 8, 5, 6.5}};
  const FieldDifference d = difference("x", a, b);
  EXPECT_EQ(d.different, 2);
  EXPECT_EQ(d.max_abs, 4);
  EXPECT_EQ(d.max_relative, 0.5);
  EXPECT_EQ(d.where, (std::vector<int>{1, 1}));
  EXPECT_EQ(d.first, 4);
  EXPECT_EQ(d.second, 8);
  EXPECT_EQ(difference("x", a, a).different, 0);
}

TEST(inspect, nan_on_one_side_is_the_largest_difference) {
  const FieldDifference d = difference("x", {{3}, {1, nan, 3}}, {{3}, {9, 2, 3}});
  EXPECT_EQ(d.different, 2);
  EXPECT_EQ(d.where, (std::vector<int>{1}));
  EXPECT_TRUE(std::isnan(d.max_abs));
  EXPECT_EQ(difference("x", {{1}, {nan}}, {{1}, {nan}}).different, 0);
}

TEST(inspect, padded_rows_are_left_out_and_other_shapes_are_not_compared) {
  const FieldDifference d = difference("x", {{2, 2}, {1, 2, 3, 4}}, {{3, 2}, {1, 2, 99, 3, 4.5, 99}});
  EXPECT_EQ(d.values, 4);
  EXPECT_EQ(d.different, 1);
  EXPECT_EQ(d.where, (std::vector<int>{1, 1}));
  EXPECT_FALSE(d.note.empty());
  EXPECT_EQ(difference("x", {{2}, {1, 2}}, {{2, 2}, {1, 2, 3, 4}}).values, 0);
}

TEST(inspect, command_writes_valid_json) {
  StoredArchive a;
  for (int n : {1, 2}) a.savepoints.push_back({"s", {{"istep", n}}, {{"x", {ElementType::float64, {2}, {1.0 * n, nan}}}}});
  TemporaryFolder folder;
  a.write(folder.path());
  const std::string file = (folder.path() / "out.json").string();
  const auto result = [&](std::vector<std::string> savepoints) {
    testing::internal::CaptureStdout();
    InspectOptions o;
    o.sources = {folder.path().string()};
    o.savepoints = std::move(savepoints);
    o.json = file;
    EXPECT_EQ(inspect_command(o), o.savepoints.size() == 2 ? 1 : 0);
    EXPECT_NE(testing::internal::GetCapturedStdout().find("istep=1"), std::string::npos);
    return nlohmann::json::parse(std::ifstream(file));
  };
  const auto described = result({});
  EXPECT_EQ(described["savepoints"].size(), 2u);
  EXPECT_EQ(described["savepoints"][1]["fields"][0]["nan"], 1);
  const auto compared = result({"0", "1"});
  EXPECT_EQ(compared["different"], 1);
  EXPECT_EQ(compared["pairs"][0]["fields"][0]["max_abs"], 1.0);
}

TEST(inspect, savepoint_or_field_that_is_not_there_is_a_usage_error) {
  StoredArchive a;
  a.savepoints.push_back({"s", {}, {{"x", {ElementType::float64, {1}, {1}}}}});
  TemporaryFolder folder;
  a.write(folder.path());
  InspectOptions o;
  o.sources = {folder.path().string()};
  testing::internal::CaptureStdout();
  o.savepoints = {"7"};
  EXPECT_THROW(inspect_command(o), UsageError);
  o.savepoints = {"elsewhere"};
  EXPECT_THROW(inspect_command(o), UsageError);
  o.savepoints = {};
  o.field = "y";
  EXPECT_THROW(inspect_command(o), UsageError);
  testing::internal::GetCapturedStdout();
}

}  // namespace
}  // namespace icodyn::test
