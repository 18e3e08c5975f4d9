// Fields for output that the dycore does not carry: winds at the cells, temperature, pressure (spec/driver.md section 7), on the host.
#pragma once

#include "state/host_field.hpp"
#include "state/static_fields.hpp"

namespace icodyn {

struct Winds {
  HostField u, v;  // cells, full levels [m/s]: eastward and northward (x and y on a torus)
};
// Radial-basis reconstruction from vn (edges, full levels) with data.fixed: rbf_vec_coeff_c1, rbf_vec_coeff_c2, c2e2c and c2e. Zero in the
// two outermost rows of a limited area, where no nine edges stand around a cell. Throws DataError where a field is missing.
Winds cell_winds(const HostField& vn, const CaseData& data);

// Cells, full levels [K]; without water the temperature is the virtual temperature theta_v * exner.
HostField dry_temperature(const HostField& theta_v, const HostField& exner);

struct Pressure {
  HostField full;     // cells, full levels [Pa]
  HostField surface;  // cells, one level [Pa]
};
// Hydrostatic integration upward from the surface. `thickness` is ddqz_z_full [m]. Needs at least 3 levels (DataError).
Pressure hydrostatic_pressure(const HostField& exner, const HostField& temperature, const HostField& thickness);

// ddqz_z_full of a case, or from its inverse where the archive does not hold it.
HostField layer_thickness(const CaseData& data);

}  // namespace icodyn
