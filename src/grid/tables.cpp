#include "grid/tables.hpp"

namespace icodyn {

HostTable make_e2c2e(const HostTable& e2c, const HostTable& c2e) {
  HostTable out(Location::edge, e2c.rows, 4, 1, -1);
#pragma omp parallel for schedule(static)
  for (int e = 0; e < e2c.rows; ++e)
    for (int side = 0; side < 2; ++side) {
      const int c = e2c(e, side);
      if (c < 0) continue;
      int at = 0;
      for (int i = 0; i < 3; ++i)
        if (c2e(c, i) == e) at = i;
      // the cyclic order is essential: e_flx_avg and geofac_grdiv depend on it
      out(e, 2 * side) = c2e(c, (at + 1) % 3);
      out(e, 2 * side + 1) = c2e(c, (at + 2) % 3);
    }
  return out;
}

HostTable make_e2c2v(const HostTable& e2c, const HostTable& e2v, const HostTable& c2v) {
  HostTable out(Location::edge, e2c.rows, 4, 1, -1);
#pragma omp parallel for schedule(static)
  for (int e = 0; e < e2c.rows; ++e) {
    const int v0 = e2v(e, 0), v1 = e2v(e, 1);
    out(e, 0) = v0;
    out(e, 1) = v1;
    for (int side = 0; side < 2; ++side) {
      const int c = e2c(e, side);
      if (c < 0) continue;
      for (int i = 0; i < 3; ++i)
        if (const int v = c2v(c, i); v != v0 && v != v1) out(e, 2 + side) = v;
    }
  }
  return out;
}

HostTable make_c2e2c2e(const HostTable& c2e2c, const HostTable& c2e) {
  HostTable out(Location::cell, c2e2c.rows, 9, 1, -1);
#pragma omp parallel for schedule(static)
  for (int c = 0; c < c2e2c.rows; ++c)
    for (int i = 0; i < 3; ++i)
      if (const int n = c2e2c(c, i); n >= 0)
        for (int j = 0; j < 3; ++j) out(c, 3 * i + j) = c2e(n, j);
  return out;
}

}  // namespace icodyn
