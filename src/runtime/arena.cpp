#include "runtime/arena.hpp"

#include <stdexcept>

namespace icodyn {

namespace {
constexpr std::size_t alignment = 256;
}

Arena::~Arena() { release(device_, block_); }

void Arena::add_slot(void** pointer, std::size_t bytes) {
  if (block_) throw std::logic_error("Arena::declare after commit");
  slots_.push_back({pointer, bytes_});
  bytes_ += (bytes + alignment - 1) / alignment * alignment;
}

void Arena::commit() {
  if (block_) throw std::logic_error("Arena::commit called twice");
  block_ = allocate(device_, bytes_ ? bytes_ : alignment);
  fill(device_, block_, checked_views ? 0xFF : 0, bytes_);
  for (const Slot& s : slots_) *s.pointer = static_cast<char*>(block_) + s.offset;
  slots_.clear();
}

}  // namespace icodyn
