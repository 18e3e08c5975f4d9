#include "coefficients/diffusion_metrics.hpp"

#include <algorithm>
#include <cmath>

namespace icodyn {

void steep_slope_diffusion(const GridInputs& g, const HostField& c_bln_avg, const HostField& slope,
                           const HostField& height_difference, const HostField& z_mc, const MetricsConfig& config,
                           HostFields& out) {
  const int n = slope.rows, nlev = slope.levels, averaged = g.zones.cells.start(Zone::lateral_boundary_level_2),
            first = g.zones.cells.start(Zone::nudging);
  const auto average = [&](const HostField& x, int c, int k) {
    if (c < averaged) return 0.0;
    double sum = c_bln_avg(c, 0) * x(c, 0, k);
    for (int i = 0; i < 3; ++i)
      if (g.c2e2c(c, i) >= 0) sum += c_bln_avg(c, 1 + i) * x(g.c2e2c(c, i), 0, k);
    return sum;
  };
  const auto steep = [&](int c, int k) {
    return average(slope, c, k) >= config.thslp_zdiffu || average(height_difference, c, k) >= config.thhgtd_zdiffu;
  };

  // levels kstart <= k < kend of the cells that take part
  struct Span {
    int cell, begin, end;
  };
  std::vector<Span> spans;
  for (int c = first; c < n; ++c) {
    if (!steep(c, nlev - 1)) continue;
    double highest_neighbor = 0;
    bool any = false;
    for (int i = 0; i < 3; ++i) {
      const int neighbor = g.c2e2c(c, i);
      if (neighbor < 0) continue;
      const double z = z_mc(neighbor, 0, nlev - 1);
      highest_neighbor = any ? std::max(highest_neighbor, z) : z;
      any = true;
    }
    int end = 0;
    for (int k = 0; k < nlev; ++k)
      if (z_mc(c, 0, k) >= highest_neighbor) end = k + 1;
    int begin = 0;
    while (begin < nlev && !steep(c, begin)) ++begin;
    if (end > begin) spans.push_back({c, begin, end});
  }
  if (spans.empty()) return;

  HostField &diffcoef = out.fields["zd_diffcoef"] = HostField(Location::cell, n, 1, nlev),
            &intcoef = out.fields["zd_intcoef"] = HostField(Location::cell, n, 3, nlev);
  HostTable& offset = out.tables["zd_vertoffset"] = HostTable(Location::cell, n, 3, nlev);
#pragma omp parallel for schedule(static)
  for (std::size_t p = 0; p < spans.size(); ++p) {
    const auto [c, begin, end] = spans[p];
    for (int k = begin; k < end; ++k)
      diffcoef(c, 0, k) = std::min(
          0.002, std::max(std::sqrt(std::max(0.0, average(slope, c, k) - config.thslp_zdiffu)) / 250.0,
                          2e-4 * std::sqrt(std::max(0.0, average(height_difference, c, k) - config.thhgtd_zdiffu))));
    for (int i = 0; i < 3; ++i) {
      const int neighbor = g.c2e2c(c, i);
      if (neighbor < 0) continue;
      int above = -1;  // lowest level of the neighbor that is not below this one; it only moves down
      for (int k = begin; k < end; ++k) {
        const double z = z_mc(c, 0, k);
        while (above + 1 < nlev && z_mc(neighbor, 0, above + 1) >= z) ++above;
        const int upper = std::clamp(above, 0, nlev - 2);
        offset(c, i, k) = upper - k;
        intcoef(c, i, k) =
            (z - z_mc(neighbor, 0, upper + 1)) / (z_mc(neighbor, 0, upper) - z_mc(neighbor, 0, upper + 1));
      }
    }
  }
}

}  // namespace icodyn
