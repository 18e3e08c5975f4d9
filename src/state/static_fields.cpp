#include "state/static_fields.hpp"

#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>

#include "state/transfer.hpp"

namespace icodyn {

namespace {

// "zdiff_gradp:1" -> ("zdiff_gradp", 1)
std::pair<std::string, int> split_slot(const char* name) {
  if (const char* colon = std::strchr(name, ':')) return {std::string(name, colon), std::atoi(colon + 1)};
  return {name, 0};
}

[[noreturn]] void wrong_shape(const char* name, const std::string& source, const std::string& has, const std::string& needs) {
  throw DataError("field '" + std::string(name) + "' in " + source + " has shape " + has + ", expected " + needs);
}

template <class A>
void check_shape(const char* name, const std::string& source, const A& a, int rows, int min_slots, int levels) {
  const auto shape = [](int r, int s, int k) { return std::to_string(r) + " x " + std::to_string(s) + " x " + std::to_string(k); };
  if (a.rows != rows || a.slots < min_slots || a.levels != levels)
    wrong_shape(name, source, shape(a.rows, a.slots, a.levels), shape(rows, min_slots, levels) + " (rows x neighbors x levels)");
}

// Steep-point and extrapolation fields are optional: archives leave them out when they are zero everywhere.
bool may_be_missing(const std::string& base) {
  return base == "pg_exdist" || base == "zd_diffcoef" || base == "zd_intcoef" || base == "zd_vertoffset";
}

// Tables without holes; entries in 0 .. limit-1. Where `holes` allows it, a missing neighbor becomes a valid index of the row.
HostTable filled(const char* name, const std::string& source, const HostTable& t, int limit) {
  HostTable out = t;
  for (int i = 0; i < t.rows; ++i) {
    int valid = 0;
    for (int j = 0; j < t.slots; ++j)
      if (t(i, j) >= 0) valid = t(i, j);
    for (int j = 0; j < t.slots; ++j) {
      const int v = t(i, j);
      if (v >= limit)
        throw DataError("table '" + std::string(name) + "' in " + source + ": entry (" + std::to_string(i + 1) + ", " + std::to_string(j + 1) +
                        ") is " + std::to_string(v + 1) + ", but there are only " + std::to_string(limit));
      if (v < 0) out(i, j) = valid;
    }
  }
  return out;
}

struct TableTarget {
  const char* table;
  Location to;
};
constexpr TableTarget targets[] = {{"c2e", Location::edge},    {"c2e2c", Location::cell}, {"e2c", Location::cell},
                                   {"e2v", Location::vertex},  {"e2c2v", Location::vertex}, {"e2c2e", Location::edge},
                                   {"v2e", Location::edge},    {"v2c", Location::cell}};
Location target_of(const std::string& table) {
  for (const auto& t : targets)
    if (table == t.table) return t.to;
  return Location::none;
}

// Which table the slots of a coefficient follow; `own` says that slot 0 is the entity itself.
struct SlotTable {
  const char* coeff;
  const char* table;
  bool own;
};
constexpr SlotTable slot_tables[] = {
    {"c_lin_e", "e2c", false},           {"c_intp", "v2c", false},           {"e_bln_c_s", "c2e", false},
    {"e_flx_avg", "e2c2e", true},        {"geofac_div", "c2e", false},       {"geofac_rot", "v2e", false},
    {"geofac_n2s", "c2e2c", true},       {"geofac_grdiv", "e2c2e", true},    {"geofac_grg_x", "c2e2c", true},
    {"geofac_grg_y", "c2e2c", true},     {"rbf_vec_coeff_e", "e2c2e", false}, {"rbf_vec_coeff_v1", "v2e", false},
    {"rbf_vec_coeff_v2", "v2e", false},  {"primal_normal_vert_1", "e2c2v", false}, {"primal_normal_vert_2", "e2c2v", false},
    {"dual_normal_vert_1", "e2c2v", false}, {"dual_normal_vert_2", "e2c2v", false}, {"primal_normal_cell_1", "e2c", false},
    {"primal_normal_cell_2", "e2c", false}, {"dual_normal_cell_1", "e2c", false}, {"dual_normal_cell_2", "e2c", false},
    {"pos_on_tplane_e_1", "e2c", false}, {"pos_on_tplane_e_2", "e2c", false}};

// A missing neighbor must contribute nothing: its coefficient becomes exactly 0.
HostField without_holes(const char* name, const CaseData& data, HostField a) {
  for (const auto& st : slot_tables) {
    if (std::strcmp(st.coeff, name) != 0) continue;
    const HostTable& t = data.fixed.table(st.table);
    for (int i = 0; i < t.rows; ++i)
      for (int j = 0; j < t.slots; ++j)
        if (t(i, j) < 0) a(i, j + (st.own ? 1 : 0)) = 0;
  }
  return a;
}

void check_finite(const char* name, const std::string& source, const HostField& a) {
  for (int s = 0; s < a.slots; ++s)
    for (int i = 0; i < a.rows; ++i)
      for (int k = 0; k < a.levels; ++k)
        if (!std::isfinite(a(i, s, k)))
          throw DataError("field '" + std::string(name) + "' in " + source + " is not finite at row " + std::to_string(i + 1) +
                          ", slot " + std::to_string(s + 1) + ", level " + std::to_string(k + 1));
}

// Integer fields that are stored as tables; both may also be given as a double field.
HostTable table_of(const CaseData& data, const std::string& base) {
  return data.fixed.table(base);
}

// Allocation: one overload for each kind of member.
struct Declare {
  Arena& arena;
  const Sizes& sizes;
  template <class T>
  void operator()(const char* name, Field<T>& f, Location l, int levels) const { arena.declare(f, name, sizes.rows(l), levels); }
  template <class T, int N>
  void operator()(const char* name, Coeff<T, N>& a, Location l) const { arena.declare(a, name, sizes.rows(l)); }
  template <class T>
  void operator()(const char* name, Row<T>& r, Location l) const { arena.declare(r, name, sizes.rows(l)); }
  template <class T>
  void operator()(const char* name, Profile<T>& p, int levels) const { arena.declare(p, name, levels); }
};

struct Upload {
  const CaseData& data;
  const Device& device;
  const std::string& source;

