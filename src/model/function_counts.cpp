#include "model/function_counts.h"

namespace kab::model {

std::string_view text_of(FunctionFate fate) {
  switch (fate) {
    case FunctionFate::kGrew:
      return "grew";
    case FunctionFate::kShrank:
      return "shrank";
    case FunctionFate::kCame:
      return "came";
    case FunctionFate::kWent:
      return "went";
  }
  return "grew";
}

}  // namespace kab::model
