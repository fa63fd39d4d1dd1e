#include "run/choose_crosses.hpp"

#include <algorithm>
#include <stdexcept>

#include "tacit/domains/simplex.hpp"

namespace tacit {

std::vector<std::string> understood_crosses(const std::vector<std::string>& typed) {
  std::vector<std::string> words = Crosses::understood(typed);
  static_cast<void>(Crosses(words, FeatureNames::default_bits));  // has something to say of too many names
  return words;
}

void choose_crosses(const Settings& settings, Configuration& configuration) {
  using Kind = SettingError::Kind;
  const auto refuse = [](Kind kind, const Message& message) { throw SettingError(kind, mention("cross"), message); };
  try {
    if (const auto typed = settings.list("cross")) configuration.cross = understood_crosses(*typed);
  } catch (const std::invalid_argument& error) {
    const auto words = *settings.list("cross");
    const bool letters =
        std::ranges::any_of(words, [](const std::string& word) { return word.find_first_of(".:") != word.npos; });
    // Letters were typed for another flag, and what is wrong names them.
    refuse(Kind::bad_value, letters ? Message(std::string(error.what())) : say(mention("cross"), " ", std::string(error.what())));
  }
  if (!configuration.cross.empty() && configuration.domain == Simplex::name) {
    refuse(Kind::contradiction,
           say(mention("cross"), " adds features, but the simplex has a fixed number of them: use another ", mention("domain")));
  }
}

std::shared_ptr<const Crosses> crosses_of(const Configuration& configuration) {
  if (configuration.cross.empty()) return nullptr;
  return std::make_shared<const Crosses>(configuration.cross, configuration.hash);
}

}  // namespace tacit
