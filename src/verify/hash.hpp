// Fingerprints of fields: equal bits give equal hashes, whatever the layout and the number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "dycore/model.hpp"
#include "state/host_field.hpp"

namespace icodyn {

std::uint64_t hash_of(const HostField& f);  // FNV-1a over the bytes of the doubles, rows then levels
bool all_finite(const HostField& f);

// Prognostic fields, diagnostics that survive a step, and the accumulated fluxes.
void for_each_hash(Model& model, const std::function<void(const std::string&, std::uint64_t)>& act);

}  // namespace icodyn