  template <class T>
  void operator()(const char* name, const Field<T>& f, Location l, int levels) const {
    const auto [base, slot] = split_slot(name);
    const int rows = data.sizes.rows(l);
    if constexpr (std::is_same_v<std::remove_const_t<T>, int>) {
      if (!data.fixed.tables.count(base) && may_be_missing(base))
        return upload_field(f, HostTable(l, rows, 1, levels), 0, device);
      const HostTable& t = table_of(data, base);
      check_shape(name, source, t, rows, slot + 1, levels);
      upload_field(f, t, slot, device);
    } else {
      if (!data.fixed.has(base) && may_be_missing(base)) return upload_field(f, HostField(l, rows, 1, levels), 0, device);
      const HostField& a = data.fixed.field(base);
      check_shape(name, source, a, rows, slot + 1, levels);
      check_finite(name, source, a);
      upload_field(f, a, slot, device);
    }
  }
  template <class T, int N>
  void operator()(const char* name, const Coeff<T, N>& a, Location l) const {
    const int rows = data.sizes.rows(l);
    if constexpr (std::is_same_v<std::remove_const_t<T>, int>) {
      const HostTable& t = data.fixed.table(name);
      check_shape(name, source, t, rows, N, 1);
      upload_coeff(a, filled(name, source, t, data.sizes.rows(target_of(name))), device);
    } else {
      const HostField& h = data.fixed.field(name);
      check_shape(name, source, h, rows, N, 1);
      const HostField clean = without_holes(name, data, h);
      check_finite(name, source, clean);
      upload_coeff(a, clean, device);
    }
  }
  template <class T>
  void operator()(const char* name, const Row<T>& r, Location l) const {
    const int rows = data.sizes.rows(l);
    if constexpr (std::is_same_v<std::remove_const_t<T>, int>) {
      const HostTable& t = data.fixed.table(name);
      check_shape(name, source, t, rows, 1, 1);
      upload_line(r.data, t.values, device);
    } else {
      const HostField& h = data.fixed.field(name);
      check_shape(name, source, h, rows, 1, 1);
      check_finite(name, source, h);
      upload_line(r.data, h.values, device);
    }
  }
  template <class T>
  void operator()(const char* name, const Profile<T>& p, int levels) const {
    const HostField& h = data.fixed.field(name);
    check_shape(name, source, h, 1, 1, levels);
    check_finite(name, source, h);
    upload_line(p.data, h.values, device);
  }
};

// A level that a kernel reaches by an offset, and the one below it, must exist.
void check_offsets(const CaseData& data, const char* name, int slots, int levels_below) {
  const auto it = data.fixed.tables.find(name);
  if (it == data.fixed.tables.end()) return;
  const HostTable& t = it->second;
  for (int s = 0; s < slots && s < t.slots; ++s)
    for (int i = 0; i < t.rows; ++i)
      for (int k = 0; k < t.levels; ++k) {
        const int level = k + t(i, s, k);
        if (t(i, s, k) != 0 && (level < 0 || level + levels_below >= data.sizes.nlev))
          throw DataError("table '" + std::string(name) + "' in " + data.fixed.source + ": row " + std::to_string(i + 1) + ", side " +
                          std::to_string(s + 1) + ", level " + std::to_string(k + 1) + " points to level " + std::to_string(level + 1) +
                          " of " + std::to_string(data.sizes.nlev));
      }
}

}  // namespace

void declare(StaticFields& s, const CaseData& data, Arena& arena) {
  s.sizes = data.sizes;
  s.zones = data.zones;
  s.limited_area = data.limited_area;
  s.mean_cell_area = data.mean_cell_area;
  s.nflatlev = data.nflatlev;
  s.nflat_gradp = data.nflat_gradp;
  s.nrdmax = data.nrdmax;
  s.vct_a = data.vct_a;
  s.vct_b = data.vct_b;
  s.has_steep_points = data.fixed.has("zd_diffcoef");
  for_each_static(s, Declare{arena, data.sizes});
}

void upload(const StaticFields& s, const CaseData& data, const Device& device) {
  check_offsets(data, "vertoffset_gradp", 2, 0);
  check_offsets(data, "zd_vertoffset", 3, 1);
  for_each_static(s, Upload{data, device, data.fixed.source});
}

}  // namespace icodyn
