// Keys holds the keys of the objects of one line and finds those that an object repeats.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tacit::json {

class Keys {
 public:
  void clear() {
    count_ = 0;
    ++line_;
  }

  // Where to look first. It spreads the objects that share a key: neighbours would fill runs of slots, and each search would walk
  // through them.
  static std::size_t first_place(std::size_t object, std::string_view key) {
    const std::size_t mixed = std::hash<std::string_view>{}(key) + object * 0x9e3779b97f4a7c15U;
    return mixed ^ (mixed >> 32U);
  }

  // False if the object has the key already.
  bool insert(std::size_t object, std::string_view key) {
    if (2 * ++count_ > slots_.size()) grow();
    return place({line_, object, key});
  }

 private:
  struct Slot {
    std::uint64_t line = 0;  // a slot of another line is free
    std::size_t object = 0;
    std::string_view key;
  };

  bool place(const Slot& slot) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = first_place(slot.object, slot.key);; ++at) {
      Slot& here = slots_[at & mask];
      if (here.line != line_) {
        here = slot;
        return true;
      }
      if (here.object == slot.object && here.key == slot.key) return false;
    }
  }

  void grow() {
    std::vector<Slot> before(std::max<std::size_t>(64, 4 * slots_.size()));
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.line == line_) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
  std::uint64_t line_ = 0;
};

}  // namespace tacit::json
