// The parts that machine_facts is put together from, and how each of them reads its files.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sys/machine.h"

namespace kab::sys {

/// Collects facts of one machine: a fact without a value is left out.
class FactReader {
 public:
  /// `root` as machine_facts takes it.
  explicit FactReader(const std::string& root);

  /// The one-line content of root + `path` ("proc/version"), empty if it cannot be read.
  std::string line(const std::string& path) const;
  /// All of it, empty if it cannot be read.
  std::string text(const std::string& path) const;
  bool exists(const std::string& path) const;
  /// The target of a symbolic link, empty if it is none.
  std::string link(const std::string& path) const;
  /// The names in a folder, sorted.
  std::vector<std::string> names(const std::string& path) const;
  /// "cpu0", "cpu1", … of sys/devices/system/cpu, by number.
  std::vector<std::string> cpu_folders() const;
  /// The rest of the first line of /proc/cpuinfo that starts with `key`.
  std::string processor_line(std::string_view key) const;

  void add(std::string_view name, std::string value);
  Facts take() { return std::move(facts_); }

 private:
  std::string root_;
  Facts facts_;
};

void add_kernel_facts(FactReader& facts);     // kernel.*, memory.*, time_namespace
void add_processor_facts(FactReader& facts);  // cpu.*
void add_place_facts(FactReader& facts);      // machine.*

/// The facts that can change during a trial; most of them are in machine_facts too.
void add_clock_source(FactReader& facts);
void add_online_cpus(FactReader& facts);
void add_steal(FactReader& facts);
void add_throttling(FactReader& facts);
void add_frequency(FactReader& facts);

}  // namespace kab::sys
