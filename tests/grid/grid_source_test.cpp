// Descriptions of grids: which are taken, what is said about the others, and that no generator runs where the file is there.
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "grid/grid_source.hpp"
#include "netcdf_content.hpp"
#include "runtime/error.hpp"

namespace icodyn::test {
namespace {

// Sets an environment variable for one test.
class Environment {
 public:
  Environment(const char* name, const std::string& value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old, had_ = true;
    setenv(name, value.c_str(), 1);
  }
  ~Environment() { had_ ? setenv(name_, old_.c_str(), 1) : unsetenv(name_); }
  Environment(const Environment&) = delete;

 private:
  const char* name_;
  std::string old_;
  bool had_ = false;
};

template <class E>
std::string message_of(const std::string& text) {
  try {
    resolve_grid(text);
  } catch (const E& e) {
    return e.what();
  } catch (const std::exception& e) {
    ADD_FAILURE() << "another error for '" << text << "': " << e.what();
  }
  return {};
}

const char* const descriptions[] = {"R2B4", "R02B06", "R19B07", "torus 20x20@1000", "torus 1000x1000@500.5", "limited-area R2B6 10 50 12",
                                    "limited-area R03B08 -20.25 -10 0.5"};

TEST(GridSource, NamesOfFiles) {
  EXPECT_EQ(grid_file_name("R2B4"), "R02B04.nc");
  EXPECT_EQ(grid_file_name("R02B04"), "R02B04.nc");
  EXPECT_EQ(grid_file_name("torus 20x20@1000"), "torus_20x20_1000m.nc");
  EXPECT_EQ(grid_file_name("  torus   20x20@1e3 "), "torus_20x20_1000m.nc");
  EXPECT_EQ(grid_file_name("limited-area R2B6 10 -50.5 12"), "limited_area_R02B06_10_-50.5_12.nc");
}

TEST(GridSource, TheScriptUsesTheSameNames) {
  if (std::system("python3 -c 0") != 0) GTEST_SKIP() << "no python3";
  const TemporaryFolder folder;
  const Environment cache("ICODYN_CACHE", folder.path().string());
  for (const std::string text : descriptions) {
    const std::string command = std::string("python3 '") + ICODYN_SOURCE_DIR + "/scripts/make_grid.py' --dry-run " + text;
    std::FILE* pipe = popen(command.c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    char line[4096] = {};
    EXPECT_NE(std::fgets(line, sizeof line, pipe), nullptr);
    EXPECT_EQ(pclose(pipe), 0);
    EXPECT_EQ(std::string(line), (cache_folder() / "grids" / grid_file_name(text)).string() + "\n");
  }
}

TEST(GridSource, AFileIsTakenAsItIs) {
  const auto file = grid_path(sphere);
  EXPECT_EQ(resolve_grid(file.string()), file);
  EXPECT_EQ(resolve_grid(sphere, file.parent_path()), file);
}

TEST(GridSource, AGridInTheCacheIsNotMadeAgain) {
  const TemporaryFolder folder;
  const Environment cache("ICODYN_CACHE", folder.path().string()), path("PATH", folder.path().string());  // no python3 there
  std::filesystem::create_directories(folder / "grids");
  std::filesystem::copy_file(grid_path(sphere), folder / "grids/R02B01.nc");
  EXPECT_EQ(resolve_grid("R2B1"), folder / "grids/R02B01.nc");
}

TEST(GridSource, AFailingGeneratorIsAnErrorWithItsCommand) {
  const TemporaryFolder folder;
  const Environment cache("ICODYN_CACHE", folder.path().string()), path("PATH", folder.path().string());
  EXPECT_NE(message_of<DataError>("R2B3").find("'python3' cannot be started"), std::string::npos);
  std::ofstream(folder / "python3") << "#!/bin/sh\nexit 7\n";
  std::filesystem::permissions(folder / "python3", std::filesystem::perms::owner_all);
  const std::string message = message_of<DataError>("limited-area R2B6 10 50 12");
  EXPECT_NE(message.find("ended with code 7"), std::string::npos) << message;
  EXPECT_NE(message.find("limited-area R2B6 10 50 12"), std::string::npos) << message;
}

TEST(GridSource, WrongDescriptionsSayWhatIsWrong) {
  for (const auto& [text, part] : {std::pair{"", "is empty"}, std::pair{"mesh", "neither a file nor a description"}, std::pair{"R2B99", "k in 0 .. 12"},
                                   std::pair{"R0B4", "n in 1 .. 99"}, std::pair{"torus 20x21@1000", "even number of rows"},
                                   std::pair{"torus 2x2@1000", "at least 4 x 4"}, std::pair{"torus 20x20", "is not a torus"},
                                   std::pair{"torus 20x20@0", "lies outside"}, std::pair{"torus 20x20@1e", "is not a number"},
                                   std::pair{"limited-area R2B6 10 50", "four arguments"}, std::pair{"limited-area R2B6 10 95 12", "the latitude '95'"},
                                   std::pair{"limited-area R2B6 x 50 12", "the longitude 'x' is not a number"},
                                   std::pair{"limited-area B6 10 50 12", "is not RnBk"}})
    EXPECT_NE(message_of<UsageError>(text).find(part), std::string::npos) << text << ": " << message_of<UsageError>(text);
  EXPECT_NE(message_of<DataError>("grids/none.nc").find("does not exist"), std::string::npos);
  EXPECT_NE(message_of<DataError>("none.nc").find("does not exist"), std::string::npos);
}

}  // namespace
}  // namespace icodyn::test
