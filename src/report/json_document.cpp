#include "report/json_document.h"

namespace kab::report {

using model::Json;

Json json_of_remarks(std::span<const model::Remark> remarks) {
  Json list = Json::array();
  for (const auto& remark : remarks) list.push_back({{"code", remark.code}, {"text", remark.text}});
  return list;
}

std::string document_text(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kab::report
