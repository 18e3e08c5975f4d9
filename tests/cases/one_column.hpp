// Columns over flat ground with the metric fields that the initial states need: no grid file is necessary.
#pragma once

#include "coefficients/grid_inputs.hpp"
#include "coefficients/reference_atmosphere.hpp"

namespace icodyn::test {

// `n` cells on heights that grow upward. One edge stands for all: its normal points east and both its cells are the
// first one.
struct Columns {
  HostTable empty_table, c2e, e2c;
  HostField empty_field, lat, lon, centre, area, edge_length, edge_cell, edge_lat, edge_lon;
  CaseData data;
  bool torus;

  Columns(int n, int nlev, double top, bool on_torus)
      : c2e(Location::cell, n, 3, 1),
        e2c(Location::edge, 1, 2, 1),
        lat(Location::cell, n, 1, 1),
        lon(lat),
        centre(Location::cell, n, 3, 1),
        area(Location::cell, n, 1, 1, 1.0),
        edge_length(Location::edge, 1, 1, 1, 1.0),
        edge_cell(Location::edge, 1, 2, 1, 0.5),
        edge_lat(Location::edge, 1, 1, 1),
        edge_lon(edge_lat),
        torus(on_torus) {
    data.sizes = {n, 1, 0, nlev};
    auto& f = data.fixed.fields;
    const auto make = [&](const char* name, int levels) -> HostField& {
      return f[name] = HostField(Location::cell, n, 1, levels);
    };
    HostField &zi = make("z_ifc", nlev + 1), &zm = make("z_mc", nlev), &exner = make("exner_ref_mc", nlev),
              &theta = make("theta_ref_mc", nlev), &theta_ic = make("theta_ref_ic", nlev + 1),
              &d = make("d_exner_dz_ref_ic", nlev + 1), &w = make("wgtfac_c", nlev + 1),
              &dz = make("ddqz_z_half", nlev + 1);
    f["c_lin_e"] = HostField(Location::edge, 1, 2, 1, 0.5);
    data.vct_b.assign(static_cast<std::size_t>(nlev) + 1, 1.0);
    for (int c = 0; c < n; ++c) {
      for (int k = 0; k <= nlev; ++k) zi(c, 0, k) = top * (nlev - k) / nlev * (nlev - k) / nlev;
      for (int k = 0; k < nlev; ++k) {
        zm(c, 0, k) = 0.5 * (zi(c, 0, k) + zi(c, 0, k + 1));
        exner(c, 0, k) = reference_state(zm(c, 0, k)).exner;
        theta(c, 0, k) = reference_state(zm(c, 0, k)).theta;
      }
      for (int k = 0; k <= nlev; ++k) {
        theta_ic(c, 0, k) = reference_state(zi(c, 0, k)).theta;
        d(c, 0, k) = -constants::grav_o_cpd / theta_ic(c, 0, k);
      }
      for (int k = 1; k < nlev; ++k) {
        w(c, 0, k) = (zi(c, 0, k - 1) - zi(c, 0, k)) / (zi(c, 0, k - 1) - zi(c, 0, k + 1));
        dz(c, 0, k) = zm(c, 0, k - 1) - zm(c, 0, k);
      }
    }
  }

  GridInputs inputs() const {
    const HostTable& t = empty_table;
    const HostField& f = empty_field;
    return {.sizes = data.sizes,
            .zones = data.zones,
            .torus = torus,
            .c2e = c2e,
            .c2e2c = t,
            .e2c = e2c,
            .e2v = t,
            .e2c2e = t,
            .v2e = t,
            .v2c = t,
            .c2e2c2e = t,
            .refin_c_ctrl = t,
            .refin_e_ctrl = t,
            .area = area,
            .cell_edge_orientation = f,
            .clat = lat,
            .clon = lon,
            .primal_edge_length = edge_length,
            .dual_edge_length = edge_length,
            .inv_primal_edge_length = edge_length,
            .inv_dual_edge_length = edge_length,
            .edge_cell_length = edge_cell,
            .edge_vert_length = f,
            .tangent_orientation = f,
            .elat = edge_lat,
            .elon = edge_lon,
            .primal_normal_1 = edge_length,
            .primal_normal_2 = f,
            .dual_normal_1 = f,
            .dual_normal_2 = f,
            .primal_normal_cell_1 = f,
            .primal_normal_cell_2 = f,
            .primal_cart_normal = f,
            .dual_area = f,
            .vert_edge_orientation = f,
            .vlat = f,
            .vlon = f,
            .cell_center = centre,
            .edge_center = f,
            .vertex_position = f};
  }
};

}  // namespace icodyn::test
