// Images for the audits: those assembled in tests/elf/images, and what is found in them.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files.h"
#include "elf/image.h"
#include "inspect/audit.h"
#include "inspect/subject.h"

namespace kab::inspect {

inline elf::Image image_named(const std::string& name) {
  auto image = elf::read_image(std::string(KAB_IMAGES) + "/" + name);
  EXPECT_TRUE(image) << image.error().message;
  return std::move(image).value();
}

inline std::vector<model::VdsoFinding> findings_in(const elf::Image& image,
                                                   const AuditContext& context = {}) {
  return audit(Subject(image), context).findings;
}

/// Codes of findings, or of notes.
inline std::vector<std::string> codes_of(const std::vector<model::VdsoFinding>& findings,
                                         model::VdsoWeight weight = model::VdsoWeight::kFinding) {
  std::vector<std::string> codes;
  for (const auto& finding : findings)
    if (finding.weight == weight) codes.push_back(finding.code);
  return codes;
}

inline std::vector<std::string> codes_in(const std::string& name,
                                         const AuditContext& context = {}) {
  const auto image = image_named(name);
  return codes_of(findings_in(image, context));
}

}  // namespace kab::inspect
