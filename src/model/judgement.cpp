#include "model/judgement.h"

namespace kab::model {

std::string_view text_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kFaster:
      return "faster";
    case Verdict::kSlower:
      return "slower";
    case Verdict::kSame:
      return "same";
    case Verdict::kUndecided:
      return "undecided";
  }
  return "undecided";
}

std::string_view text_of(Replication replication) {
  switch (replication) {
    case Replication::kProcess:
      return "process";
    case Replication::kBoot:
      return "boot";
    case Replication::kSession:
      return "session";
    case Replication::kUnknown:
      return "unknown";
  }
  return "unknown";
}

std::string title_of(std::string_view workload, const Params& params) {
  std::string title(workload);
  for (const auto& [key, value] : params) title += " " + key + "=" + value;
  return title;
}

}  // namespace kab::model
