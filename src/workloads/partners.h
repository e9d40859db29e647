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
#include "workloads/signals.h"

namespace kab::workloads {

inline constexpr std::size_t kMostPartners = 64;

class Partners {
 public:
  /// What a partner does in a batch: exactly its `n` operations. An error ends the partner.
  using Work = std::move_only_function<Result<void>(std::uint64_t n)>;

  struct Role {
    std::string_view name;  // a literal: "reader"
    Work work;
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
    pid_t pid = -1;
  };

  struct Unmap {
    void operator()(Shared* shared) const;
  };
  using SharedPage = std::unique_ptr<Shared, Unmap>;

  explicit Partners(SharedPage shared);
  Result<void> fork_partner(Role role, std::optional<int> cpu);
  [[noreturn]] static void live(Shared& shared, std::size_t index, pid_t parent,
                                std::optional<int> cpu, Work work) noexcept;
  Error death_of(std::size_t index, int status) const;

  SharedPage shared_;
  PartnerSignals signals_;
  std::vector<Partner> partners_;
  std::optional<Error> failure_;
};

}  // namespace kab::workloads
