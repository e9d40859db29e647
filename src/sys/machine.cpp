#include "sys/machine.h"

#include "base/files.h"
#include "sys/machine_facts.h"

namespace kab::sys {

Facts machine_facts(const std::string& root) {
  FactReader facts(root);
  add_kernel_facts(facts);
  add_processor_facts(facts);
  add_clock_source(facts);
  facts.add("clock.available",
            facts.line("sys/devices/system/clocksource/clocksource0/available_clocksource"));
  add_place_facts(facts);
  add_steal(facts);
  return facts.take();
}

Facts changing_facts(const std::string& root) {
  FactReader facts(root);
  add_clock_source(facts);
  add_online_cpus(facts);
  add_throttling(facts);
  add_steal(facts);
  add_frequency(facts);
  return facts.take();
}

std::string boot_id() { return read_line_or_empty("/proc/sys/kernel/random/boot_id"); }

}  // namespace kab::sys
