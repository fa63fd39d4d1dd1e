#include "keywords.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <utility>

#include "class_word.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/losses/named.hpp"
#include "wording.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

// A value that somebody gave a setting, on its way into the table's own form.
class Given {
 public:
  // `several` tells whether labels are several classes, by their names.
  Given(const Setting& setting, py::handle value, bool several) : setting_(setting), value_(value), several_(several) {}

  SettingValue value() const {
    switch (setting_.kind) {
      case SettingKind::text:
        return text();
      case SettingKind::word:
        return is_switch(setting_) ? std::string(setting_.words()[yes() ? 1 : 0]) : text();
      case SettingKind::real:
        return real(value_, "a finite number");
      case SettingKind::count:
        return count();
      case SettingKind::flag:
      case SettingKind::yes_no:
        return yes();
      case SettingKind::pair:
        return pair();
      case SettingKind::list:
        return texts();
    }
    return {};
  }

 private:
  static constexpr std::string_view labels_and_weights = "a dictionary of labels and their weights";

  std::string said(std::string_view expected) const {
    return fmt::format("{}={}; expected {}", keyword(setting_.name), std::string(py::repr(value_)), expected);
  }
  [[noreturn]] void refuse_type(std::string_view expected) const { throw py::type_error(said(expected)); }
  [[noreturn]] void refuse_value(std::string_view expected) const { throw py::value_error(said(expected)); }

  std::string text() const {
    if (setting_.takes_weights && py::isinstance<py::dict>(value_)) return weights();
    if (setting_.takes_number && PyLong_CheckExact(value_.ptr())) return std::string(py::str(value_));
    if (!py::isinstance<py::str>(value_))
      refuse_type(setting_.takes_weights ? fmt::format("'balanced' or {}", labels_and_weights) : "a string");
    return value_.cast<std::string>();
  }

  // A label as it is written in a file; of two classes, True is 1.
  std::string label(py::handle key) const {
    if (!several_ && is_truth(key)) return PyObject_IsTrue(key.ptr()) == 1 ? "1" : "0";
    if (const auto word = class_word(key)) return *word;
    if (py::isinstance<py::str>(key)) {
      const auto word = key.cast<std::string>();
      if (word.find(',') != std::string::npos)
        throw py::value_error(said(fmt::format("labels without commas, not {}", shown(word))));
      return word;
    }
    return fmt::format("{}", real(key, "labels that are words or numbers"));
  }

  // LABEL=WEIGHT,... as the command line has it.
  std::string weights() const {
    std::string text;
    for (const auto& [key, weight] : py::reinterpret_borrow<py::dict>(value_))
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", label(key), real(weight, "weights that are finite numbers"));
    return text;
  }

  double real(py::handle value, std::string_view expected) const {
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      refuse_type(expected);
    }
    if (!std::isfinite(number)) refuse_value(expected);
    return number;
  }

  std::uint64_t count() const {
    constexpr auto expected = "a whole number that is not negative";
    const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value_.ptr()));
    if (!whole) {
      PyErr_Clear();
      refuse_type(expected);
    }
    const std::uint64_t number = PyLong_AsUnsignedLongLong(whole.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      refuse_value(expected);
    }
    return number;
  }

  bool yes() const {
    if (!is_truth(value_)) refuse_type("True or False");
    return PyObject_IsTrue(value_.ptr()) == 1;
  }

  py::sequence sequence(std::string_view expected) const {
    if (py::isinstance<py::str>(value_) || !py::isinstance<py::sequence>(value_)) refuse_type(expected);
    return py::reinterpret_borrow<py::sequence>(value_);
  }

  std::vector<std::string> texts() const {
    const auto expected = !setting_.takes_number      ? "a list of strings"
                          : setting_.words == nullptr ? "a string, a whole number or a list of them"
                                                      : "'auto', a whole number or a list of them";
    std::vector<std::string> texts;
    if (setting_.takes_number && PyLong_CheckExact(value_.ptr())) return {std::string(py::str(value_))};
    if (setting_.takes_number && py::isinstance<py::str>(value_)) return split(value_.cast<std::string>());
    for (const auto item : sequence(expected)) {
      const bool number = setting_.takes_number && PyLong_CheckExact(item.ptr());
      if (!number && !py::isinstance<py::str>(item)) refuse_type(expected);
      texts.push_back(std::string(py::str(item)));
    }
    return texts;
  }

  SettingValue pair() const {
    const std::string expected =
        fmt::format("two numbers{}, ({})", setting_.takes_words ? " or two words" : "", setting_.placeholder);
    const py::sequence both = sequence(expected);
    if (both.size() != 2) refuse_value(expected);
    const py::object first = both[0];
    const py::object second = both[1];
    if (setting_.takes_words && py::isinstance<py::str>(first) && py::isinstance<py::str>(second))
      return std::vector{first.cast<std::string>(), second.cast<std::string>()};
    return std::pair(real(first, expected), real(second, expected));
  }

  const Setting& setting_;
  py::handle value_;
  bool several_;
};

bool is_of_several_classes(const py::dict& keywords) {
  const auto said = [&](const char* name) { return keywords.contains(name) && !keywords[name].is_none(); };
  if (said("classes")) return true;
  return said("loss") && py::isinstance<py::str>(keywords["loss"]) && is_class_loss(keywords["loss"].cast<std::string>());
}

const Setting& setting_of(const std::string& said) {
  for (const Setting& setting : all_settings()) {
    if (keyword(setting.name) == said) return setting;
  }
  throw py::type_error(fmt::format("unexpected keyword {}", shown(said)));
}

}  // namespace

Settings settings_said(const py::dict& keywords) {
  Settings settings;
  const bool several = is_of_several_classes(keywords);
  for (const auto& [name, value] : keywords) {
    const Setting& setting = setting_of(name.cast<std::string>());
    if (!value.is_none()) settings.set(setting, Given(setting, value, several).value());
  }
  return settings;
}

py::list table() {
  py::list settings;
  for (const Setting& setting : all_settings()) {
    py::dict entry;
    entry["name"] = keyword(setting.name);
    entry["scope"] = setting.scope == SettingScope::learner ? "learner" : "reading";
    entry["type"] = annotation(setting);
    entry["default"] = is_switch(setting) ? py::object(py::bool_(false)) : py::object(py::none());
    entry["description"] = setting.description();
    settings.append(entry);
  }
  return settings;
}

}  // namespace tacit::python
