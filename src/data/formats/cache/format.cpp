#include "data/formats/format.hpp"
#include "tacit/data/cache.hpp"

namespace tacit {

namespace {

class CacheFileWriter final : public Writer {
 public:
  CacheFileWriter(const std::string& path, const FeatureNames* names) : writer_(path), names_(names) {}

  void write(const Dataset& rows) override { writer_.add(rows); }
  void finish() override {
    if (names_ != nullptr) writer_.note_hashed(names_->hashed());
    writer_.finish();
  }
  void made_from(CacheSource source) override { writer_.made_from(std::move(source)); }

 private:
  CacheWriter writer_;
  const FeatureNames* names_;
};

std::unique_ptr<Writer> make_writer(const std::string& path, Columns /*columns*/, const FeatureNames* names) {
  return std::make_unique<CacheFileWriter>(path, names);
}

constexpr std::string_view endings[] = {cache_ending, ".cache"};

}  // namespace

namespace formats {

// Mapped into memory: it has no lines to parse.
extern const Format cache;
constinit const Format cache{
    .name = "cache", .endings = endings, .recognises = CacheReader::recognises, .make_writer = make_writer};

}  // namespace formats

}  // namespace tacit
