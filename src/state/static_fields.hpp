// Grid tables, geometry, interpolation coefficients and metric fields on the device: everything that a time step only reads.
//
// Names are ICON's. Shapes: Row (entities), Coeff<N> (entities, N), Field (entities, nlev or nlev+1). Units in brackets.
// A missing neighbor holds another valid index of its row (0 for an empty row), and every coefficient of that slot is 0
// (spec/velocity-advection.md 1.3), so a neighbor sum needs no test.
#pragma once

#include "core/view.hpp"
#include "grid/zones.hpp"
#include "runtime/arena.hpp"
#include "state/host_field.hpp"

namespace icodyn {

struct Sizes {
  int n_cells = 0, n_edges = 0, n_vertices = 0, nlev = 0;
  int rows(Location l) const {
    return l == Location::cell ? n_cells : l == Location::edge ? n_edges : l == Location::vertex ? n_vertices : 1;
  }
};

struct StaticFields {
  Sizes sizes;
  Zones zones;
  bool limited_area = false;
  double mean_cell_area = 0;  // [m2]
  // Level indices, 0-based (spec/velocity-advection.md 1.1).
  int nflatlev = 0;     // first full level that follows the terrain
  int nflat_gradp = 0;  // last level of the simple metric pressure gradient, inclusive
  int nrdmax = 0;       // last level on which w is damped, inclusive
  std::vector<double> vct_a, vct_b;  // nominal heights of the half levels [m] and the decay of w above terrain, on the host

  // neighbor tables, 0-based
  Table<3> c2e, c2e2c;
  Table<2> e2c, e2v;
  Table<4> e2c2v, e2c2e;  // e2c2v: the edge's two vertices, then the far vertices of its two cells
  Table<6> v2e, v2c;

  // geometry
  Row<const wp> area;                                                       // cells [m2]
  Row<const int> owner_mask_c, mask_prog_halo_c;                            // cells, 0 or 1
  Row<const wp> inv_primal_edge_length, inv_dual_edge_length, inv_vert_vert_length;  // edges [1/m]
  Row<const wp> area_edge;                                                  // edges [m2]
  Row<const wp> tangent_orientation;                                        // edges, +1 or -1
  Row<const wp> f_e;                                                        // edges, Coriolis parameter [1/s]
  Coeff<const wp, 2> primal_normal_cell_1, primal_normal_cell_2;            // edges: zonal, meridional at the two cells
  Coeff<const wp, 2> dual_normal_cell_1, dual_normal_cell_2;
  Coeff<const wp, 4> primal_normal_vert_1, primal_normal_vert_2;            // edges: at the four vertices of e2c2v
  Coeff<const wp, 4> dual_normal_vert_1, dual_normal_vert_2;

  // interpolation coefficients
  Coeff<const wp, 2> c_lin_e;                       // edges
  Coeff<const wp, 6> c_intp;                        // vertices, ICON cells_aw_verts
  Coeff<const wp, 3> e_bln_c_s;                     // cells
  Coeff<const wp, 5> e_flx_avg;                     // edges, slot 0 = the edge itself, then e2c2e
  Coeff<const wp, 3> geofac_div;                    // cells [1/m]
  Coeff<const wp, 6> geofac_rot;                    // vertices [1/m]
  Coeff<const wp, 4> geofac_n2s;                    // cells [1/m2], slot 0 = the cell itself, then c2e2c
  Coeff<const wp, 5> geofac_grdiv;                  // edges [1/m2], slot 0 = the edge itself
  Coeff<const wp, 4> geofac_grg_x, geofac_grg_y;    // cells [1/m], slot 0 = the cell itself
  Row<const wp> nudgecoeff_e;                       // edges
  Coeff<const wp, 2> pos_on_tplane_e_1, pos_on_tplane_e_2;  // edges [m]
  Coeff<const wp, 4> rbf_vec_coeff_e;               // edges, columns = e2c2e
  Coeff<const wp, 6> rbf_vec_coeff_v1, rbf_vec_coeff_v2;    // vertices, columns = v2e

