// Operators of velocity advection on analytic fields, its limits, and what it must leave alone.
#include <gtest/gtest.h>

#include "core/reduce.hpp"
#include "dycore/plain.hpp"
#include "kernels/tiny_torus.hpp"
#include "plain/velocity_advection/add_extra_diffusion_for_normal_wind_tendency_approaching_cfl.hpp"
#include "plain/velocity_advection/add_extra_diffusion_for_w_con_approaching_cfl.hpp"
#include "plain/velocity_advection/add_interpolated_horizontal_advection_of_w.hpp"
#include "plain/velocity_advection/compute_advective_normal_wind_tendency.hpp"
#include "plain/velocity_advection/compute_advective_vertical_wind_tendency.hpp"
#include "plain/velocity_advection/compute_contravariant_correction.hpp"
#include "plain/velocity_advection/compute_horizontal_advection_term_for_vertical_velocity.hpp"
#include "plain/velocity_advection/compute_maximum_cfl_and_clip_contravariant_vertical_velocity.hpp"
#include "plain/velocity_advection/compute_tangential_wind.hpp"
#include "plain/velocity_advection/extrapolate_at_top.hpp"
#include "plain/velocity_advection/interpolate_cell_field_to_half_levels.hpp"
#include "plain/velocity_advection/interpolate_contravariant_vertical_velocity_to_full_levels.hpp"
#include "plain/velocity_advection/interpolate_vn_to_half_levels_and_compute_kinetic_energy_on_edges.hpp"
#include "plain/velocity_advection/maximum_vertical_cfl.hpp"
#include "plain/velocity_advection/mo_icon_interpolation_scalar_cells2verts_scalar_ri_dsl.hpp"
#include "plain/velocity_advection/mo_math_divrot_rot_vertex_ri_dsl.hpp"

