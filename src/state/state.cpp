#include "state/state.hpp"

#include <stdexcept>
#include <string>
#include <type_traits>

#include "state/transfer.hpp"

namespace icodyn {

namespace {

struct Declare {
  Arena& arena;
  const Sizes& sizes;
  template <class T>
  void operator()(const char* name, Field<T>& f, Location l, int levels, Start) const { arena.declare(f, name, sizes.rows(l), levels); }
  template <class T>
  void operator()(const char* name, Row<T>& r, Location l, Start) const { arena.declare(r, name, sizes.rows(l)); }
  template <class T>
  void operator()(const char* name, Profile<T>& p, int levels, Start) const { arena.declare(p, name, levels); }
};

struct Clear {
  const Device& device;
  const Sizes& sizes;
  template <class T>
  void operator()(const char*, Field<T>& f, Location l, int levels, Start start) const {
    const auto columns = static_cast<std::size_t>(vertical_fastest ? sizes.rows(l) : levels);
    if (start == Start::zero) fill(device, f.data, 0, static_cast<std::size_t>(f.stride) * columns * sizeof(T));
  }
  template <class T>
  void operator()(const char*, Row<T>& r, Location l, Start) const {
    fill(device, r.data, 0, static_cast<std::size_t>(sizes.rows(l)) * sizeof(T));
  }
  template <class T>
  void operator()(const char*, Profile<T>& p, int levels, Start) const {
    fill(device, p.data, 0, static_cast<std::size_t>(levels) * sizeof(T));
  }
};

template <class Act>
struct FindField {
  const std::string& wanted;
  const Act& act;
  bool& found;
  bool hit(const char* name) const { return !found && wanted == name && (found = true); }
  template <class T>
  void operator()(const char* name, Field<T>& f, Location l, int levels, Start) const {
    if (hit(name)) act(f, l, levels);
  }
  template <class T>
  void operator()(const char* name, Row<T>& r, Location l, Start) const {
    if (hit(name)) act(r, l, 1);
  }
  template <class T>
  void operator()(const char* name, Profile<T>& p, int levels, Start) const {
    if (hit(name)) act(p, Location::none, levels);
  }
};

// Calls act(view, location, levels) for the field of this name; false where there is none.
template <class Act>
bool with_field(State& s, const std::string& wanted, const Act& act) {
  bool found = false;
  for_each_field(s, FindField<Act>{wanted, act, found});
  return found;
}

template <class>
inline constexpr bool is_field = false;
template <class T>
inline constexpr bool is_field<Field<T>> = true;

}  // namespace

void declare(State& s, const Sizes& sizes, Arena& arena) {
  s.sizes = sizes;
  for_each_field(s, Declare{arena, sizes});
}

void clear(State& s, const Device& device) { for_each_field(s, Clear{device, s.sizes}); }

std::optional<FieldShape> field_shape(State& s, const std::string& name) {
  std::optional<FieldShape> out;
  with_field(s, name, [&](auto&, Location l, int levels) { out = FieldShape{l, levels}; });
  return out;
}

HostField download(State& s, const std::string& name, const Device& device) {
  HostField out;
  const bool found = with_field(s, name, [&](auto& view, Location l, int levels) {
    out = HostField(l, s.sizes.rows(l), 1, levels);
    if constexpr (is_field<std::remove_reference_t<decltype(view)>>)
      download_field(view, out, device);
    else
      download_line(view.data, out, device);
  });
  if (!found) throw std::logic_error("download: there is no field '" + name + "'");
  return out;
}

void upload(State& s, const std::string& name, const HostField& values, const Device& device) {
  const bool found = with_field(s, name, [&](auto& view, Location l, int levels) {
    const auto shape = [](int rows, int n) { return std::to_string(rows) + " x " + std::to_string(n); };
    if (values.rows != s.sizes.rows(l) || values.levels != levels || values.slots != 1)
      throw DataError("field '" + name + "' has shape " + shape(values.rows, values.levels) + ", expected " +
                      shape(s.sizes.rows(l), levels) + " (rows x levels)");
    if constexpr (is_field<std::remove_reference_t<decltype(view)>>)
      upload_field(view, values, 0, device);
    else
      upload_line(view.data, values.values, device);
  });
  if (!found) throw std::logic_error("upload: there is no field '" + name + "'");
}

void set_initial_state(State& s, const CaseData& data, const Device& device) {
  for (const char* name : {"vn", "w", "rho", "exner", "theta_v"}) {
    const HostField& f = data.initial.field(name);
    upload(s, std::string("now.") + name, f, device);
    upload(s, std::string("next.") + name, f, device);
  }
  if (data.initial.has("exner_pr")) {
    upload(s, "exner_pr", data.initial.field("exner_pr"), device);
    return;
  }
  HostField exner_pr = data.initial.field("exner");
  const HostField& reference = data.fixed.field("exner_ref_mc");
  for (std::size_t i = 0; i < exner_pr.values.size(); ++i) exner_pr.values[i] -= reference.values[i];
  upload(s, "exner_pr", exner_pr, device);
}

}  // namespace icodyn