  // metric fields
  Field<const vp> ddqz_z_half;                             // cells, half [m]
  Field<const vp> inv_ddqz_z_full;                         // cells, full [1/m]
  Field<const vp> ddqz_z_full_e, ddxn_z_full, ddxt_z_full; // edges, full [m], [-], [-]
  Field<const vp> wgtfac_c, wgtfac_e;                      // half: weight of level k; 1 - weight belongs to k-1
  Coeff<const vp, 3> wgtfacq_c, wgtfacq_e;                 // slot j belongs to full level nlev-1-j
  Field<const vp> coeff1_dwdz, coeff2_dwdz;                // cells, full storage, valid for k >= 1 [1/m]
  Coeff<const vp, 2> coeff_gradekin;                       // edges [1/m]
  Field<const vp> exner_exfac, exner_ref_mc, rho_ref_mc, theta_ref_mc;  // cells, full
  Field<const vp> theta_ref_ic, d_exner_dz_ref_ic;         // cells, half
  Field<const vp> rho_ref_me, theta_ref_me;                // edges, full
  Field<const vp> d2dexdz2_fac1_mc, d2dexdz2_fac2_mc;      // cells, full
  Row<const wp> vwind_expl_wgt, vwind_impl_wgt;            // cells
  Profile<const wp> rayleigh_w;                            // half [1/s]
  Row<const wp> hmask_dd3d;                                // edges
  Profile<const wp> scalfac_dd3d;                          // full
  Field<const vp> zdiff_gradp[2];                          // edges, full [m]; one field for each cell of the edge
  Field<const int> vertoffset_gradp[2];                    // selected level minus k; 0 where unused
  Field<const vp> pg_exdist;                               // edges, full [m]; 0 = no downward extrapolation
  Field<const wp> zd_diffcoef;                             // cells, full; 0 outside the steep points
  Field<const wp> zd_intcoef[3];                           // cells, full; one field for each neighbor of c2e2c
  Field<const int> zd_vertoffset[3];
  bool has_steep_points = false;                           // any zd_diffcoef != 0
};

// Calls visit(name, view, location, level count) for Field members, visit(name, view, location) for Row, Coeff and Table members,
// and visit(name, view) for profiles: the one list from which they are allocated, filled and listed.
template <class S, class V>
void for_each_static(S& s, V&& visit) {
  constexpr auto cell = Location::cell, edge = Location::edge, vertex = Location::vertex;
  const int full = s.sizes.nlev, half = s.sizes.nlev + 1;
  visit("c2e", s.c2e, cell);
  visit("c2e2c", s.c2e2c, cell);
  visit("e2c", s.e2c, edge);
  visit("e2v", s.e2v, edge);
  visit("e2c2v", s.e2c2v, edge);
  visit("e2c2e", s.e2c2e, edge);
  visit("v2e", s.v2e, vertex);
  visit("v2c", s.v2c, vertex);
  visit("area", s.area, cell);
  visit("owner_mask_c", s.owner_mask_c, cell);
  visit("mask_prog_halo_c", s.mask_prog_halo_c, cell);
  visit("inv_primal_edge_length", s.inv_primal_edge_length, edge);
  visit("inv_dual_edge_length", s.inv_dual_edge_length, edge);
  visit("inv_vert_vert_length", s.inv_vert_vert_length, edge);
  visit("area_edge", s.area_edge, edge);
  visit("tangent_orientation", s.tangent_orientation, edge);
  visit("f_e", s.f_e, edge);
  visit("primal_normal_cell_1", s.primal_normal_cell_1, edge);
  visit("primal_normal_cell_2", s.primal_normal_cell_2, edge);
  visit("dual_normal_cell_1", s.dual_normal_cell_1, edge);
  visit("dual_normal_cell_2", s.dual_normal_cell_2, edge);
  visit("primal_normal_vert_1", s.primal_normal_vert_1, edge);
  visit("primal_normal_vert_2", s.primal_normal_vert_2, edge);
  visit("dual_normal_vert_1", s.dual_normal_vert_1, edge);
  visit("dual_normal_vert_2", s.dual_normal_vert_2, edge);
  visit("c_lin_e", s.c_lin_e, edge);
  visit("c_intp", s.c_intp, vertex);
  visit("e_bln_c_s", s.e_bln_c_s, cell);
  visit("e_flx_avg", s.e_flx_avg, edge);
  visit("geofac_div", s.geofac_div, cell);
  visit("geofac_rot", s.geofac_rot, vertex);
  visit("geofac_n2s", s.geofac_n2s, cell);
  visit("geofac_grdiv", s.geofac_grdiv, edge);
  visit("geofac_grg_x", s.geofac_grg_x, cell);
  visit("geofac_grg_y", s.geofac_grg_y, cell);
  visit("nudgecoeff_e", s.nudgecoeff_e, edge);
  visit("pos_on_tplane_e_1", s.pos_on_tplane_e_1, edge);
  visit("pos_on_tplane_e_2", s.pos_on_tplane_e_2, edge);
  visit("rbf_vec_coeff_e", s.rbf_vec_coeff_e, edge);
  visit("rbf_vec_coeff_v1", s.rbf_vec_coeff_v1, vertex);
  visit("rbf_vec_coeff_v2", s.rbf_vec_coeff_v2, vertex);
  visit("ddqz_z_half", s.ddqz_z_half, cell, half);
  visit("inv_ddqz_z_full", s.inv_ddqz_z_full, cell, full);
  visit("ddqz_z_full_e", s.ddqz_z_full_e, edge, full);
  visit("ddxn_z_full", s.ddxn_z_full, edge, full);
  visit("ddxt_z_full", s.ddxt_z_full, edge, full);
  visit("wgtfac_c", s.wgtfac_c, cell, half);
  visit("wgtfac_e", s.wgtfac_e, edge, half);
  visit("wgtfacq_c", s.wgtfacq_c, cell);
  visit("wgtfacq_e", s.wgtfacq_e, edge);
  visit("coeff1_dwdz", s.coeff1_dwdz, cell, full);
  visit("coeff2_dwdz", s.coeff2_dwdz, cell, full);
  visit("coeff_gradekin", s.coeff_gradekin, edge);
  visit("exner_exfac", s.exner_exfac, cell, full);
  visit("exner_ref_mc", s.exner_ref_mc, cell, full);
  visit("rho_ref_mc", s.rho_ref_mc, cell, full);
  visit("theta_ref_mc", s.theta_ref_mc, cell, full);
  visit("theta_ref_ic", s.theta_ref_ic, cell, half);
  visit("d_exner_dz_ref_ic", s.d_exner_dz_ref_ic, cell, half);
  visit("rho_ref_me", s.rho_ref_me, edge, full);
  visit("theta_ref_me", s.theta_ref_me, edge, full);
  visit("d2dexdz2_fac1_mc", s.d2dexdz2_fac1_mc, cell, full);
  visit("d2dexdz2_fac2_mc", s.d2dexdz2_fac2_mc, cell, full);
  visit("vwind_expl_wgt", s.vwind_expl_wgt, cell);
  visit("vwind_impl_wgt", s.vwind_impl_wgt, cell);
  visit("rayleigh_w", s.rayleigh_w, half);
  visit("hmask_dd3d", s.hmask_dd3d, edge);
  visit("scalfac_dd3d", s.scalfac_dd3d, full);
  // one member for each slot of the host field: "name:slot"
  visit("zdiff_gradp:0", s.zdiff_gradp[0], edge, full);
  visit("zdiff_gradp:1", s.zdiff_gradp[1], edge, full);
  visit("vertoffset_gradp:0", s.vertoffset_gradp[0], edge, full);
  visit("vertoffset_gradp:1", s.vertoffset_gradp[1], edge, full);
  visit("pg_exdist", s.pg_exdist, edge, full);
  visit("zd_diffcoef", s.zd_diffcoef, cell, full);
  visit("zd_intcoef:0", s.zd_intcoef[0], cell, full);
  visit("zd_intcoef:1", s.zd_intcoef[1], cell, full);
  visit("zd_intcoef:2", s.zd_intcoef[2], cell, full);
  visit("zd_vertoffset:0", s.zd_vertoffset[0], cell, full);
  visit("zd_vertoffset:1", s.zd_vertoffset[1], cell, full);
  visit("zd_vertoffset:2", s.zd_vertoffset[2], cell, full);
}

// What a case is made of before anything is on the device: from an archive or from the set-up (src/coefficients).
struct CaseData {
  Sizes sizes;
  Zones zones;
  bool limited_area = false;
  double mean_cell_area = 0;
  int nflatlev = 0, nflat_gradp = 0, nrdmax = 0;
  std::vector<double> vct_a, vct_b;
  HostFields fixed;    // the fields of for_each_static and those for output (lat/lon, rbf_vec_coeff_c1/c2, c2e2c2e, ddqz_z_full ...)
  HostFields initial;  // vn, w, rho, exner, theta_v and, where the archive has it, exner_pr
};

// Declares all views in the arena (call before Arena::commit) ...
void declare(StaticFields& s, const CaseData& data, Arena& arena);
// ... and fills them. Throws DataError naming the field when a shape does not fit, an index is out of range or a value that is used
// is not finite.
void upload(const StaticFields& s, const CaseData& data, const Device& device);

}  // namespace icodyn
