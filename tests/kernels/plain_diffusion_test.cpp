// Operators of diffusion on analytic fields, what they conserve, their thresholds, and what they must leave alone.
#include <gtest/gtest.h>

#include "dycore/diffusion_coefficients.hpp"
#include "dycore/plain.hpp"
#include "kernels/tiny_torus.hpp"
#include "plain/diffusion/apply_nabla2_and_nabla4_global_to_vn.hpp"
#include "plain/diffusion/apply_nabla2_and_nabla4_to_vn.hpp"
#include "plain/diffusion/apply_nabla2_to_vn_in_lateral_boundary.hpp"
#include "plain/diffusion/apply_nabla2_to_w.hpp"
#include "plain/diffusion/calculate_diagnostics_for_turbulence.hpp"
#include "plain/diffusion/calculate_nabla2_and_smag_coefficients_for_vn.hpp"
#include "plain/diffusion/calculate_nabla2_for_w.hpp"
#include "plain/diffusion/calculate_nabla4.hpp"
#include "plain/diffusion/enhance_diffusion_coefficient_for_grid_point_cold_pools.hpp"
#include "plain/diffusion/mo_intp_rbf_rbf_vec_interpol_vertex.hpp"
#include "plain/diffusion/temporary_field_for_grid_point_cold_pools_enhancement.hpp"
#include "plain/diffusion/temporary_fields_for_turbulence_diagnostics.hpp"
#include "plain/diffusion/truly_horizontal_diffusion_nabla_of_theta_over_steep_points.hpp"
#include "plain/diffusion/update_theta_and_exner.hpp"

