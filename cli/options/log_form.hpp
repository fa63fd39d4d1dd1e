// The form of what goes to standard error: sentences for people, or one JSON object per line. It holds for the whole program, as
// also an error that ends it is said in this form.
#pragma once

namespace tacit::cli {

enum class LogForm { text, json };

inline LogForm& log_form() {
  static LogForm chosen = LogForm::text;
  return chosen;
}

}  // namespace tacit::cli
