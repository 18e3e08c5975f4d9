// Radial basis functions: coefficients that rebuild a wind component from normal winds of nearby edges
// (spec/interpolation.md 11).
#pragma once

#include <string>

#include "coefficients/grid_inputs.hpp"
#include "config/config.hpp"

namespace icodyn {

enum class RbfKernel { gaussian, inverse_multiquadric };

// "GAUSSIAN" or "INVERSE_MULTIQUADRATIC" (icon4py's spelling); UsageError otherwise. `key` is named in the message.
RbfKernel rbf_kernel(const std::string& key, const std::string& name);

// Shape parameter on the sphere [rad] from the grid's characteristic length [m]. On a torus it is the mean dual edge
// length [m].
double rbf_scale(Location target, double characteristic_length);

// Adds rbf_vec_coeff_c1, _c2 (columns c2e2c2e), rbf_vec_coeff_e (e2c2e) and rbf_vec_coeff_v1, _v2 (v2e) to `out`. The
// matrices are badly conditioned on fine grids (spec 11.5): expect 1e-9 rather than 1e-15 between two codes. Throws
// DataError where a matrix is not positive definite in double precision.
void compute_rbf(const GridInputs& g, const InterpolationConfig& config, HostFields& out);

// Solves A x = b for a symmetric positive definite A (row-major, n x n, lower triangle used and overwritten by its
// Cholesky factor) and `count` right-hand sides of length n, in place. Returns false where a pivot is not positive.
bool cholesky_solve(int n, double* a, double* b, int count);

}  // namespace icodyn
