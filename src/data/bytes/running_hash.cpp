#include "tacit/data/running_hash.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tacit {

class RunningHash::Impl {
 public:
  Impl() { XXH3_64bits_reset(state_.get()); }
  void add(std::string_view bytes) { XXH3_64bits_update(state_.get(), bytes.data(), bytes.size()); }
  std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_{XXH3_createState()};
};

RunningHash::RunningHash() : impl_(std::make_unique<Impl>()) {}
RunningHash::~RunningHash() = default;
void RunningHash::add(std::string_view bytes) { impl_->add(bytes); }
std::uint64_t RunningHash::value() const { return impl_->value(); }

}  // namespace tacit
