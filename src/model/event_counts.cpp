#include "model/event_counts.h"

namespace kab::model {

std::string_view text_of(CountStatus status) {
  switch (status) {
    case CountStatus::kCounted:
      return "counted";
    case CountStatus::kNotSupported:
      return "not supported";
    case CountStatus::kNotPermitted:
      return "not permitted";
    case CountStatus::kNotCounted:
      return "not counted";
  }
  return "not counted";
}

}  // namespace kab::model
