#include <vector>

#include "plain/diffusion/table.hpp"
#include "plain/solve_nonhydro/table.hpp"
#include "plain/velocity_advection/table.hpp"
#include "table.hpp"

namespace icodyn {

const std::vector<KernelEntry>& plain_kernels() {
  static const std::vector<KernelEntry> all = [] {
    std::vector<KernelEntry> rows;
    for (const auto& part : {plain::velocity_advection_kernels(), plain::solve_nonhydro_kernels(), plain::diffusion_kernels()})
      rows.insert(rows.end(), part.begin(), part.end());
    return rows;
  }();
  return all;
}

}  // namespace icodyn
