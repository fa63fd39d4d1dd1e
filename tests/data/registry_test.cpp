#include "tacit/data/registry.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

namespace registry_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Paths = std::vector<std::filesystem::path>;

TEST_CASE("the registry has the paper's eleven data sets: six of classes and five of numbers") {
  const auto count = [](Task task) {
    return std::ranges::count_if(known_datasets(), [&](const auto& set) { return set.in_paper && set.task == task; });
  };
  CHECK(count(Task::two_classes) == 6);
  CHECK(count(Task::numbers) == 5);
}

TEST_CASE("every entry of the registry agrees with itself") {
  std::set<std::string_view> names;
  for (const auto& set : known_datasets()) {
    CAPTURE(set.name);
    CHECK(names.insert(set.name).second);
    if (!set.alias.empty()) CHECK(names.insert(set.alias).second);
    CHECK(set.nonzeros <= set.rows * set.features);
    CHECK(set.sha256.size() == 64);
    CHECK(set.sha256.find_first_not_of("0123456789abcdef") == std::string_view::npos);
    if (set.task == Task::two_classes) {
      CHECK(set.negative.rows + set.positive.rows == set.rows);
      CHECK(set.loss() == "hinge");
    } else {
      CHECK(set.targets.first < set.targets.second);
      CHECK(set.loss() == "absolute");
      CHECK(set.labels().empty());
    }
    const std::string folder = set.task == Task::two_classes ? "/binary/" : "/regression/";
    if (set.name == "bike_hour") {
      CHECK(set.address.empty());
      CHECK_FALSE(set.published_text);
    } else {
      CHECK_THAT(std::string(set.address), Contains("https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets" + folder));
    }
  }
}

TEST_CASE("labels have to be given where they are neither -1 and 1 nor 0 and 1") {
  CHECK(known_dataset("covtype.binary")->labels() == "1,2");
  CHECK(known_dataset("skin_nonskin")->labels() == "1,2");
  CHECK(known_dataset("phishing")->labels().empty());
  CHECK(known_dataset("a9a")->labels().empty());
}

TEST_CASE("a data set has its name and its alias and no other") {
  CHECK(known_dataset("covtype") == known_dataset("covtype.binary"));
  CHECK(known_dataset("covtype") != nullptr);
  CHECK(known_dataset("A9A") == nullptr);
  CHECK(known_dataset("") == nullptr);  // an alias that is not there
}

TEST_CASE("folders are searched in order: the environment's then data then ../shared/data") {
  CHECK(dataset_folders("", "") == Paths{"data", "../shared/data"});
  CHECK(dataset_folders("/sets", "/home") == Paths{"/sets", "/home/data", "/home/../shared/data"});
  CHECK(dataset_folders("sets", "/home").front() == "/home/sets");

  const Scratch first;
  const Scratch second;
  const Paths folders{first.path(""), "/nowhere/at/all", second.path("")};
  CHECK_FALSE(find_dataset("a9a", folders));
  const auto later = second.write("a9a", "");
  CHECK(find_dataset("a9a", folders) == later);
  const auto earlier = first.write("a9a.libsvm.zst", "");
  CHECK(find_dataset("a9a", folders) == earlier);
  CHECK_FALSE(find_dataset("b9b", folders));
}

TEST_CASE("a data set is found plain or compressed and under the collection's name for it") {
  for (const char* name : {"covtype.binary", "covtype.binary.gz", "covtype.binary.libsvm", "covtype.binary.libsvm.bz2",
                           "covtype.libsvm.binary.bz2", "covtype.libsvm.binary"}) {
    const Scratch scratch;
    const auto path = scratch.write(name, "");
    CHECK(find_dataset("covtype.binary", Paths{scratch.path("")}) == path);
    CHECK(find_dataset("covtype", Paths{scratch.path("")}) == path);
  }
  const Scratch scratch;
  scratch.write("a9a.txt", "");
  scratch.write("a9a.libsvm.part", "");
  std::filesystem::create_directory(scratch.path("a9a"));
  CHECK_FALSE(find_dataset("a9a", Paths{scratch.path("")}));
}

TEST_CASE("a file's path stays as it is and the name of a data set becomes its file") {
  const Scratch scratch;
  const Paths folders{scratch.path("")};
  const auto file = scratch.write("mine.svm", "");
  CHECK(dataset_or_file(file, folders) == file);
  CHECK(dataset_or_file("-", folders) == "-");
  CHECK(dataset_or_file("no/such/file", folders) == "no/such/file");
  CHECK_THROWS_AS(dataset_or_file("housing", folders), DataError);
  CHECK_THROWS_WITH(dataset_or_file("covtype", folders),
                    Contains("covtype: no such file") && Contains("is not here; download it"));
  const auto housing = scratch.write("housing.libsvm.gz", "");
  CHECK(dataset_or_file("housing", folders) == housing);
}

TEST_CASE("a name means a known data set unless there is such a file") {
  const Scratch scratch;
  CHECK(known_dataset_meant("bike") == known_dataset("bike_hour"));
  CHECK(known_dataset_meant("bike.csv") == nullptr);
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.path(""));
  scratch.write("bike", "");
  const auto* const meant = known_dataset_meant("bike");
  std::filesystem::current_path(before);
  CHECK(meant == nullptr);
}

TEST_CASE("every data set is in the documentation") {
  std::ifstream file(std::string(TACIT_TEST_DATA) + "/../docs/datasets.md");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  for (const auto& set : known_datasets()) CHECK_THAT(text, Contains("| `" + std::string(set.name) + "` |"));
}

TEST_CASE("the paper's loss is hinge for classes and absolute for numbers") {
  CHECK(paper_loss(Task::two_classes) == "hinge");
  CHECK(paper_loss(Task::numbers) == "absolute");
  for (const auto& set : known_datasets()) CHECK(set.loss() == paper_loss(set.task));
}

}  // namespace registry_test