namespace icodyn::test {
namespace {

using namespace plain::diffu;

constexpr int nlev = 6;
const TinyTorus mesh(5, 4);

struct PlainDiffusion : ::testing::Test {
  Fields f;
  template <class T>
  Field<T> constant(int rows, int levels, double v) {
    return f.field<T>(rows, levels, [=](int, int) { return v; });
  }
  Row<wp> row(int n, double v) {
    return f.row<wp>(n, [=](int) { return v; });
  }
  Profile<wp> profile(double v) {
    return f.profile<wp>(nlev, [=](int) { return v; });
  }
  template <int N, class V>
  Coeff<const wp, N> coeff(int n, const V& v) {
    return f.coeff<const wp, N>(n, v);
  }
};

TEST_F(PlainDiffusion, VertexReconstructionOfAConstantWindIsExact) {
  const auto vn = f.field<wp>(mesh.n_edges, nlev, [](int e, int k) { return mesh.normal_wind(e, 3 + k, -7); });
  const auto u = constant<vp>(mesh.n_vertices, nlev, poison), v = constant<vp>(mesh.n_vertices, nlev, poison);
  launch(f.stream, "t", Points{{2, mesh.n_vertices}, {0, nlev}},
         RbfVecInterpolVertex{vn, coeff<6>(mesh.n_vertices, [](int i, int j) { return mesh.rbf_vec_coeff_v(i, j, 0); }),
                              coeff<6>(mesh.n_vertices, [](int i, int j) { return mesh.rbf_vec_coeff_v(i, j, 1); }),
                              f.table<6>(mesh.v2e), u, v});
  const HostField got_u = f.read(u, mesh.n_vertices, nlev), got_v = f.read(v, mesh.n_vertices, nlev);
  for (int i = 2; i < mesh.n_vertices; ++i)
    for (int k = 0; k < nlev; ++k) {
      EXPECT_NEAR(got_u(i, 0, k), 3 + k, rounding<vp>(10));
      EXPECT_NEAR(got_v(i, 0, k), -7, rounding<vp>(10));
    }
  EXPECT_EQ(got_u(1, 0, 0), poison) << "outside the domain";
}

// One edge along x from (-1/2, 0) to (1/2, 0) with its far vertices at (0, -h) and (0, h), in units of its length; the wind at the four
// vertices is free. Cell 0 is below, so the normal is +y and the tangent +x.
struct OneDiamond : PlainDiffusion {
  const double length = 2, height = length * std::sqrt(3.0) / 2;
  HostField kh, kh_c, nabla2;
  // u, v as functions of (x, y)
  template <class U, class V>
  void run(const U& u, const V& v, double vn_at_edge, double factor = 1, double limit = 1e6, double offset = 0) {
    const double x[4] = {-length / 2, length / 2, 0, 0}, y[4] = {0, 0, -height, height};
    const auto one = [&](double value) { return f.row<wp>(1, [=](int) { return value; }); };
    const auto e = constant<vp>(1, 1, poison), ec = constant<vp>(1, 1, poison);
    const auto n2 = constant<wp>(1, 1, poison);
    launch(f.stream, "t", Points{{0, 1}, {0, 1}},
           CalculateNabla2AndSmagCoefficientsForVn{
               profile(factor), profile(limit), static_cast<wp>(offset), f.table<4>({{0, 1, 2, 3}}),
               f.field<vp>(4, 1, [&](int i, int) { return u(x[i], y[i]); }), f.field<vp>(4, 1, [&](int i, int) { return v(x[i], y[i]); }),
               coeff<4>(1, [](int, int) { return 0; }), coeff<4>(1, [](int, int) { return 1; }),  // normal (0, 1)
               coeff<4>(1, [](int, int) { return 1; }), coeff<4>(1, [](int, int) { return 0; }),  // tangent (1, 0)
               f.field<wp>(1, 1, [=](int, int) { return vn_at_edge; }), one(1), one(1 / length), one(1 / (2 * height)), e, ec, n2});
    kh = f.read(e, 1, 1), kh_c = f.read(ec, 1, 1), nabla2 = f.read(n2, 1, 1);
  }
};

TEST_F(OneDiamond, ConstantWindHasNoLaplacianAndNoDeformation) {
  run([](double, double) { return 4.0; }, [](double, double) { return -2.0; }, -2);
  EXPECT_EQ(nabla2(0), 0);
  EXPECT_EQ(kh(0), 0);
  EXPECT_EQ(kh_c(0), 0);
}

TEST_F(OneDiamond, SolidRotationHasNoDeformationButShearAndStretchingHave) {
  const double a = 0.25;
  run([=](double, double y) { return -a * y; }, [=](double x, double) { return a * x; }, 0);
  EXPECT_NEAR(kh_c(0), 0, rounding<vp>(1)) << "rotation";
  run([=](double, double y) { return a * y; }, [=](double x, double) { return a * x; }, 0);
  EXPECT_NEAR(kh_c(0), 2 * a, rounding<vp>(1)) << "shear";
  run([=](double x, double) { return -a * x; }, [=](double, double y) { return a * y; }, 0);
  EXPECT_NEAR(kh_c(0), 2 * a, rounding<vp>(1)) << "stretching";
  run([=](double x, double) { return a * x; }, [=](double, double y) { return a * y; }, 0);
  EXPECT_NEAR(kh_c(0), 0, rounding<vp>(1)) << "divergence";
}

TEST_F(OneDiamond, TheLaplacianOfAParabolaIsExact) {
  // v = 3 x^2 - 0.5 y^2: second derivatives 6 and -1
  run([](double, double) { return 0.0; }, [](double x, double y) { return 3 * x * x - 0.5 * y * y; }, 0);
  EXPECT_NEAR(nabla2(0), 5, rounding<wp>(10));
}

TEST_F(OneDiamond, TheCoefficientLosesTheOffsetAndStopsAtTheLimit) {
  const auto shear = [](double, double y) { return 0.5 * y; };
  const auto calm = [](double, double) { return 0.0; };
  run(shear, calm, 0, 2.0, 0.75, 0.5);  // 2 * 0.5 = 1
  EXPECT_NEAR(kh_c(0), 1, rounding<vp>(1));
  EXPECT_NEAR(kh(0), 0.5, rounding<vp>(1));
  run(shear, calm, 0, 4.0, 0.75, 0.5);
  EXPECT_EQ(kh(0), 0.75);
  EXPECT_NEAR(kh_c(0), 2, rounding<vp>(1)) << "the second coefficient has no limit";
  run(shear, calm, 0, 0.5, 0.75, 0.5);
  EXPECT_EQ(kh(0), 0) << "never below 0";
}

TEST_F(PlainDiffusion, FourthOrderLaplacianTakesVerticesOneAndTwoAlongTheEdge) {
  // one edge; nabla2 at the vertices (in the direction of the normal) 1, 2 along and 10, 20 across; 0.5 at the edge
  const double values[4] = {1, 2, 10, 20};
  const auto out = constant<vp>(1, 1, poison);
  launch(f.stream, "t", Points{{0, 1}, {0, 1}},
         CalculateNabla4{constant<vp>(4, 1, 0), f.field<vp>(4, 1, [&](int i, int) { return values[i]; }), coeff<4>(1, [](int, int) { return 7; }),
                         coeff<4>(1, [](int, int) { return 1; }), constant<wp>(1, 1, 0.5), row(1, 0.5), row(1, 0.25),
                         f.table<4>({{0, 1, 2, 3}}), out});
  EXPECT_NEAR(f.read(out, 1, 1)(0), 4 * ((30 - 1) * 0.25 + (3 - 1) * 0.0625), rounding<vp>(100));
}

TEST_F(PlainDiffusion, VnIsUpdatedByRegion) {
  const double area = 8, kh = 0.5, n2 = 3, n4 = 0.25, background = 2;
  const auto run = [&](auto make) {
    const auto vn = constant<wp>(2, nlev, 10);
    launch(f.stream, "t", Points{{1, 2}, {0, nlev}}, make(vn));
    const HostField got = f.read(vn, 2, nlev);
    EXPECT_EQ(got(0, 0, 1), 10) << "outside the domain";
    return got(1, 0, 1);
  };
  const auto e = [&](double v) { return constant<vp>(2, nlev, v); };
  const auto w = [&](double v) { return constant<wp>(2, nlev, v); };
  const double global = run([&](Field<wp> vn) {
    return ApplyNabla2AndNabla4GlobalToVn{row(2, area), e(kh), w(n2), e(n4), profile(background), vn};
  });
  EXPECT_EQ(global, 10 + area * (kh * n2 - background * n4 * area));
  const auto limited = [&](double nudge) {
    return run([&](Field<wp> vn) {
      return ApplyNabla2AndNabla4ToVn{row(2, area), e(kh), w(n2), e(n4), profile(background), row(2, nudge), vn, wp(4)};
    });
  };
  EXPECT_EQ(limited(0), global);
  EXPECT_EQ(limited(0.25), 10 + area * (1.0 * n2 - area * background * n4)) << "the nudging zone is smoothed more strongly";
  EXPECT_EQ(run([&](Field<wp> vn) { return ApplyNabla2ToVnInLateralBoundary{w(n2), row(2, area), vn, wp(0.125)}; }),
            10 + area * 0.125 * n2);
}

TEST_F(PlainDiffusion, TurbulenceDiagnosticsAverageToHalfLevels) {
  const auto kh = f.field<vp>(mesh.n_edges, nlev, [](int, int k) { return 4 * (k + 1); });
  const auto vn = f.field<wp>(mesh.n_edges, nlev, [](int e, int) { return mesh.normal_wind(e, 5, 6); });
  const auto kh_c = constant<vp>(mesh.n_cells, nlev, poison), div = constant<vp>(mesh.n_cells, nlev, poison);
  launch(f.stream, "t", Points{{0, mesh.n_cells}, {0, nlev}},
         TemporaryFieldsForTurbulenceDiagnostics{kh, vn, coeff<3>(mesh.n_cells, [](int, int) { return 0.25; }),
                                                 coeff<3>(mesh.n_cells, [](int c, int j) { return mesh.geofac_div(c, j); }), profile(2),
                                                 f.table<3>(mesh.c2e), kh_c, div});
  const HostField got_kh = f.read(kh_c, mesh.n_cells, nlev), got_div = f.read(div, mesh.n_cells, nlev);
  for (int c = 0; c < mesh.n_cells; ++c)
    for (int k = 0; k < nlev; ++k) {
      EXPECT_NEAR(got_kh(c, 0, k), 1.5 * (k + 1), rounding<vp>(10));
      EXPECT_NEAR(got_div(c, 0, k), 0, rounding<vp>(0.1)) << "constant wind";
    }
  const auto div_ic = constant<vp>(2, nlev + 1, poison), hdef_ic = constant<vp>(2, nlev + 1, poison);
  launch(f.stream, "t", Points{{0, 2}, {1, nlev}},
         CalculateDiagnosticsForTurbulence{kh_c, f.field<vp>(2, nlev, [](int, int k) { return k; }), constant<vp>(2, nlev + 1, 0.75), div_ic,
                                           hdef_ic});
  const HostField d = f.read(div_ic, 2, nlev + 1), h = f.read(hdef_ic, 2, nlev + 1);
  for (int k = 1; k < nlev; ++k) {
    EXPECT_NEAR(d(1, 0, k), k - 0.25, rounding<vp>(10));
    EXPECT_NEAR(h(1, 0, k), std::pow(1.5 * (k + 0.75), 2), rounding<vp>(100));
  }
  EXPECT_EQ(d(0, 0, 0), poison);
  EXPECT_EQ(h(0, 0, nlev), poison);
}

// Three cells of the same background around cell 0 of the torus, with cell 0 colder by `deficit`.
struct ColdPool : PlainDiffusion {
  double enhancement(double deficit, double reference_deficit) {
    const auto theta = f.field<wp>(mesh.n_cells, 1, [=](int c, int) { return c == 0 ? 256 - deficit : 256.0; });
    const auto reference = f.field<vp>(mesh.n_cells, 1, [=](int c, int) { return c == 0 ? 256 - reference_deficit : 256.0; });
    const auto out = constant<vp>(mesh.n_cells, 1, poison);
    launch(f.stream, "t", Points{{0, 1}, {0, 1}},
           TemporaryFieldForGridPointColdPoolsEnhancement{theta, reference, f.table<3>(mesh.c2e2c), out});
    EXPECT_EQ(f.read(out, mesh.n_cells, 1)(1), poison);
    return f.read(out, mesh.n_cells, 1)(0);
  }
  static constexpr double neutral = 2.220446049250313e-16;
};

TEST_F(ColdPool, ActsBelowTheThresholdsOnly) {
  EXPECT_EQ(enhancement(7.5, 0), static_cast<double>(static_cast<vp>(neutral))) << "at 1.5 times the threshold";
  EXPECT_NEAR(enhancement(7.75, 0), (7.75 - 5) * 5e-4, 1e-7);
  EXPECT_EQ(enhancement(6, 0), static_cast<double>(static_cast<vp>(neutral))) << "the reference is not cold there";
  EXPECT_NEAR(enhancement(7, 1), (7 - 1 - 5) * 5e-4, 1e-7) << "the reference is cold too: the lower threshold counts";
  EXPECT_EQ(enhancement(6, 1), static_cast<double>(static_cast<vp>(neutral))) << "at the lower threshold";
  EXPECT_EQ(enhancement(-20, 0), static_cast<double>(static_cast<vp>(neutral))) << "a warm bubble";
}

TEST_F(ColdPool, EdgesTakeTheStrongerOfBothCells) {
  const auto cells = f.field<vp>(2, 1, [](int c, int) { return c == 0 ? 0.25 : 0.5; });
  const auto kh = f.field<vp>(3, 1, [](int e, int) { return e == 0 ? 0.125 : 0.75; });
  launch(f.stream, "t", Points{{0, 2}, {0, 1}},
         EnhanceDiffusionCoefficientForGridPointColdPools{cells, f.table<2>({{0, 1}, {1, 0}, {0, 1}}), kh});
  const HostField got = f.read(kh, 3, 1);
  EXPECT_EQ(got(0), 0.5);
  EXPECT_EQ(got(1), 0.75) << "never lowered";
}

TEST_F(PlainDiffusion, SlopeDiffusionIsZeroForThetaThatDependsOnHeightOnly) {
  // neighbor j is shifted by j/4 of a layer: the same height lies between its levels k + offset and k + offset + 1
  const int offset[3] = {0, 1, -1};
  const double shift[3] = {0.25, 0.5, 0.75};
  const auto theta = f.field<wp>(4, nlev, [&](int c, int k) {
    return c == 0 ? 300.0 - 2 * k : 300.0 - 2 * (k - offset[c - 1] - shift[c - 1]);
  });
  const auto coefficient = f.field<const wp>(4, nlev, [](int c, int k) { return c == 0 && k == 2 ? 0.5 : 0.0; });
  const auto run = [&](Field<wp> th) {
    const auto z = constant<wp>(4, nlev, 1);
    TrulyHorizontalDiffusionNablaOfThetaOverSteepPoints kernel{
        coefficient,
        {constant<const wp>(4, nlev, 1 - shift[0]), constant<const wp>(4, nlev, 1 - shift[1]), constant<const wp>(4, nlev, 1 - shift[2])},
        {constant<const int>(4, nlev, offset[0]), constant<const int>(4, nlev, offset[1]), constant<const int>(4, nlev, offset[2])},
        coeff<4>(4, [](int, int j) { return j == 0 ? -3 : 1; }),
        th,
        f.table<3>({{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}}),
        z};
    launch(f.stream, "t", Points{{0, 1}, {0, nlev}}, kernel);
    return f.read(z, 4, nlev);
  };
  const HostField flat = run(theta);
  EXPECT_NEAR(flat(0, 0, 2), 1, rounding<wp>(300));
  for (int k : {0, 1, 3, 4, 5}) EXPECT_EQ(flat(0, 0, k), 1) << "not a steep point";
  // colder by 4 K than its surroundings: warmed by 0.5 * 3 * 4
  const HostField cold = run(f.field<wp>(4, nlev, [&](int c, int k) {
    return c == 0 ? 296.0 - 2 * k : 300.0 - 2 * (k - offset[c - 1] - shift[c - 1]);
  }));
  EXPECT_NEAR(cold(0, 0, 2), 7, rounding<wp>(300));
}

TEST_F(PlainDiffusion, ExnerFollowsThetaAtConstantDensity) {
  const auto theta = constant<wp>(2, 1, 256), exner = constant<wp>(2, 1, 0.875);
  const auto z = f.field<wp>(2, 1, [](int c, int) { return c == 0 ? 0.0 : 0.25; });
  launch(f.stream, "t", Points{{0, 2}, {0, 1}}, UpdateThetaAndExner{z, row(2, 8), theta, exner, wp(0.4)});
  const HostField th = f.read(theta, 2, 1), ex = f.read(exner, 2, 1);
  EXPECT_EQ(th(0), 256);
  EXPECT_EQ(ex(0), 0.875) << "nothing to diffuse: bit for bit the same";
  EXPECT_EQ(th(1), 258);
  EXPECT_NEAR(ex(1), 0.875 * (1 + 0.4 * 2 / 256), rounding<wp>(1));
}

// The whole call on the torus.
struct DiffusionPhase : ::testing::Test {
  NonhydrostaticConfig nonhydrostatic;
  DiffusionConfig options;
  CaseData data = mesh.case_data(nlev);
  const double dtime = 20;
  struct Run {
    TinyCase c;
    Dycore d;
    Run(const CaseData& data, const NonhydrostaticConfig& n, const DiffusionConfig& o)
        : c(data), d{c.stream, c.fixed, c.state, n, o, 0, 0} {
      plain::prepare_diffusion_profiles(d);
      c.set("next.vn", [](int e, int k) { return 40 * wave(e, k); });  // deformation everywhere above the offset
      c.set("next.w", [](int i, int k) { return wave(i, k, 2); });
      c.set("next.theta_v", [](int i, int k) { return 300 + wave(i, k, 3); });
      c.set("next.exner", [](int i, int k) { return 1 + 0.01 * wave(i, k, 4); });
    }
  };
  // after a call with theta_v, vn and w of Run
  std::unique_ptr<Run> run(bool initial = false) {
    auto r = std::make_unique<Run>(data, nonhydrostatic, options);
    plain::diffusion(r->d, r->c.state.next, static_cast<wp>(dtime), initial);
    return r;
  }
  static double energy(const HostField& h) {
    double sum = 0;
    for (double v : h.values) sum += v * v;
    return sum;
  }
};

TEST_F(DiffusionPhase, ConstantFieldsStayAsTheyAre) {
  Run r(data, nonhydrostatic, options);
  r.c.set("next.vn", [](int e, int) { return mesh.normal_wind(e, 20, -9); });
  r.c.set("next.w", [](int, int) { return 0.5; });
  r.c.set("next.theta_v", [](int, int) { return 300; });
  const HostField vn = r.c.get("next.vn"), exner = r.c.get("next.exner");
  plain::diffusion(r.d, r.c.state.next, static_cast<wp>(dtime), false);
  const HostField got = r.c.get("next.vn");
  for (std::size_t i = 0; i < vn.values.size(); ++i) ASSERT_NEAR(got.values[i], vn.values[i], rounding<vp>(100));
  for (double w : r.c.get("next.w").values) ASSERT_NEAR(w, 0.5, rounding<wp>(1));
  for (double th : r.c.get("next.theta_v").values) ASSERT_EQ(th, 300);
  EXPECT_EQ(r.c.get("next.exner").values, exner.values);
}

TEST_F(DiffusionPhase, ConservesThetaAndDampsEverything) {
  Run before(data, nonhydrostatic, options);
  const auto after = run();
  const HostField th0 = before.c.get("next.theta_v"), th1 = after->c.get("next.theta_v");
  for (int k = 0; k < nlev; ++k) {
    double sum0 = 0, sum1 = 0, change = 0;
    for (int c = 0; c < mesh.n_cells; ++c) {
      sum0 += th0(c, 0, k), sum1 += th1(c, 0, k), change += std::abs(th1(c, 0, k) - th0(c, 0, k));
    }
    EXPECT_NEAR(sum0, sum1, rounding<wp>(sum0)) << "all cells have the same area: the sum is conserved";
    EXPECT_GT(change, 1e-4);
  }
  const auto variance = [&](const HostField& h) {
    double sum = 0;
    for (double v : h.values) sum += (v - 300) * (v - 300);
    return sum;
  };
  EXPECT_LT(variance(th1), variance(th0));
  EXPECT_LT(energy(after->c.get("next.vn")), energy(before.c.get("next.vn")));
  EXPECT_LT(energy(after->c.get("next.w")), energy(before.c.get("next.w")));
}

TEST_F(DiffusionPhase, TheSurfaceAndOtherFieldsStayUntouched) {
  Run before(data, nonhydrostatic, options);
  before.c.set("next.rho", [](int, int) { return poison; });
  for (const char* name : {"div_ic", "hdef_ic", "dwdx", "dwdy"}) before.c.set(name, [](int, int) { return poison; });
  const HostField w = before.c.get("next.w"), old_vn = before.c.get("now.vn");
  plain::diffusion(before.d, before.c.state.next, static_cast<wp>(dtime), false);
  const HostField got = before.c.get("next.w");
  for (int c = 0; c < mesh.n_cells; ++c) {
    ASSERT_EQ(got(c, 0, nlev), w(c, 0, nlev)) << "surface";
    for (int k = 0; k < nlev; ++k) ASSERT_NE(got(c, 0, k), w(c, 0, k));
  }
  for (double v : before.c.get("next.rho").values) ASSERT_EQ(v, poison);
  EXPECT_EQ(before.c.get("now.vn").values, old_vn.values);
  const HostField div = before.c.get("div_ic"), hdef = before.c.get("hdef_ic");
  for (int k : {0, nlev}) {
    EXPECT_EQ(div(0, 0, k), poison);
    EXPECT_EQ(hdef(0, 0, k), poison);
  }
  EXPECT_NE(div(0, 0, 1), poison);
  for (double v : before.c.get("dwdx").values) ASSERT_EQ(v, poison) << "only with shear_type 2";
}

TEST_F(DiffusionPhase, SwitchesLeaveOutTheirParts) {
  options.a_hshr = 0;
  options.apply_to_temperature = false;
  Run r(data, nonhydrostatic, options);
  r.c.set("div_ic", [](int, int) { return poison; });
  const std::vector<double> theta = r.c.get("next.theta_v").values, exner = r.c.get("next.exner").values;
  plain::diffusion(r.d, r.c.state.next, static_cast<wp>(dtime), false);
  for (double v : r.c.get("div_ic").values) ASSERT_EQ(v, poison);
  EXPECT_EQ(r.c.get("next.theta_v").values, theta);
  EXPECT_EQ(r.c.get("next.exner").values, exner);

  options.shear_type = 2;
  Run s(data, nonhydrostatic, options);
  for (const char* name : {"div_ic", "dwdx", "dwdy"}) s.c.set(name, [](int, int) { return poison; });
  plain::diffusion(s.d, s.c.state.next, static_cast<wp>(dtime), false);
  const HostField dwdx = s.c.get("dwdx");
  EXPECT_EQ(dwdx(0, 0, 0), poison);
  for (int k = 1; k < nlev; ++k) EXPECT_EQ(dwdx(0, 0, k), 0) << "weights of the torus case are 0";
  EXPECT_NE(s.c.get("div_ic")(0, 0, 1), poison);
}

TEST_F(DiffusionPhase, TheSpongeActsOnDampedLevelsOnly) {
  data.nrdmax = 2;
  const auto with = run();
  // without a sponge: the same coefficients, n2w cleared
  Run without(data, nonhydrostatic, options);
  without.c.set("diff_multfac_n2w", [](int, int) { return 0; });
  plain::diffusion(without.d, without.c.state.next, static_cast<wp>(dtime), false);
  const HostField a = with->c.get("next.w"), b = without.c.get("next.w");
  for (int c = 0; c < mesh.n_cells; ++c)
    for (int k = 0; k <= nlev; ++k) {
      if (k == 1 || k == 2)
        EXPECT_NE(a(c, 0, k), b(c, 0, k)) << k;
      else
        EXPECT_EQ(a(c, 0, k), b(c, 0, k)) << k;
    }
}

TEST_F(DiffusionPhase, ColdPoolsCountOnTheTwoLowestLevels) {
  Run r(data, nonhydrostatic, options);
  r.c.set("next.vn", [](int, int) { return 0; });  // no Smagorinsky coefficient
  r.c.set("next.theta_v", [](int c, int) { return c == 5 ? 280 : 300; });
  plain::diffusion(r.d, r.c.state.next, static_cast<wp>(dtime), false);
  const HostField kh = r.c.get("kh_smag_e"), theta = r.c.get("next.theta_v");
  const int edge = mesh.c2e[5][1];
  for (int k = 0; k < nlev; ++k) {
    EXPECT_NEAR(kh(edge, 0, k), k >= nlev - 2 ? (20 - 5) * 5e-4 : 0, 1e-8) << k;
    EXPECT_EQ(theta(5, 0, k) > 280, k >= nlev - 2) << k;
  }
}

TEST_F(DiffusionPhase, TheInitialCallAndTheNextOneHaveTheirOwnCoefficients) {
  const auto r = run(true);
  const auto check = [&](bool initial) {
    const DiffusionScalars s = diffusion_scalars(options, initial);
    const HostField vn = r->c.get("diff_multfac_vn"), limit = r->c.get("smag_limit"), smag = r->c.get("diff_multfac_smag");
    const HostField fac = r->c.get("enh_smag_fac");
    for (int k = 0; k < nlev; ++k) {
      EXPECT_EQ(vn(0, 0, k), static_cast<double>(static_cast<wp>(s.diff_multfac_vn)));
      EXPECT_EQ(limit(0, 0, k), static_cast<double>(static_cast<wp>(s.smag_limit)));
      EXPECT_EQ(smag(0, 0, k), static_cast<double>(static_cast<wp>(fac(0, 0, k)) * static_cast<wp>(dtime)));
      EXPECT_NEAR(fac(0, 0, k), 0.015, rounding<wp>(0.01));
    }
  };
  check(true);
  plain::diffusion(r->d, r->c.state.next, static_cast<wp>(dtime), false);
  check(false);
}

TEST_F(DiffusionPhase, ALimitedAreaChangesTheRowsOfEachZoneOnly) {
  const Strip strip;
  data = strip.case_data(nlev);
  Run before(data, nonhydrostatic, options);
  const auto after = run();
  const auto changed = [&](const char* name, int first, int end) {
    const HostField a = before.c.get(name), b = after->c.get(name);
    for (int i = 0; i < a.rows; ++i)
      for (int k = 0; k < nlev; ++k) {
        ASSERT_TRUE(std::isfinite(b(i, 0, k))) << name << " row " << i << " level " << k;
        ASSERT_EQ(a(i, 0, k) != b(i, 0, k), i >= first && i < end) << name << " row " << i << " level " << k;
      }
  };
  changed("next.vn", Strip::edges, 4 * Strip::edges);
  changed("next.w", 2 * Strip::cells, 4 * Strip::cells);  // not in the nudging row
  changed("next.theta_v", Strip::cells, 4 * Strip::cells);
  changed("next.exner", Strip::cells, 4 * Strip::cells);
  // boundary rows: second order with their own factor
  const HostField a = before.c.get("next.vn"), b = after->c.get("next.vn"), n2 = after->c.get("z_nabla2_e");
  const double factor = diffusion_scalars(options).fac_bdydiff_v;
  for (int e = Strip::edges; e < 2 * Strip::edges; ++e)
    for (int k = 0; k < nlev; ++k)
      EXPECT_NEAR(b(e, 0, k), a(e, 0, k) + strip.mesh.area_edge * factor * n2(e, 0, k), rounding<wp>(100));
}

TEST_F(DiffusionPhase, EverythingThatIsReadHasBeenWritten) {
  // a second call after other values in all work fields gives the same result
  data = Strip().case_data(nlev);
  const auto once = run();
  Run again(data, nonhydrostatic, options);
  for (const char* name : {"z_temp_flux", "z_nabla4_e2", "z_nabla2_c", "z_temp", "kh_c", "div", "enh_smag_cold"})
    again.c.set(name, [](int, int) { return poison; });
  plain::diffusion(again.d, again.c.state.next, static_cast<wp>(dtime), false);
  for (const char* name : {"next.vn", "next.w", "next.theta_v", "next.exner", "div_ic", "hdef_ic"})
    EXPECT_EQ(once->c.get(name).values, again.c.get(name).values) << name;
}

}  // namespace
}  // namespace icodyn::test
