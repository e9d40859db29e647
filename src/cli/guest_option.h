// --kernel, --boot, --smp and --mem of commands that can do their work in a guest, where nothing is
// timed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.h"
#include "trial/guest_host.h"

namespace kab::cli {

struct GuestOption {
  std::string kernel;  // empty: the running one, and no guest
  std::string boot;
  std::optional<std::uint32_t> cpus;
  std::string memory;
};

/// `usual_cpus` is said in the help, and what guest_of() takes where --smp is not given.
void add_guest_option(CLI::App& command, GuestOption& option, std::uint32_t usual_cpus);

/// kInput for any of the others without --kernel.
Result<void> check_guest_option(const GuestOption& option);

/// The guest asked for, with the workers of `abis` and the programs of `programs` and files of
/// `files` in it. Errors as GuestHost::prepare().
Result<trial::GuestHost> guest_of(const GuestOption& option, std::uint32_t usual_cpus,
                                  const std::vector<std::string>& abis,
                                  const std::vector<std::string>& programs = {},
                                  const std::vector<std::string>& files = {});

}  // namespace kab::cli
