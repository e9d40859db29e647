// What kab can do on this machine, and why not where it cannot.
#pragma once

#include <string>
#include <vector>

namespace kab::cli {

struct Capability {
  std::string name;
  bool available = false;
  std::string detail;  // what it gives, or why it is not there and what would help
};

std::vector<Capability> capabilities();

}  // namespace kab::cli
