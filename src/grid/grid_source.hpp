// Where a grid comes from: a file, or a description from which scripts/make_grid.py makes one.
#pragma once

#include <filesystem>
#include <string>

namespace icodyn {

// Folder for grids that icodyn makes: $ICODYN_CACHE, else $HOME/.cache/icodyn.
std::filesystem::path cache_folder();

// Whether the text is one of "R2B4", "torus NXxNY@EDGE_M", "limited-area R2B6 LON LAT RADIUS" (degrees), and the name of its file.
bool is_grid_description(const std::string& text);
std::string grid_file_name(const std::string& description);  // UsageError that says what is wrong with it

// The file itself, looked for from the working directory, then from `beside`; or, for a description, the file in the cache folder, which is
// made there if need be (the log names it). Throws UsageError for a text that is neither, DataError for a missing file or where the
// generator fails; its own messages go to stderr.
std::filesystem::path resolve_grid(const std::string& description_or_path, const std::filesystem::path& beside = {});

}  // namespace icodyn
