// Partner processes of a workload: forked once, told how many operations a batch has, waited for.
// They die with the caller, and none of them, alive or as a zombie, outlives its Partners.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "workloads/shared_memory.h"
#include "workloads/signals.h"

namespace kab::workloads {

inline constexpr std::size_t kMostPartners = 256;

/// Whether a partner forks in its turn. One that does leads a process group, so that whoever it
/// leaves behind can be found, ended and waited for.
enum class Children { kNone, kSome };

class Partners {
 public:
  /// What a partner does in a batch: exactly its `n` operations. An error ends the partner.
  using Work = std::move_only_function<Result<void>(std::uint64_t n)>;

  struct Role {
    std::string_view name;  // a literal: "reader"
    Work work;
    Children children = Children::kNone;
  };

  /// Forks one process a role (at most kMostPartners) and waits until all are there. The first
  /// partner has role index 1 in `pin` (cpu_of_role), since the caller has 0.
  static Result<std::unique_ptr<Partners>> start(std::vector<Role> roles, std::span<const int> pin);

  ~Partners();
  Partners(const Partners&) = delete;
  Partners& operator=(const Partners&) = delete;

  /// Starts a batch of `n` operations, spread evenly over the partners, all at once.
  Result<void> begin(std::uint64_t n);

  /// Waits until every partner has done its part of the batch.
  Result<void> wait();

  /// The error of a partner that is gone, if one is. Who is interrupted in a blocking call calls
  /// it.
  Result<void> check();

  /// The error to report after `call` failed with `error_number`: a partner's end, if that is why.
  Error explain(std::string_view call, int error_number);

  /// Where each partner was at the end of its last batch.
  std::vector<int> cpus() const;
  std::vector<pid_t> pids() const;

 private:
  struct Shared;
  struct Partner {
    std::string_view name;
    pid_t pid = -1;    // -1: it has ended and has been waited for
    pid_t group = -1;  // that it leads, if it has children
  };

  /// Where a process's orphans go while this lives: to the caller, who waits for them.
  class Adoption {
   public:
    Adoption();
    ~Adoption();
    Adoption(const Adoption&) = delete;
    Adoption& operator=(const Adoption&) = delete;

   private:
    int before_ = 0;
  };

  explicit Partners(SharedMemory<Shared> shared);
  Result<void> fork_partner(Role role, std::optional<int> cpu);
  [[noreturn]] static void live(Shared& shared, std::size_t index, pid_t parent,
                                std::optional<int> cpu, Role role) noexcept;
  void let_finish();
  static void end_group(pid_t group);
  Error death_of(std::size_t index, int status) const;

  SharedMemory<Shared> shared_;
  PartnerSignals signals_;
  std::optional<Adoption> adoption_;
  std::vector<Partner> partners_;
  std::optional<Error> failure_;
};

}  // namespace kab::workloads