namespace icodyn::test {
namespace {

using namespace plain::velocity;

constexpr int nlev = 9;
const TinyTorus mesh(5, 4);

struct PlainVelocityAdvection : ::testing::Test {
  Fields f;
  template <class F>
  Field<vp> vp_field(int rows, int levels, const F& value) { return f.field<vp>(rows, levels, value); }
  template <class F>
  Field<wp> wp_field(int rows, int levels, const F& value) { return f.field<wp>(rows, levels, value); }
  Field<vp> poisoned(int rows, int levels) {
    return f.field<vp>(rows, levels, [](int, int) { return poison; });
  }
  Field<wp> constant_wind(double u, double v) {
    return wp_field(mesh.n_edges, nlev, [=](int e, int k) { return mesh.normal_wind(e, u, v) * (k + 1); });
  }
};

TEST_F(PlainVelocityAdvection, TangentialWindOfAConstantWindIsExact) {
  const auto vt = poisoned(mesh.n_edges, nlev);
  launch(f.stream, "t", Points{{0, mesh.n_edges}, {0, nlev}},
         ComputeTangentialWind{constant_wind(3, -7),
                               f.coeff<const wp, 4>(mesh.n_edges, [](int e, int j) { return mesh.rbf_vec_coeff_e(e, j); }),
                               f.table<4>(mesh.e2c2e), vt});
  const HostField got = f.read(vt, mesh.n_edges, nlev);
  for (int e = 0; e < mesh.n_edges; ++e)
    for (int k = 0; k < nlev; ++k) EXPECT_NEAR(got(e, 0, k), mesh.tangential_wind(e, 3, -7) * (k + 1), rounding<vp>(100));
}

TEST_F(PlainVelocityAdvection, VorticityIsZeroForConstantWindAndSumsToZeroForAnyWind) {
  const auto rot = f.coeff<const wp, 6>(mesh.n_vertices, [](int v, int j) { return mesh.geofac_rot(v, j); });
  const auto v2e = f.table<6>(mesh.v2e);
  const auto zeta = poisoned(mesh.n_vertices, nlev);
  const Points all{{0, mesh.n_vertices}, {0, nlev}};
  launch(f.stream, "t", all, RotVertex{constant_wind(3, -7), rot, v2e, zeta});
  for (double z : f.read(zeta, mesh.n_vertices, nlev).values) EXPECT_NEAR(z, 0, rounding<vp>(0.1));

  const auto vn = wp_field(mesh.n_edges, nlev, [](int e, int k) { return wave(e, k); });
  launch(f.stream, "t", all, RotVertex{vn, rot, v2e, zeta});
  const HostField got = f.read(zeta, mesh.n_vertices, nlev);
  for (int k = 0; k < nlev; ++k) {
    double sum = 0, size = 0;
    for (int v = 0; v < mesh.n_vertices; ++v) sum += got(v, 0, k), size += std::abs(got(v, 0, k));
    EXPECT_NEAR(sum, 0, rounding<vp>(size));
    EXPECT_GT(size, 1e-3);
  }
}

TEST_F(PlainVelocityAdvection, VorticityOfASingleEdgeIsPositiveLeftOfTheOutflow) {
  const int edge = 7;
  const auto vn = wp_field(mesh.n_edges, 1, [=](int e, int) { return e == edge ? 1 : 0; });
  const auto zeta = poisoned(mesh.n_vertices, 1);
  launch(f.stream, "t", Points{{0, mesh.n_vertices}, {0, 1}},
         RotVertex{vn, f.coeff<const wp, 6>(mesh.n_vertices, [](int v, int j) { return mesh.geofac_rot(v, j); }),
                   f.table<6>(mesh.v2e), zeta});
  const HostField got = f.read(zeta, mesh.n_vertices, 1);
  // the tangent is to the right of the normal: at its start the circulation is counterclockwise
  const bool forward = mesh.tangent_orientation[edge] > 0;
  const int start = mesh.e2v[edge][forward ? 0 : 1], end = mesh.e2v[edge][forward ? 1 : 0];
  const double size = mesh.dual_length / mesh.dual_area;
  for (int v = 0; v < mesh.n_vertices; ++v)
    EXPECT_NEAR(got(v), v == start ? size : v == end ? -size : 0, rounding<vp>(size)) << v;
}

TEST_F(PlainVelocityAdvection, AMissingNeighborContributesNothing) {
  // slot 5 is missing: it repeats a valid index and has weight 0 (state/static_fields.hpp)
  auto v2c = mesh.v2c;
  for (auto& row : v2c) row[5] = row[4];
  const auto w = wp_field(mesh.n_cells, nlev, [](int c, int k) { return wave(c, k); });
  const auto out = poisoned(mesh.n_vertices, nlev);
  launch(f.stream, "t", Points{{0, mesh.n_vertices}, {0, nlev}},
         CellsToVertices{w, f.coeff<const wp, 6>(mesh.n_vertices, [](int, int j) { return j < 5 ? 0.2 : 0.0; }),
                         f.table<6>(v2c), out});
  const HostField got = f.read(out, mesh.n_vertices, nlev);
  for (int v = 0; v < mesh.n_vertices; ++v)
    for (int k = 0; k < nlev; ++k) {
      double mean = 0;
      for (std::size_t j = 0; j < 5; ++j) mean += 0.2 * wave(mesh.v2c[static_cast<std::size_t>(v)][j], k);
      EXPECT_NEAR(got(v, 0, k), mean, rounding<vp>(1));
    }
}

TEST_F(PlainVelocityAdvection, SurfaceExtrapolationIsExactForAParabola) {
  // full levels k lie at nlev - k - 1/2 above the surface
  const auto profile = [](double z) { return 2 + 3 * z - 0.5 * z * z; };
  const auto vn = wp_field(3, nlev, [&](int e, int k) { return (e + 1) * profile(nlev - k - 0.5); });
  const auto vn_ie = poisoned(3, nlev + 1);
  const auto weights = f.coeff<const vp, 3>(3, [](int, int j) { return j == 0 ? 1.875 : j == 1 ? -1.25 : 0.375; });
  launch(f.stream, "t", Columns{{0, 2}}, ExtrapolateAtTop{weights, vn, vn_ie, nlev});
  const HostField got = f.read(vn_ie, 3, nlev + 1);
  EXPECT_NEAR(got(0, 0, nlev), profile(0), rounding<vp>(10));
  EXPECT_NEAR(got(1, 0, nlev), 2 * profile(0), rounding<vp>(10));
  EXPECT_EQ(got(1, 0, nlev - 1), poison);
  EXPECT_EQ(got(2, 0, nlev), poison) << "outside the domain";
}

TEST_F(PlainVelocityAdvection, HalfLevelsTakeTheWeightOfTheLevelBelow) {
  const auto vn = wp_field(2, nlev, [](int, int k) { return k; });
  const auto vt = vp_field(2, nlev, [](int, int k) { return 2 * k; });
  const auto weight = vp_field(2, nlev + 1, [](int, int) { return 0.75; });
  const auto vn_ie = poisoned(2, nlev + 1), energy = poisoned(2, nlev);
  launch(f.stream, "t", Points{{0, 2}, {1, nlev}},
         InterpolateVnToHalfLevelsAndComputeKineticEnergyOnEdges{weight, vn, vt, vn_ie, energy});
  const HostField got = f.read(vn_ie, 2, nlev + 1), kin = f.read(energy, 2, nlev);
  for (int k = 1; k < nlev; ++k) {
    EXPECT_NEAR(got(1, 0, k), k - 0.25, rounding<vp>(10));
    EXPECT_NEAR(kin(1, 0, k), 2.5 * k * k, rounding<vp>(100));
  }
  EXPECT_EQ(got(0, 0, 0), poison);
  EXPECT_EQ(got(0, 0, nlev), poison);
  EXPECT_EQ(kin(0, 0, 0), poison);
}

TEST_F(PlainVelocityAdvection, ContravariantCorrectionIsTheWindAlongTheSlope) {
  const auto one = [&](double v) { return vp_field(1, 1, [=](int, int) { return v; }); };
  const auto out = poisoned(1, 1);
  const auto vn = wp_field(1, 1, [](int, int) { return 10.0; });
  launch(f.stream, "t", Points{{0, 1}, {0, 1}}, ComputeContravariantCorrection{vn, one(-4), one(0.5), one(0.25), out});
  EXPECT_EQ(f.read(out, 1, 1)(0), 4.0);
}

TEST_F(PlainVelocityAdvection, ContravariantCorrectionIsExactlyZeroOnFlatLevels) {
  const int nflatlev = 4;
  // levels above nflatlev are never written by the kernel before: they hold poison here and must not be read
  const auto mc = vp_field(2, nlev, [=](int c, int k) { return k < nflatlev ? poison : c + 10 * k; });
  const auto weight = vp_field(2, nlev + 1, [](int, int) { return 0.25; });
  const auto out = poisoned(2, nlev + 1);
  launch(f.stream, "t", Points{{0, 2}, {0, nlev}}, InterpolateCellFieldToHalfLevels{weight, mc, out, nflatlev});
  const HostField got = f.read(out, 2, nlev + 1);
  for (int k = 0; k <= nflatlev; ++k) EXPECT_EQ(got(1, 0, k), 0);
  for (int k = nflatlev + 1; k < nlev; ++k) EXPECT_NEAR(got(1, 0, k), 1 + 10 * k - 7.5, rounding<vp>(100));
  EXPECT_EQ(got(1, 0, nlev), poison) << "the surface belongs to the nonhydrostatic solve";
}

TEST_F(PlainVelocityAdvection, HorizontalAdvectionIsMinusWindTimesGradient) {
  // w differs across one edge only in the normal or in the tangential direction
  const auto one = [&](double v) { return vp_field(1, 1, [=](int, int) { return v; }); };
  const auto row = [&](double v) { return f.row<const wp>(1, [=](int) { return v; }); };
  const auto w = wp_field(2, 1, [](int c, int) { return c == 0 ? 1.0 : 5.0; });
  const auto at_vertices = vp_field(2, 1, [](int v, int) { return v == 0 ? 2.0 : 9.0; });
  const auto e2 = f.table<2>({{0, 1}});
  for (const double orientation : {1.0, -1.0}) {
    const auto out = poisoned(1, 1);
    launch(f.stream, "t", Points{{0, 1}, {0, 1}},
           ComputeHorizontalAdvectionTermForVerticalVelocity{one(3), one(-2), row(0.5), row(0.25), row(orientation), w, at_vertices,
                                                             e2, e2, out});
    // -(3 * (5-1)*0.5) and -(-2 * (9-2)*0.25*orientation)
    EXPECT_NEAR(f.read(out, 1, 1)(0), -6 + 3.5 * orientation, rounding<vp>(10));
  }
}

// Courant numbers given directly: dtime and layer thickness are powers of two, so w*dtime/dz is exact.
struct Clipping : PlainVelocityAdvection {
  static constexpr double dtime = 8, dz = 256;
  CflLimits limits = cfl_limits(dtime);
  Field<vp> w, vcfl;
  Field<int> marks;
  HostField got_w, got_vcfl, got_marks;
  void run(double courant, int first = 2, int end = nlev - 3) {
    w = vp_field(2, nlev, [=](int, int) { return courant * dz / dtime; });
    vcfl = poisoned(2, nlev);
    marks = f.field<int>(2, nlev, [](int, int) { return -7; });
    const auto thickness = vp_field(2, nlev + 1, [](int, int) { return dz; });
    launch(f.stream, "t", Points{{0, 2}, {0, nlev}},
           ComputeMaximumCflAndClipContravariantVerticalVelocity{thickness, w, vcfl, marks, limits, first, end});
    got_w = f.read(w, 2, nlev), got_vcfl = f.read(vcfl, 2, nlev), got_marks = f.read(marks, 2, nlev);
  }
};

TEST_F(Clipping, StartsAboveTheLimitNotAtIt) {
  const double limit = static_cast<double>(limits.cfl_w_limit) * dtime;
  run(limit);  // |w| == cfl_w_limit*dz
  for (int k = 0; k < nlev; ++k) EXPECT_EQ(got_marks(0, 0, k), 0);
  for (int k = 0; k < nlev; ++k) EXPECT_EQ(got_vcfl(0, 0, k), 0);
  run(limit * (1 + 4 * static_cast<double>(std::numeric_limits<vp>::epsilon())));
  EXPECT_EQ(got_marks(0, 0, 3), 1);
  EXPECT_GT(got_vcfl(0, 0, 3), 0.64);
  run(0.75);
  EXPECT_EQ(got_vcfl(1, 0, 3), 0.75);
  EXPECT_EQ(got_w(1, 0, 3), 0.75 * dz / dtime) << "below the hard limit w is only marked";
}

TEST_F(Clipping, CutsAtTheHardLimitAndKeepsTheSign) {
  for (const double courant : {4.0, -4.0}) {
    run(courant);
    const double sign = courant > 0 ? 1 : -1;
    for (int k = 0; k < nlev; ++k) {
      const bool inside = k >= 2 && k < nlev - 3;
      EXPECT_EQ(got_marks(0, 0, k), inside ? 1 : 0) << k;
      EXPECT_EQ(got_vcfl(0, 0, k), inside ? courant : 0) << "the value before clipping, signed";
      EXPECT_NEAR(got_w(0, 0, k), (inside ? sign * 0.85 : courant) * dz / dtime, rounding<vp>(100));
    }
  }
}

TEST(PlainVelocityAdvectionLimits, MatchTheSpecification) {
  const CflLimits limits = cfl_limits(10);
  EXPECT_EQ(limits.cfl_w_limit, wp(0.65) / wp(10));
  if constexpr (std::is_same_v<wp, double>) {
    EXPECT_EQ(limits.scalfac_exdiff, 0.02500000000000001);
  }
  EXPECT_EQ(first_cfl_level(0), 2);
  EXPECT_EQ(first_cfl_level(4), 2);
  EXPECT_EQ(first_cfl_level(5), 3);
}

TEST_F(PlainVelocityAdvection, TheMaximumIsSignedAndKeepsWhatItHas) {
  const auto vcfl = vp_field(4, nlev, [](int c, int k) { return c == 1 && k == 3 ? 0.7 : c == 2 && k == 4 ? -3.0 : 0.0; });
  const auto result = f.row<wp>(1, [](int) { return 0.0; });
  reduce_maximum(f.stream, "t", {0, 4}, wp(0), MaximumVerticalCfl{vcfl, nlev}, result);
  EXPECT_EQ(f.read(result.data, 1)[0], static_cast<double>(static_cast<vp>(0.7)));
  const auto larger = f.row<wp>(1, [](int) { return 0.875; });
  reduce_maximum(f.stream, "t", {0, 4}, wp(0), MaximumVerticalCfl{vcfl, nlev}, larger);
  EXPECT_EQ(f.read(larger.data, 1)[0], 0.875);
  // the column that holds the largest value lies outside the rows
  const auto outside = f.row<wp>(1, [](int) { return 0.0; });
  reduce_maximum(f.stream, "t", {2, 4}, wp(0), MaximumVerticalCfl{vcfl, nlev}, outside);
  EXPECT_EQ(f.read(outside.data, 1)[0], 0.0);
}

TEST_F(PlainVelocityAdvection, FullLevelsTakeZeroAtTheSurface) {
  const auto w = vp_field(2, nlev, [](int, int k) { return k + 1; });
  const auto out = poisoned(2, nlev);
  launch(f.stream, "t", Points{{0, 1}, {0, nlev}}, InterpolateContravariantVerticalVelocityToFullLevels{w, out, nlev});
  const HostField got = f.read(out, 2, nlev);
  for (int k = 0; k < nlev - 1; ++k) EXPECT_EQ(got(0, 0, k), k + 1.5);
  EXPECT_EQ(got(0, 0, nlev - 1), 0.5 * nlev);
  EXPECT_EQ(got(1, 0, 0), poison) << "outside the domain";
}

TEST_F(PlainVelocityAdvection, VerticalAdvectionIsExactForAParabolaOnStretchedLevels) {
  // half levels at z, w = z^2: dw/dz = 2z
  const auto z = [](int k) { const double d = nlev - k; return d * (10 + d); };
  const auto weights = [&](int k, int which) {
    const double above = z(k - 1) - z(k), below = z(k) - z(k + 1);
    return (which == 1 ? below / above : above / below) / (z(k - 1) - z(k + 1));
  };
  const auto w = wp_field(1, nlev + 1, [&](int, int k) { return z(k) * z(k); });
  const auto wcon = vp_field(1, nlev, [](int, int) { return 0.5; });
  const auto coeff = [&](int which) { return vp_field(1, nlev, [=](int, int k) { return k == 0 ? 0.0 : weights(k, which); }); };
  const auto out = poisoned(1, nlev + 1);
  launch(f.stream, "t", Points{{0, 1}, {1, nlev}}, ComputeAdvectiveVerticalWindTendency{wcon, w, coeff(1), coeff(2), out});
  const HostField got = f.read(out, 1, nlev + 1);
  for (int k = 1; k < nlev; ++k) EXPECT_NEAR(got(0, 0, k), -0.5 * 2 * z(k), rounding<vp>(1e3)) << k;
  EXPECT_EQ(got(0, 0, 0), poison);
  EXPECT_EQ(got(0, 0, nlev), poison);
}

TEST_F(PlainVelocityAdvection, HorizontalAdvectionIsAddedToTheTendency) {
  const auto edges = vp_field(mesh.n_edges, nlev, [](int e, int k) { return e + k; });
  const auto ddt = vp_field(mesh.n_cells, nlev, [](int, int) { return 1000; });
  launch(f.stream, "t", Points{{0, mesh.n_cells}, {1, nlev}},
         AddInterpolatedHorizontalAdvectionOfW{f.coeff<const wp, 3>(mesh.n_cells, [](int, int j) { return 0.25 * (j + 1); }), edges,
                                               f.table<3>(mesh.c2e), ddt});
  const HostField got = f.read(ddt, mesh.n_cells, nlev);
  for (int c = 0; c < mesh.n_cells; ++c) {
    EXPECT_EQ(got(c, 0, 0), 1000);
    double expected = 1000;
    for (std::size_t j = 0; j < 3; ++j) expected += 0.25 * static_cast<double>(j + 1) * (mesh.c2e[static_cast<std::size_t>(c)][j] + 2);
    EXPECT_NEAR(got(c, 0, 2), expected, rounding<vp>(1000));
  }
}

// Extra diffusion of w: needs the mark and the owner, vanishes for constant w, and is limited.
TEST_F(PlainVelocityAdvection, ExtraDiffusionOfWActsAtOwnedMarkedPointsOnly) {
  const CflLimits limits = cfl_limits(8);
  const double dz = 256, w_at_hard_limit = 0.85 * dz / 8;
  const auto n2s = f.coeff<const wp, 4>(mesh.n_cells, [](int c, int j) { return mesh.geofac_n2s(c, j); });
  const auto area = f.row<const wp>(mesh.n_cells, [](int) { return mesh.area; });
  const auto owner = f.row<const int>(mesh.n_cells, [](int c) { return c == 3 ? 0 : 1; });
  const auto marks = f.field<int>(mesh.n_cells, nlev, [](int, int k) { return k == 4 ? 1 : 0; });
  const auto wcon = vp_field(mesh.n_cells, nlev, [=](int, int) { return -2 * w_at_hard_limit; });
  const auto thickness = vp_field(mesh.n_cells, nlev + 1, [=](int, int) { return dz; });
  const auto run = [&](auto value) {
    const auto w = wp_field(mesh.n_cells, nlev + 1, value);
    const auto ddt = vp_field(mesh.n_cells, nlev + 1, [](int, int) { return 0; });
    launch(f.stream, "t", Points{{0, mesh.n_cells}, {1, nlev}},
           AddExtraDiffusionForWConApproachingCfl{marks, owner, wcon, thickness, w, area, n2s, f.table<3>(mesh.c2e2c), ddt, limits});
    return f.read(ddt, mesh.n_cells, nlev + 1);
  };
  for (double v : run([](int, int) { return 5.0; }).values) EXPECT_NEAR(v, 0, rounding<wp>(5));

  const HostField got = run([](int c, int) { return c == 2 ? 1.0 : 0.0; });
  // the coefficient is capped at scalfac*(0.85 - 0.65); a peak is lowered
  const double peak = static_cast<double>(limits.scalfac_exdiff) * 0.2 * mesh.area * mesh.geofac_n2s(2, 0);
  EXPECT_NEAR(got(2, 0, 4), peak, rounding<vp>(std::abs(peak)) * 10);
  EXPECT_LT(peak, 0);
  double sum = 0;
  for (int c = 0; c < mesh.n_cells; ++c) sum += got(c, 0, 4);
  bool neighbor_of_3 = false;
  for (int c : mesh.c2e2c[3]) neighbor_of_3 |= c == 2;
  EXPECT_TRUE(neighbor_of_3) << "the test wants the cell that is not owned next to the peak";
  EXPECT_NEAR(sum, peak / 3, rounding<vp>(std::abs(peak)) * 10) << "the share of the cell that is not owned is missing";
  EXPECT_EQ(got(3, 0, 4), 0);
  for (int c = 0; c < mesh.n_cells; ++c) EXPECT_EQ(got(c, 0, 3), 0) << "not marked";
}

// The tendency of vn: each of its three terms alone.
TEST_F(PlainVelocityAdvection, NormalWindTendencyTermByTerm) {
  const auto edge = [&](double v) { return vp_field(1, 2, [=](int, int) { return v; }); };
  const auto zero_cell = vp_field(2, 1, [](int, int) { return 0; });
  const auto row = [&](double v) { return f.row<const wp>(1, [=](int) { return v; }); };
  const auto two = f.table<2>({{0, 1}});
  const auto g = f.coeff<const vp, 2>(1, [](int, int j) { return j == 0 ? 0.5 : 0.25; });
  const auto lin = f.coeff<const wp, 2>(1, [](int, int j) { return j == 0 ? 0.75 : 0.25; });
  const auto zero = [&] { return edge(0); };
  const auto run = [&](Field<vp> kin, Field<vp> ekinh, Field<vp> zeta, Field<vp> vt, double f_e, Field<vp> wcon, Field<vp> vn_ie) {
    const auto out = poisoned(1, 1);
    launch(f.stream, "t", Points{{0, 1}, {0, 1}},
           ComputeAdvectiveNormalWindTendency{kin, g, ekinh, zeta, vt, row(f_e), lin, wcon, vn_ie, edge(4), two, two, out});
    return f.read(out, 1, 1)(0);
  };
  const auto cells = vp_field(2, 1, [](int c, int) { return c == 0 ? 2.0 : 6.0; });
  // kinetic energy 3 at the edge, 2 and 6 at the cells: 3*(0.5-0.25) + 0.25*6 - 0.5*2
  EXPECT_NEAR(run(edge(3), cells, zero_cell, zero(), 0, zero_cell, zero()), -1.25, rounding<vp>(10));
  // vorticity 2 and 6 at the ends: vt*(f + 4)
  EXPECT_NEAR(run(zero(), zero_cell, cells, edge(-2), 1, zero_cell, zero()), 10, rounding<vp>(10));
  // w 2 and 6 at the cells -> 3 at the edge; vn falls from 9 to 1 over 4 m
  const auto falling = vp_field(1, 2, [](int, int k) { return k == 0 ? 9.0 : 1.0; });
  EXPECT_NEAR(run(zero(), zero_cell, zero_cell, zero(), 0, cells, falling), -6, rounding<vp>(10));
}

TEST_F(PlainVelocityAdvection, ExtraDiffusionOfVnVanishesForConstantWindAndBelowTheLimit) {
  const CflLimits limits = cfl_limits(8);
  const double dz = 256;
  const auto grdiv = f.coeff<const wp, 5>(mesh.n_edges, [](int e, int j) { return mesh.geofac_grdiv(e, j); });
  const auto lin = f.coeff<const wp, 2>(mesh.n_edges, [](int, int) { return 0.5; });
  const auto row = [&](double v) { return f.row<const wp>(mesh.n_edges, [=](int) { return v; }); };
  const auto orientation =
      f.row<const wp>(mesh.n_edges, [](int e) { return mesh.tangent_orientation[static_cast<std::size_t>(e)]; });
  const auto thickness = vp_field(mesh.n_edges, nlev, [=](int, int) { return dz; });
  const auto run = [&](Field<wp> vn, double courant, double zeta_amplitude) {
    const auto wcon = vp_field(mesh.n_cells, nlev, [=](int, int) { return courant * dz / 8; });
    const auto zeta = vp_field(mesh.n_vertices, nlev, [=](int v, int k) { return zeta_amplitude * wave(v, k); });
    const auto ddt = vp_field(mesh.n_edges, nlev, [](int, int) { return 0; });
    launch(f.stream, "t", Points{{0, mesh.n_edges}, {2, nlev - 4}},
           AddExtraDiffusionForNormalWindTendencyApproachingCfl{
               lin, wcon, thickness, row(mesh.area_edge), orientation, row(1 / mesh.length), zeta, grdiv, vn, f.table<2>(mesh.e2c),
               f.table<2>(mesh.e2v), f.table<4>(mesh.e2c2e), ddt, limits});
    return f.read(ddt, mesh.n_edges, nlev);
  };
  for (double v : run(constant_wind(3, -7), 4, 0).values) EXPECT_NEAR(v, 0, rounding<wp>(10));
  const auto wavy = wp_field(mesh.n_edges, nlev, [](int e, int k) { return wave(e, k); });
  for (double v : run(wavy, 0.6, 1).values) EXPECT_EQ(v, 0);
  const HostField got = run(wavy, -4, 0);
  double size = 0;
  for (int e = 0; e < mesh.n_edges; ++e) {
    size += std::abs(got(e, 0, 3));
    for (int k : {0, 1, nlev - 4, nlev - 1}) EXPECT_EQ(got(e, 0, k), 0) << "outside the levels";
  }
  EXPECT_GT(size, 1e-3);
  // vorticity alone: grows towards the end of the tangent
  const auto calm = wp_field(mesh.n_edges, nlev, [](int, int) { return 0; });
  const HostField rot = run(calm, 4, 1);
  const double factor = static_cast<double>(limits.scalfac_exdiff) * 0.2 * mesh.area_edge / mesh.length;
  for (int e = 0; e < mesh.n_edges; ++e) {
    const auto s = static_cast<std::size_t>(e);
    const double expected = factor * mesh.tangent_orientation[s] * (wave(mesh.e2v[s][1], 3) - wave(mesh.e2v[s][0], 3));
    EXPECT_NEAR(rot(e, 0, 3), expected, rounding<vp>(factor) * 10);
  }
}

// The whole phase on the torus.
struct VelocityPhase : ::testing::Test {
  TinyCase c{mesh.case_data(nlev)};
  NonhydrostaticConfig nonhydrostatic;
  DiffusionConfig diffusion;
  Dycore d{c.stream, c.fixed, c.state, nonhydrostatic, diffusion, 0, 0};
};

TEST_F(VelocityPhase, AConstantWindOverFlatGroundHasNoTendency) {
  for (const char* level : {"now.vn", "next.vn"}) c.set(level, [](int e, int) { return mesh.normal_wind(e, 20, -9); });
  plain::velocity_advection_predictor(d, 10, false);
  plain::velocity_advection_corrector(d, 10);
  for (const char* name : {"ddt_vn_apc_pc:0", "ddt_vn_apc_pc:1"})
    for (double v : c.get(name).values) ASSERT_NEAR(v, 0, rounding<vp>(1)) << name;
  for (const char* name : {"ddt_w_adv_pc:0", "ddt_w_adv_pc:1", "w_concorr_c", "z_w_con_c_full"})
    for (double v : c.get(name).values) ASSERT_EQ(v, 0) << name;
  const HostField vt = c.get("vt"), vn_ie = c.get("vn_ie"), vt_ie = c.get("z_vt_ie"), kin = c.get("z_kin_hor_e");
  for (int e = 0; e < mesh.n_edges; ++e) {
    for (int k = 0; k < nlev; ++k) {
      ASSERT_NEAR(vt(e, 0, k), mesh.tangential_wind(e, 20, -9), rounding<vp>(100));
      ASSERT_NEAR(vt_ie(e, 0, k), mesh.tangential_wind(e, 20, -9), rounding<vp>(100));
      ASSERT_NEAR(kin(e, 0, k), 0.5 * (20 * 20 + 9 * 9), rounding<vp>(1000));
    }
    for (int k = 0; k <= nlev; ++k) ASSERT_NEAR(vn_ie(e, 0, k), mesh.normal_wind(e, 20, -9), rounding<vp>(100));
  }
}

TEST_F(VelocityPhase, PlanetaryRotationTurnsTheWind) {
  CaseData data = mesh.case_data(nlev);
  for (double& v : data.fixed.fields.at("f_e").values) v = 1e-4;
  TinyCase rotating(data);
  Dycore r{rotating.stream, rotating.fixed, rotating.state, nonhydrostatic, diffusion, 0, 0};
  rotating.set("now.vn", [](int e, int) { return mesh.normal_wind(e, 20, -9); });
  plain::velocity_advection_predictor(r, 10, false);
  const HostField got = rotating.get("ddt_vn_apc_pc:0");
  for (int e = 0; e < mesh.n_edges; ++e)  // du/dt = f v, dv/dt = -f u
    for (int k = 0; k < nlev; ++k) ASSERT_NEAR(got(e, 0, k), mesh.normal_wind(e, 1e-4 * -9, -1e-4 * 20), rounding<vp>(1));
}

TEST_F(VelocityPhase, LeavesAloneWhatIsNotItsOutput) {
  c.set("now.vn", [](int e, int k) { return 10 * wave(e, k); });
  c.set("now.w", [](int i, int k) { return k == nlev ? 0.0 : 0.1 * wave(i, k, 2); });
  for (const char* name : {"z_vt_ie", "z_v_grad_w", "ddt_w_adv_pc:0", "ddt_w_adv_pc:1", "ddt_vn_apc_pc:1", "w_concorr_c"})
    c.set(name, [](int, int) { return poison; });
  plain::velocity_advection_predictor(d, 10, true);
  for (const char* name : {"z_vt_ie", "z_v_grad_w", "ddt_w_adv_pc:0", "ddt_w_adv_pc:1", "ddt_vn_apc_pc:1"})
    for (double v : c.get(name).values) ASSERT_EQ(v, poison) << name << " with lvn_only";
  const HostField correction = c.get("w_concorr_c");
  for (int i = 0; i < mesh.n_cells; ++i) {
    ASSERT_EQ(correction(i, 0, nlev), poison);
    ASSERT_NE(correction(i, 0, nlev - 1), poison);
  }
  const std::vector<double> only_vn = c.get("ddt_vn_apc_pc:0").values;

  c.set("w_concorr_c", [](int, int) { return 0; });
  plain::velocity_advection_predictor(d, 10, false);
  EXPECT_EQ(c.get("ddt_vn_apc_pc:0").values, only_vn) << "lvn_only must not change the tendency of vn";
  const HostField ddt_w = c.get("ddt_w_adv_pc:0");
  for (int i = 0; i < mesh.n_cells; ++i) {
    ASSERT_EQ(ddt_w(i, 0, 0), poison);
    ASSERT_EQ(ddt_w(i, 0, nlev), poison);
    for (int k = 1; k < nlev; ++k) ASSERT_LT(std::abs(ddt_w(i, 0, k)), 1);
  }
}

TEST_F(VelocityPhase, CorrectorOfTheSameWindEqualsThePredictor) {
  // vt, vn_ie, z_vt_ie, z_kin_hor_e and w_concorr_c stay those of the predictor; the same wind must give the same tendencies
  for (const char* level : {"now.vn", "next.vn"}) c.set(level, [](int e, int k) { return 10 * wave(e, k); });
  for (const char* level : {"now.w", "next.w"}) c.set(level, [](int i, int k) { return k == nlev ? 0.0 : 60 * wave(i, k, 2); });
  plain::velocity_advection_predictor(d, 10, false);
  const std::vector<double> vcfl = c.get("vcfl").values;
  plain::velocity_advection_corrector(d, 10);
  EXPECT_EQ(c.get("ddt_vn_apc_pc:0").values, c.get("ddt_vn_apc_pc:1").values);
  EXPECT_EQ(c.get("ddt_w_adv_pc:0").values, c.get("ddt_w_adv_pc:1").values);
  double largest = 0;
  for (double v : vcfl) largest = std::max(largest, v);
  EXPECT_GT(largest, 0.85) << "the test wants clipping";
  EXPECT_EQ(c.get("max_vcfl_dyn")(0), largest);
}

TEST_F(VelocityPhase, TheTwoLimitersHaveTheirOwnLevels) {
  CaseData data = mesh.case_data(nlev);
  data.nrdmax = 5;  // first level of both: 3
  TinyCase t(data);
  Dycore l{t.stream, t.fixed, t.state, nonhydrostatic, diffusion, 0, 0};
  t.set("now.w", [](int, int) { return 200; });  // Courant number 4 everywhere
  plain::velocity_advection_predictor(l, 10, false);
  const HostField marks = t.get("cfl_clipping");
  for (int k = 0; k < nlev; ++k) EXPECT_EQ(marks(3, 0, k), k >= 3 && k < nlev - 3 ? 1 : 0) << k;

  // Without w nothing acts; with it, the tendency of a sheared wind differs by vertical advection (none: vn is the same on all
  // levels) and by the extra diffusion.
  t.set("now.vn", [](int e, int) { return 10 * wave(e, 0); });
  plain::velocity_advection_predictor(l, 10, true);
  const HostField with = t.get("ddt_vn_apc_pc:0");
  t.set("now.w", [](int, int) { return 0; });
  plain::velocity_advection_predictor(l, 10, true);
  const HostField without = t.get("ddt_vn_apc_pc:0");
  for (int k = 0; k < nlev; ++k) {
    double change = 0;
    for (int e = 0; e < mesh.n_edges; ++e) change = std::max(change, std::abs(with(e, 0, k) - without(e, 0, k)));
    if (k >= 3 && k < nlev - 4)
      EXPECT_GT(change, 1e-3) << k;
    else
      EXPECT_LT(change, rounding<vp>(10)) << k;
  }
}

struct Rows {
  const char* name;
  int first, end;
  int level;  // one that the phase writes
};

TEST_F(VelocityPhase, ALimitedAreaChangesTheRowsOfEachZoneOnly) {
  TinyCase lam(Strip().case_data(nlev));
  Dycore l{lam.stream, lam.fixed, lam.state, nonhydrostatic, diffusion, 0, 0};
  for (const char* level : {"now.vn", "next.vn"}) lam.set(level, [](int e, int k) { return 10 * wave(e, k); });
  for (const char* level : {"now.w", "next.w"}) lam.set(level, [](int i, int k) { return 60 * wave(i, k, 2); });
  // Work fields hold poison before: a phase that read what it has not written would show it in its results.
  for (const char* name : {"z_w_v", "zeta", "z_w_con_c", "z_w_concorr_mc", "z_ekinh"}) lam.set(name, [](int, int) { return poison; });
  const int c = Strip::cells, e = Strip::edges;
  const auto run = [&](const std::vector<Rows>& expected, auto phase) {
    for (const Rows& r : expected) lam.set(r.name, [](int, int) { return poison; });
    phase();
    for (const Rows& r : expected) {
      const HostField got = lam.get(r.name);
      for (int i = 0; i < got.rows; ++i) {
        const bool written = i >= r.first && i < r.end;
        if (written) {
          ASSERT_LT(std::abs(got(i, 0, r.level)), 1e6) << r.name << " row " << i;
        } else {
          for (int k = 0; k < got.levels; ++k) ASSERT_EQ(got(i, 0, k), poison) << r.name << " row " << i << " level " << k;
        }
      }
    }
  };
  run({{"vt", e, 6 * e, 0},
       {"vn_ie", e, 6 * e, nlev},
       {"z_vt_ie", e, 6 * e, 0},
       {"z_kin_hor_e", e, 6 * e, 0},
       {"z_w_concorr_me", e, 6 * e, nlev - 1},
       {"z_v_grad_w", e, 6 * e, 0}},
      [&] { plain::velocity_advection_predictor(l, 10, false); });
  // The cells of row 0 have edges of row 0, where vt and its followers were never computed; give those a value.
  for (const char* name : {"vt", "vn_ie", "z_vt_ie", "z_kin_hor_e", "z_w_concorr_me", "z_v_grad_w"})
    lam.set(name, [](int, int) { return 1; });
  run({{"w_concorr_c", 0, 5 * c, nlev - 1}, {"z_w_con_c_full", 0, 5 * c, 3}, {"ddt_vn_apc_pc:0", 2 * e, 4 * e, nlev - 1}},
      [&] { plain::velocity_advection_predictor(l, 10, false); });
  lam.set("w_concorr_c", [](int, int) { return 0; });
  lam.set("z_v_grad_w", [](int, int) { return 0; });
  run({{"ddt_w_adv_pc:1", 0, 5 * c, nlev - 1}, {"ddt_vn_apc_pc:1", 2 * e, 4 * e, 3}},
      [&] { plain::velocity_advection_corrector(l, 10); });
}

}  // namespace
}  // namespace icodyn::test
