#include "cli/report/tex_text.hpp"

#include <array>
#include <cctype>
#include <utility>

#include "tacit/core/legible.hpp"

namespace tacit::cli {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 46> signs{
    {{"alpha", "α"}, {"beta", "β"},   {"gamma", "γ"},  {"delta", "δ"}, {"epsilon", "ε"}, {"varepsilon", "ε"}, {"eta", "η"},
     {"theta", "θ"}, {"kappa", "κ"},  {"lambda", "λ"}, {"mu", "μ"},    {"nu", "ν"},      {"xi", "ξ"},         {"pi", "π"},
     {"rho", "ρ"},   {"sigma", "σ"},  {"tau", "τ"},    {"phi", "φ"},   {"varphi", "φ"},  {"psi", "ψ"},        {"omega", "ω"},
     {"Delta", "Δ"}, {"Lambda", "Λ"}, {"Sigma", "Σ"},  {"Phi", "Φ"},   {"Psi", "Ψ"},     {"Omega", "Ω"},      {"sum", "∑"},
     {"prod", "∏"},  {"infty", "∞"},  {"times", "×"},  {"cdot", "·"},  {"le", "≤"},      {"leq", "≤"},        {"ge", "≥"},
     {"geq", "≥"},   {"in", "∈"},     {"to", "→"},     {"pm", "±"},    {"approx", "≈"},  {"ell", "ℓ"},        {"ldots", "…"},
     {"dots", "…"},  {"|", "‖"},      {"lVert", "‖"},  {"rVert", "‖"}}};

constexpr std::array<std::string_view, 10> silent{"text",         "mathrm", "mathit", "mathbf", "mathcal",
                                                  "operatorname", "left",   "right",  "bigl",   "bigr"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// A character that stands for itself.
void put(std::string& out, char c) {
  if (std::string_view("^_@&~{}\\").find(c) != std::string_view::npos) out += '\\';
  out += c;
}

std::string_view sign_of(std::string_view command) {
  for (const auto& [name, sign] : signs) {
    if (name == command) return sign;
  }
  for (const auto name : silent) {
    if (name == command) return "";
  }
  return command;
}

void put_math(std::string& out, std::string_view math) {
  for (std::size_t i = 0; i < math.size(); ++i) {
    const char c = math[i];
    if (c == '\\' && i + 1 < math.size()) {
      std::size_t end = i + 1;
      while (end < math.size() && is_letter(math[end])) ++end;
      if (end == i + 1) ++end;
      const std::string_view command = math.substr(i + 1, end - i - 1);
      if (command == "," || command == ";" || command == " ") {
        out += ' ';
      } else if (command == "{" || command == "}" || command == "_" || command == "&") {
        put(out, command.front());
      } else {
        out += sign_of(command);
      }
      i = end - 1;
    } else if (is_letter(c) && (i == 0 || !is_letter(math[i - 1])) && (i + 1 == math.size() || !is_letter(math[i + 1]))) {
      out += "{/:Italic ";
      out += c;
      out += '}';
    } else if (c == '-') {
      out += "−";
    } else if (c == '@' || c == '&' || c == '~') {
      put(out, c);
    } else {
      out += c;  // ^, _ and braces mean the same to gnuplot
    }
  }
}

}  // namespace

std::string enhanced_text(std::string_view given) {
  const std::string legibly = legible(given);
  const std::string_view text = legibly;
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\\$") {
      out += '$';
      ++i;
      continue;
    }
    const std::size_t end = text[i] == '$' ? text.find('$', i + 1) : std::string_view::npos;
    if (end == std::string_view::npos) {
      put(out, text[i]);
    } else {
      put_math(out, text.substr(i + 1, end - i - 1));
      i = end;
    }
  }
  return out;
}

}  // namespace tacit::cli
