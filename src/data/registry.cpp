#include "tacit/data/registry.hpp"

#include <fmt/format.h>

#include <array>

#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/losses/absolute.hpp"
#include "tacit/losses/hinge.hpp"

namespace tacit {

namespace {

constexpr auto regression = Task::numbers;

constexpr std::array known{
    KnownDataset{.name = "a9a",
                 .rows = 32'561,
                 .features = 123,
                 .nonzeros = 451'592,
                 .negative = {-1, 24'720},
                 .positive = {1, 7'841},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a9a",
                 .sha256 = "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906",
                 .published_text = true,
                 .note = "features are 0 or 1"},
    KnownDataset{
        .name = "ijcnn1",
        .rows = 49'990,
        .features = 22,
        .nonzeros = 649'870,
        .negative = {-1, 45'137},
        .positive = {1, 4'853},
        .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/ijcnn1.bz2",
        .sha256 = "16506cad788cf7c9607454150ed1994788204bac2ff4c9cb3b320036b6950d3f",
        .published_text = true,
        .note = "ijcnn1.tr and ijcnn1.val, which are also published apart, one after the other; not the test set ijcnn1.t"},
    KnownDataset{.name = "cod-rna",
                 .alias = "codrna",
                 .rows = 59'535,
                 .features = 8,
                 .nonzeros = 476'280,
                 .negative = {-1, 39'690},
                 .positive = {1, 19'845},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/cod-rna",
                 .sha256 = "65b7cc0689fc29bba5db8b50fab0b6446d985f4bf8f6f5dd474f7df8b2f1ab6c",
                 .published_text = true,
                 .note = "not scaled; the file is six blocks of one class each"},
    KnownDataset{.name = "covtype.binary",
                 .alias = "covtype",
                 .rows = 581'012,
                 .features = 54,
                 .nonzeros = 6'901'775,
                 .negative = {1, 297'711},
                 .positive = {2, 283'301},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/covtype.libsvm.binary.bz2",
                 .sha256 = "1c5b96e5367563e1895cb2afe6aab2ef9f15721ace6d1512598fa1368559196c",
                 .note = "not scaled; copyright Jock A. Blackard and Colorado State University, reuse with this notice"},
    KnownDataset{.name = "skin_nonskin",
                 .alias = "skin",
                 .rows = 245'057,
                 .features = 3,
                 .nonzeros = 722'427,
                 .negative = {1, 50'859},
                 .positive = {2, 194'198},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/skin_nonskin",
                 .sha256 = "dc8999649592aae3164238a677a2977ee7e24ef57a2a1f3ab06f69a10f00d060",
                 .note = "values from 0 to 255; the file is sorted by class"},
    KnownDataset{.name = "phishing",
                 .rows = 11'055,
                 .features = 68,
                 .nonzeros = 331'650,
                 .negative = {0, 4'898},
                 .positive = {1, 6'157},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/phishing",
                 .sha256 = "0cf66ef36604c393da9359b2e5d894a2df8aee31fd184633cefa138add2ef08a",
                 .note = "every row has length 1; its text has been compared with the published one up to row 8,404 only"},
    KnownDataset{.name = "abalone",
                 .task = regression,
                 .rows = 4'177,
                 .features = 8,
                 .nonzeros = 33'414,
                 .targets = {1, 29},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/abalone",
                 .sha256 = "45cd1d44b3c6ebc081b640f65eb8f7e264dda782fcf6d18b36f0fbc3bfd714ce",
                 .note = "the paper says 11,055 rows, which is the size of phishing; abalone has 4,177"},
    KnownDataset{.name = "abalone_scale",
                 .task = regression,
                 .in_paper = false,
                 .rows = 4'177,
                 .features = 8,
                 .nonzeros = 32'080,
                 .targets = {1, 29},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/abalone_scale",
                 .sha256 = "7f1f6ca7f636e684949fc3f6388fc4f7503083717f776876bbdd11098fc5378b",
                 .note = "features from -1 to 1"},
    KnownDataset{.name = "cadata",
                 .task = regression,
                 .rows = 20'640,
                 .features = 8,
                 .nonzeros = 165'120,
                 .targets = {14'999, 500'001},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/cadata",
                 .sha256 = "ffefbe2e9f0af268b72f523af41ef6076b59fa842482de0c586f81d3162a4a2a",
                 .note = "not scaled; targets are in dollars"},
    KnownDataset{.name = "cpusmall",
                 .task = regression,
                 .rows = 8'192,
                 .features = 12,
                 .nonzeros = 94'903,
                 .targets = {0, 99},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/cpusmall",
                 .sha256 = "399618e16393241f150cc9f6c91fac70431a2b35b3e6f6e010cab503be22241e",
                 .note = "not scaled"},
    KnownDataset{.name = "cpusmall_scale",
                 .task = regression,
                 .in_paper = false,
                 .rows = 8'192,
                 .features = 12,
                 .nonzeros = 98'304,
                 .targets = {0, 99},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/cpusmall_scale",
                 .sha256 = "6ac0a79423de80705e0f6709eae7865bf89f792ae4f9d29d476e44b47c315404",
                 .note = "features from -1 to 1"},
    KnownDataset{.name = "housing",
                 .task = regression,
                 .rows = 506,
                 .features = 13,
                 .nonzeros = 5'735,
                 .targets = {5, 50},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/housing",
                 .sha256 = "91b76f363bf9496d6522ca129e0a3aa78f84d56f1f20cd381c4364acd8dd6f2f",
                 .note = "not scaled"},
    KnownDataset{.name = "housing_scale",
                 .task = regression,
                 .in_paper = false,
                 .rows = 506,
                 .features = 13,
                 .nonzeros = 6'578,
                 .targets = {5, 50},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/housing_scale",
                 .sha256 = "bbacd2f526a038499717d5dc4b8895e6baf1e2351895b9360a84bcb31e104476",
                 .published_text = true,
                 .note = "features from -1 to 1"},
    KnownDataset{.name = "space_ga",
                 .task = regression,
                 .rows = 3'107,
                 .features = 6,
                 .nonzeros = 18'642,
                 .targets = {-3.05705, 0.100083},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/space_ga",
                 .sha256 = "41749743457d6974835006efcf09794bb41716a1648a46cc946f837b859d3233",
                 .note = "not scaled; features 5 and 6 are coordinates of many millions"},
    KnownDataset{.name = "space_ga_scale",
                 .task = regression,
                 .in_paper = false,
                 .rows = 3'107,
                 .features = 6,
                 .nonzeros = 18'642,
                 .targets = {-3.05705, 0.100083},
                 .address = "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/regression/space_ga_scale",
                 .sha256 = "acf41627906e9018193a70fdd9699587a510ee84183fd54d43ad46afdccad9f6",
                 .note = "features from -1 to 1"},
    KnownDataset{.name = "bike_hour",
                 .alias = "bike",
                 .task = regression,
                 .in_paper = false,
                 .rows = 17'379,
                 .features = 12,
                 .nonzeros = 172'078,
                 .targets = {1, 977},
                 .sha256 = "84b3fdf53373f0018f99c84425ff62a6e60b060e5d41621e2384d20369ddf6d6",
                 .note =
                     "hour after hour, 2011 and 2012; made from hour.csv of UCI's Bike Sharing, which is no LIBSVM text: target "
                     "cnt, features season, yr, mnth, hr, holiday, weekday, workingday, weathersit, temp, atemp, hum, windspeed"},
};

// What the collection calls the file, without compression.
std::string_view published_name(const KnownDataset& set) {
  const auto name = set.address.substr(set.address.rfind('/') + 1);
  return without_compression(name);
}

bool is_file(const std::filesystem::path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) && !std::filesystem::is_directory(path, ignored);
}

}  // namespace

std::string_view paper_loss(Task task) { return task == Task::numbers ? Absolute::name : Hinge::name; }

std::string KnownDataset::labels() const {
  const bool understood = positive.label == 1 && (negative.label == -1 || negative.label == 0);
  return task == Task::numbers || understood ? "" : fmt::format("{},{}", negative.label, positive.label);
}

std::span<const KnownDataset> known_datasets() { return known; }

std::vector<std::string_view> known_dataset_names() {
  std::vector<std::string_view> names;
  for (const auto& set : known) names.push_back(set.name);
  return names;
}

const KnownDataset* known_dataset(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const auto& set : known) {
    if (set.name == name || set.alias == name) return &set;
  }
  return nullptr;
}

const KnownDataset* known_dataset_meant(const std::string& path) { return is_file(path) ? nullptr : known_dataset(path); }

std::vector<std::filesystem::path> dataset_folders(std::string_view environment, const std::filesystem::path& current) {
  std::vector<std::filesystem::path> folders;
  if (!environment.empty()) folders.push_back(current / environment);
  folders.push_back(current / "data");
  folders.push_back(current / "../shared/data");
  return folders;
}

std::optional<std::filesystem::path> find_dataset(std::string_view name, std::span<const std::filesystem::path> folders) {
  const auto* const set = known_dataset(name);
  if (set == nullptr) return std::nullopt;
  std::vector<std::string> stems{std::string(set->name), fmt::format("{}.libsvm", set->name)};
  if (!set->address.empty() && published_name(*set) != set->name) stems.emplace_back(published_name(*set));
  for (const auto& folder : folders) {
    for (const auto& stem : stems) {
      if (auto path = folder / stem; is_file(path)) return path;
      for (const auto ending : compression_endings()) {
        if (auto path = folder / fmt::format("{}{}", stem, ending); is_file(path)) return path;
      }
    }
  }
  return std::nullopt;
}

std::string dataset_or_file(const std::string& path, std::span<const std::filesystem::path> folders) {
  const auto* const set = known_dataset_meant(path);
  if (set == nullptr) return path;
  if (const auto found = find_dataset(set->name, folders)) return found->string();
  throw DataError(path, "no such file, and the data set of that name is not here; download it");
}

}  // namespace tacit
