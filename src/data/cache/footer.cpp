#include "data/cache/footer.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

namespace tacit::cache {

namespace {

constexpr std::uint64_t may_miss_flag = 1;
constexpr std::uint64_t classes_flag = 2;

void append_aligned(std::string& bytes, std::string_view part) {
  bytes += part;
  bytes.resize(aligned(bytes.size()));
}

template <class T>
void append_array(std::string& bytes, std::span<const T> array) {
  append_aligned(bytes, {reinterpret_cast<const char*>(array.data()), array.size_bytes()});
}

// Takes the parts of a footer, one after the other. It believes a count only once the file proves to hold that many.
class Parts {
 public:
  Parts(std::string_view bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  template <class T>
  std::span<const T> take(std::uint64_t count) {
    if (count > bytes_.size() / sizeof(T)) refuse(name_, "corrupted: its footer is too short");
    const auto* array = static_cast<const T*>(static_cast<const void*>(bytes_.data()));
    bytes_.remove_prefix(std::min(bytes_.size(), aligned(count * sizeof(T))));
    return {array, count};
  }
  std::string text(std::uint64_t count) {
    const auto characters = take<char>(count);
    return {characters.begin(), characters.end()};
  }
  bool empty() const { return bytes_.empty(); }

 private:
  std::string_view bytes_;
  const std::string& name_;
};

void check_header(std::string_view file, const std::string& name) {
  if (!CacheReader::recognises(file)) {
    if (file.empty()) refuse(name, "empty");
    throw CacheError(name, "not a tacit cache", "expected one that tacit wrote");
  }
  Header header{};
  if (file.size() < sizeof header) refuse(name, "cut off within its header");
  std::memcpy(&header, file.data(), sizeof header);
  if (header.checksum != checksum(file.substr(0, offsetof(Header, checksum))))
    refuse(name, "corrupted: the header's checksum is wrong");
  if (header.version != format_version) {
    throw CacheError(name, fmt::format("the cache has format {}; this tacit reads format {}", header.version, format_version),
                     "make it again");
  }
}

// Returns the bytes of the footer, once their checksum is checked.
std::string_view find_footer(std::string_view file, const std::string& name, std::uint64_t& offset) {
  Trailer trailer{};
  if (file.size() < sizeof(Header) + sizeof(FooterHead) + sizeof trailer) refuse(name, "cut off");
  std::memcpy(&trailer, file.data() + file.size() - sizeof trailer, sizeof trailer);
  if (trailer.end_magic != end_magic) refuse(name, "cut off or corrupted: its end is missing");
  const std::size_t end = file.size() - sizeof trailer;
  offset = trailer.footer_offset;
  if (offset % alignment != 0 || offset < sizeof(Header) || offset > end - sizeof(FooterHead))
    refuse(name, "corrupted: its footer is not where it should be");
  if (trailer.checksum != checksum(file.substr(offset, end + sizeof trailer.footer_offset - offset)))
    refuse(name, "corrupted: the footer's checksum is wrong");
  return file.substr(offset, end - offset);
}

bool right_blocks(const Footer& footer) {
  const BlockEntry first = footer.entry(0);
  if (first.offset != sizeof(Header) || first.first_row != 0 || first.first_nonzero != 0) return false;
  for (std::size_t i = 0; i < footer.blocks.size(); ++i) {
    const BlockEntry from = footer.entry(i);
    const BlockEntry to = footer.entry(i + 1);
    if (to.offset % alignment != 0 || to.offset <= from.offset || to.offset - from.offset < sizeof(BlockHead)) return false;
    if (to.first_row <= from.first_row || to.first_row - from.first_row > most_rows) return false;
    if (to.first_nonzero < from.first_nonzero) return false;
    const std::uint64_t room = to.first_row - from.first_row == 1 ? std::numeric_limits<Index>::max() : most_nonzeros;
    if (to.first_nonzero - from.first_nonzero > room) return false;
  }
  return footer.entry(footer.blocks.size()).offset == footer.offset;
}

bool right_numbers(const Footer& footer) {
  std::uint64_t before = 0;
  for (const NumberEntry& number : footer.numbers) {
    if (number.row < before || number.row >= footer.statistics.rows || number.zero != 0) return false;
    if (number.index == 0 || number.index > footer.statistics.largest_index) return false;
    before = number.row;
  }
  return true;
}

bool right_statistics(const CacheStatistics& s) {
  if (!std::isfinite(s.label_minimum) || !std::isfinite(s.label_maximum) || !std::isfinite(s.label_mean)) return false;
  if (s.label_minimum > s.label_maximum || !(s.total_weight >= 0)) return false;
  if (s.distinct_labels > CacheStatistics::most_labels + 1 || (s.distinct_labels == 0) != (s.rows == 0)) return false;
  std::uint64_t left = s.rows;
  for (std::size_t i = 0; i < s.labels.size(); ++i) {
    const auto& [label, rows] = s.labels[i];
    if (!std::isfinite(label) || (i > 0 && label <= s.labels[i - 1].label) || rows == 0 || rows > left) return false;
    left -= rows;
  }
  if (!s.labels.empty() && left != 0) return false;
  std::uint64_t smallest = 1;
  for (std::size_t k = 0; k < s.maxima.size; ++k) {
    if (s.maxima.index[k] < smallest || s.maxima.index[k] > s.largest_index) return false;
    if (!(s.maxima.value[k] > 0) || !std::isfinite(s.maxima.value[k])) return false;
    smallest = std::uint64_t{s.maxima.index[k]} + 1;
  }
  return true;
}

std::vector<SourceColumn> columns_of(std::span<const ColumnEntry> entries, std::string_view names, const std::string& name) {
  std::vector<SourceColumn> columns;
  for (const auto& [line, name_bytes, text] : entries) {
    if (name_bytes > names.size() || text > 1) refuse(name, "corrupted: its columns are impossible");
    columns.push_back({std::string(names.substr(0, name_bytes)), text == 1, line});
    names.remove_prefix(name_bytes);
  }
  if (!names.empty()) refuse(name, "corrupted: its columns are impossible");
  return columns;
}

}  // namespace

std::string encode_footer(std::uint64_t offset, std::span<const BlockEntry> blocks, const StatisticsGatherer& gathered,
                          const FooterFacts& facts) {
  const auto& [source, hashed, names, of_classes, may_miss, numbers] = facts;
  const CacheStatistics s = gathered.statistics();
  std::vector<Index> indices;
  std::vector<double> maxima;
  gathered.maxima().for_each_nonzero([&](Index index, double maximum) {
    indices.push_back(index);
    maxima.push_back(maximum);
  });
  std::vector<std::uint32_t> lengths;
  std::string characters;
  for (const std::string& name : names) {
    lengths.push_back(static_cast<std::uint32_t>(name.size()));
    characters += name;
  }
  std::vector<ColumnEntry> columns;
  std::string column_names;
  for (const SourceColumn& column : source.columns) {
    columns.push_back({column.line, static_cast<std::uint32_t>(column.name.size()), column.text ? 1U : 0U});
    column_names += column.name;
  }
  const FooterHead head{.rows = s.rows,
                        .nonzeros = s.nonzeros,
                        .blocks = blocks.size(),
                        .largest_index = s.largest_index,
                        .label_minimum = s.label_minimum,
                        .label_maximum = s.label_maximum,
                        .label_mean = s.label_mean,
                        .distinct_labels = s.distinct_labels,
                        .total_weight = s.total_weight,
                        .maxima = indices.size(),
                        .names = names.size(),
                        .name_bytes = characters.size(),
                        .path_bytes = source.path.size(),
                        .settings_bytes = source.settings.size(),
                        .source_size = source.size,
                        .source_modified = source.modified,
                        .source_check = source.check,
                        .hash_bits = hashed.bits,
                        .hashed_indices = hashed.indices,
                        .shared_indices = hashed.shared,
                        .columns = columns.size(),
                        .column_name_bytes = column_names.size(),
                        .flags = (may_miss ? may_miss_flag : 0U) | (of_classes ? classes_flag : 0U),
                        .numbers = numbers.size()};
  std::string bytes(as_bytes(head));
  append_array(bytes, blocks);
  append_array(bytes, std::span<const LabelCount>(s.labels));
  append_array(bytes, std::span<const Index>(indices));
  append_array(bytes, std::span<const double>(maxima));
  append_array(bytes, std::span<const std::uint32_t>(lengths));
  append_aligned(bytes, characters);
  append_aligned(bytes, source.path);
  append_aligned(bytes, source.settings);
  append_array(bytes, std::span<const ColumnEntry>(columns));
  append_aligned(bytes, column_names);
  append_array(bytes, numbers);
  bytes += as_bytes(offset);
  bytes += as_bytes(checksum(bytes));
  bytes.append(end_magic.data(), end_magic.size());
  return bytes;
}

Footer decode_footer(std::string_view file, const std::string& name) {
  static_assert(sizeof(LabelCount) == 16);
  check_header(file, name);
  Footer footer{};
  Parts parts(find_footer(file, name, footer.offset), name);
  const FooterHead& head = parts.take<FooterHead>(1).front();
  CacheStatistics& s = footer.statistics;
  s.rows = head.rows;
  s.nonzeros = head.nonzeros;
  if (head.largest_index > std::numeric_limits<Index>::max()) refuse(name, "corrupted: its largest index is impossible");
  s.largest_index = static_cast<Index>(head.largest_index);
  s.label_minimum = head.label_minimum;
  s.label_maximum = head.label_maximum;
  s.label_mean = head.label_mean;
  s.distinct_labels = head.distinct_labels;
  s.total_weight = head.total_weight;
  footer.blocks = parts.take<BlockEntry>(head.blocks);
  const auto labels = parts.take<LabelCount>(head.distinct_labels <= CacheStatistics::most_labels ? head.distinct_labels : 0);
  s.labels.assign(labels.begin(), labels.end());
  const auto indices = parts.take<Index>(head.maxima);
  s.maxima = Row(indices, parts.take<double>(head.maxima));
  footer.name_lengths = parts.take<std::uint32_t>(head.names);
  footer.names = parts.take<char>(head.name_bytes).data();
  footer.source.path = parts.text(head.path_bytes);
  footer.source.size = head.source_size;
  footer.source.modified = head.source_modified;
  footer.source.check = head.source_check;
  footer.source.settings = parts.text(head.settings_bytes);
  const auto columns = parts.take<ColumnEntry>(head.columns);
  footer.source.columns = columns_of(columns, parts.text(head.column_name_bytes), name);
  if ((head.flags & ~(may_miss_flag | classes_flag)) != 0) refuse(name, "corrupted: its flags are impossible");
  footer.may_miss = (head.flags & may_miss_flag) != 0;
  footer.of_classes = (head.flags & classes_flag) != 0;
  footer.numbers = parts.take<NumberEntry>(head.numbers);
  if (head.hash_bits > FeatureNames::most_bits || head.shared_indices > head.hashed_indices)
    refuse(name, "corrupted: its names are hashed impossibly");
  footer.hashed = {static_cast<unsigned>(head.hash_bits), head.hashed_indices, head.shared_indices};
  if (!parts.empty()) refuse(name, "corrupted: its footer is too long");
  if (!right_blocks(footer)) refuse(name, "corrupted: its list of blocks is impossible");
  if (!right_numbers(footer)) refuse(name, "corrupted: its numbers are impossible");
  if (!right_statistics(s)) refuse(name, "corrupted: its statistics are impossible");
  if (std::accumulate(footer.name_lengths.begin(), footer.name_lengths.end(), std::uint64_t{0}) != head.name_bytes)
    refuse(name, "corrupted: its names have the wrong lengths");
  return footer;
}

}  // namespace tacit::cache
