// A NetCDF file in memory, to change one thing in a good grid file and write it again.
#pragma once

#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace icodyn::test {

inline void nc(int status) {
  if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
}

struct NetcdfContent {
  struct Variable {
    nc_type type = NC_DOUBLE;
    std::vector<std::string> dims;
    std::vector<double> values;  // every number of a grid file fits
    std::map<std::string, double> attributes;
  };
  std::map<std::string, std::size_t> dims;
  std::map<std::string, Variable> variables;
  std::map<std::string, std::variant<double, std::string>> attributes;

  Variable& operator[](const std::string& name) { return variables.at(name); }
  // Entry (row, slot) of a variable that is stored neighbor first, both 0-based.
  double& at(const std::string& name, std::size_t row, std::size_t slot = 0) {
    Variable& v = variables.at(name);
    return v.values.at(slot * dims.at(v.dims.back()) + row);
  }

  static NetcdfContent load(const std::filesystem::path& path) {
    NetcdfContent c;
    int id = 0, n_dims = 0, n_vars = 0, n_atts = 0;
    nc(nc_open(path.c_str(), NC_NOWRITE, &id));
    nc(nc_inq(id, &n_dims, &n_vars, &n_atts, nullptr));
    std::array<char, NC_MAX_NAME + 1> name{};
    for (int d = 0; d < n_dims; ++d) {
      std::size_t length = 0;
      nc(nc_inq_dim(id, d, name.data(), &length));
      c.dims[name.data()] = length;
    }
    for (int v = 0; v < n_vars; ++v) {
      Variable var;
      int rank = 0;
      std::array<int, NC_MAX_VAR_DIMS> ids{};
      nc(nc_inq_var(id, v, name.data(), &var.type, &rank, ids.data(), nullptr));
      const std::string variable = name.data();
      std::size_t count = 1;
      for (int d = 0; d < rank; ++d) {
        nc(nc_inq_dimname(id, ids[static_cast<std::size_t>(d)], name.data()));
        var.dims.push_back(name.data());
        count *= c.dims[name.data()];
      }
      var.values.resize(count);
      nc(nc_get_var_double(id, v, var.values.data()));
      c.variables[variable] = std::move(var);
    }
    for (int a = 0; a < n_atts; ++a) {
      nc(nc_inq_attname(id, NC_GLOBAL, a, name.data()));
      nc_type type = 0;
      std::size_t length = 0;
      nc(nc_inq_att(id, NC_GLOBAL, name.data(), &type, &length));
      if (type == NC_CHAR) {
        std::string text(length, '\0');
        nc(nc_get_att_text(id, NC_GLOBAL, name.data(), text.data()));
        c.attributes[name.data()] = text;
      } else if (length == 1 && type != NC_STRING) {
        double value = 0;
        nc(nc_get_att_double(id, NC_GLOBAL, name.data(), &value));
        c.attributes[name.data()] = value;
      }
    }
    nc(nc_close(id));
    return c;
  }

  void save(const std::filesystem::path& path, int mode = NC_NETCDF4) const {
    int id = 0;
    nc(nc_create(path.c_str(), NC_CLOBBER | mode, &id));
    std::map<std::string, int> dim_ids, var_ids;
    for (const auto& [name, length] : dims) nc(nc_def_dim(id, name.c_str(), length, &dim_ids[name]));
    for (const auto& [name, v] : variables) {
      std::vector<int> ids;
      for (const auto& d : v.dims) ids.push_back(dim_ids.at(d));
      nc(nc_def_var(id, name.c_str(), v.type, static_cast<int>(ids.size()), ids.data(), &var_ids[name]));
      for (const auto& [attribute, value] : v.attributes) nc(nc_put_att_double(id, var_ids[name], attribute.c_str(), v.type, 1, &value));
    }
    for (const auto& [name, value] : attributes)
      if (const auto* text = std::get_if<std::string>(&value)) nc(nc_put_att_text(id, NC_GLOBAL, name.c_str(), text->size(), text->c_str()));
      else nc(nc_put_att_double(id, NC_GLOBAL, name.c_str(), NC_DOUBLE, 1, &std::get<double>(value)));
    nc(nc_enddef(id));
    for (const auto& [name, v] : variables)
      if (v.type == NC_CHAR) {
        const std::string text(v.values.size(), 'x');
        nc(nc_put_var_text(id, var_ids[name], text.data()));
      } else {
        nc(nc_put_var_double(id, var_ids[name], v.values.data()));
      }
    nc(nc_close(id));
  }
};

// A folder that is removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "icodyn_test_XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ec;
    std::filesystem::remove_all(path_, ec);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::filesystem::path grid_path(const std::string& name) { return std::filesystem::path(ICODYN_DATA_DIR) / "grids" / name; }
inline constexpr const char* sphere = "R02B01.nc";
inline constexpr const char* finer_sphere = "R02B02.nc";
inline constexpr const char* limited_area = "lam_r2b5_c12.nc";
inline constexpr const char* torus = "torus_20x20_1000m.nc";

}  // namespace icodyn::test
