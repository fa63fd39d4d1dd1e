// Models of every kind of learner with other structure than they should have are refused with a message, or give a model that is
// written to the same bytes again in both forms, learns, and is then written and read once more. Reading in pieces refuses the
// same files, and comes to the same learner and the same weights.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include "model_maker.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/session.hpp"

namespace {

using namespace tacit;
using namespace tacit::fuzz;

// A good model in its two forms.
struct Base {
  Value json;
  BinaryParts binary;
};

Base base_of(const Model& model) {
  const std::string json = to_json(model);
  const JsonTree tree(json, "base");
  return {value_from(tree.root()), parts_of(to_binary(model))};
}

void add_base(const Settings& settings, std::vector<Base>& bases) {
  try {
    Session session(settings);
    for (const double label : {1.0, -1.0, 1.0}) {
      const double x = 0.5 + label / 4;
      session.learn_one({{"1", x}, {"3", 1 - x}}, label);
    }
    bases.push_back(base_of(session.model()));
  } catch (const std::invalid_argument&) {  // this build lacks it, or no such learner is possible
  }
}

const std::vector<Base>& bases() {
  static const std::vector<Base> made = [] {
    std::vector<Base> bases;
    for (const LearnerKind* kind : learner_kinds()) {
      if (!kind->listed) continue;
      if (kind->family == Family::mixture) {  // whose hundreds of numbers take their time
        add_base(Settings({{"learner", kind->name}, {"loss", "hinge"}}), bases);
        add_base(Settings({{"learner", kind->name}, {"loss", "square"}, {"lags", "2"}}), bases);  // which has teams
        continue;
      }
      for (const char* loss : {"hinge", "absolute"}) {
        for (const std::string& domain : kind->domains) {
          Settings settings({{"learner", kind->name}, {"loss", loss}, {"domain", domain}});
          if (domain == "simplex")
            settings = Settings({{"learner", kind->name}, {"loss", loss}, {"domain", domain}, {"features", "3"}, {"bias", "no"}});
          add_base(settings, bases);
        }
      }
      add_base(Settings({{"learner", kind->name}, {"loss", "hinge"}, {"scale", "online"}, {"dictionary", "yes"}}), bases);
      add_base(Settings({{"learner", kind->name}, {"loss", "hinge"}, {"lags", "auto"}, {"horizon", "2"}}), bases);
    }
    add_base(Settings({{"learner", "ada-implicit"}, {"loss", "absolute"}, {"interval", "0.9"}}), bases);
    bases.push_back(base_of(parse_model(R"({"weights": {"1": 0.5, "30": -2}, "bias": 4})", "by hand")));
    return bases;
  }();
  return made;
}

std::string model_file(Choices& choices) {
  const Base& base = bases()[choices.below(bases().size())];
  const std::size_t form = choices.below(8);
  const std::size_t changes = choices.below(6);
  std::string bytes;
  if (form < 4) {
    Value json = base.json;
    for (std::size_t i = 0; i < changes; ++i) change(json, choices);
    print(json, bytes);
  } else {
    BinaryParts binary = base.binary;
    for (std::size_t i = 0; i < changes; ++i) change(binary, choices);
    bytes = binary_of(binary, choices);
  }
  return form % 4 == 3 ? in_gzip(bytes) : bytes;
}

// A form of the model gives it back, and the other form too.
void require_same_again(const Model& model, bool by_json) {
  const std::string json = to_json(model);
  const std::string binary = to_binary(model);
  const Model again = parse_model(by_json ? json : binary, "again");
  if (to_json(again) == json && to_binary(again) == binary) return;
  std::fprintf(stderr, "%s\nbecame\n%s\n", json.c_str(), to_json(again).c_str());
  std::abort();
}

// Whether the bytes are a model, read for this need; then use(loaded) is called.
template <class Use>
bool is_model(const std::string& bytes, Need need, Use use) {
  try {
    use(load_bytes(bytes, "pieces", need));
    return true;
  } catch (const DataError&) {
    return false;
  }
}

void require_same_in_pieces(const std::string& bytes) {
  std::string whole;
  SparseWeights weights;
  const bool good = is_model(bytes, Need::model, [&](LoadedModel loaded) {
    weights = loaded.model.weights;
    whole = to_binary(Session(std::move(loaded)).model());
  });
  const bool as_learner = is_model(bytes, Need::learner, [&](LoadedModel loaded) {
    if (loaded.model.weights != weights || to_binary(Session(std::move(loaded)).model()) != whole) std::abort();
  });
  const bool collapsed = is_model(bytes, Need::collapsed, [&](const LoadedModel& loaded) {
    if (loaded.model.weights != weights) std::abort();
  });
  if (as_learner != good || collapsed != good) std::abort();
}

// Learns a few rows, unless the model's numbers or labels forbid it.
bool learn(Session& session) {
  try {
    for (const double label : {1.0, -1.0}) session.learn_one({{"1", 0.75}, {"3", 0.25}}, label);
    session.model();
    return true;
  } catch (const DataError&) {
  } catch (const std::invalid_argument&) {
  } catch (const std::length_error&) {   // of FTRL, whose examples are too many
  } catch (const std::runtime_error&) {  // or cannot be solved
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Choices choices(data, size);
  const std::size_t checks = choices.below(5);
  const bool by_json = checks % 2 == 0;
  const std::string bytes = model_file(choices);
  if (checks == 4) {
    require_same_in_pieces(bytes);
    return 0;
  }
  try {
    LoadedModel loaded = load_bytes(bytes, "fuzz");
    if (checks < 2) {
      require_same_again(loaded.model, by_json);
    } else {
      Session session(std::move(loaded));
      if (learn(session)) require_same_again(session.model(), by_json);
    }
  } catch (const DataError& error) {
    const std::string_view message = error.what();
    if (message.size() <= 2000 && !message.starts_with("again")) return 0;
    std::fputs(error.what(), stderr);  // what we write, we read, and a message is short
    std::abort();
  }
  return 0;
}
