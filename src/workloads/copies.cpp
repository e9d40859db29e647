#include "workloads/copies.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "workloads/pin.h"
#include "workloads/raw_clock.h"
#include "workloads/shared_memory.h"

namespace kab::workloads {
namespace {

constexpr std::size_t kMostFurther = 8;

/// What the copies tell after each batch. Only its own copy writes an entry.
struct Ledger {
  struct Entry {
    alignas(64) double ns_per_operation = 0;
    std::array<double, kMostFurther> further = {};
  };
  std::array<Entry, kMostPartners> of = {};
};

using Make = std::function<Result<Instance>(const ParamValues&, std::span<const int>)>;

/// The life of one copy; what it holds is made in its own process, at its first batch.
class Copy {
 public:
  Copy(Make make, ParamValues params, std::vector<int> pin, Ledger::Entry& entry)
      : make_(std::move(make)), params_(std::move(params)), pin_(std::move(pin)), entry_(entry) {}

  Result<void> operator()(std::uint64_t n) {
    if (!instance_) {
      KAB_TRY(instance_, make_(params_, pin_));
    }
    if (n == 0) return instance_->run(0);
    const std::int64_t started = now_ns();
    KAB_CHECK(instance_->run(n));
    entry_.ns_per_operation = static_cast<double>(now_ns() - started) / static_cast<double>(n);
    if (instance_->further.take) instance_->further.take(entry_.further);
    return {};
  }

 private:
  Make make_;
  ParamValues params_;
  std::vector<int> pin_;
  Ledger::Entry& entry_;
  std::optional<Instance> instance_;
};

/// The CPUs for copy `index`: the list goes on where the roles of the copy before it ended.
std::vector<int> pin_of_copy(std::span<const int> pin, std::size_t index, std::size_t roles) {
  std::vector<int> own(pin.begin(), pin.end());
  if (!own.empty())
    std::ranges::rotate(own, own.begin() + static_cast<std::ptrdiff_t>(index * roles % own.size()));
  return own;
}

/// copy-mean, copy-slowest, then the largest of each further metric of the copies.
Further further_of_copies(SharedMemory<Ledger> ledger, std::size_t copies,
                          const std::vector<std::string_view>& own_names) {
  std::vector<std::string_view> names = {"copy-mean", "copy-slowest"};
  names.insert(names.end(), own_names.begin(), own_names.end());
  return {.names = std::move(names),
          .take = [ledger = std::move(ledger), copies](std::span<double> values) {
            std::ranges::fill(values, 0.0);
            for (const auto& entry : std::span(ledger->of).first(copies)) {
              values[0] += entry.ns_per_operation / static_cast<double>(copies);
              values[1] = std::max(values[1], entry.ns_per_operation);
              for (std::size_t i = 2; i < values.size(); ++i)
                values[i] = std::max(values[i], entry.further[i - 2]);
            }
          }};
}

Result<Instance> make_copies(const Make& make, std::size_t roles, const ParamValues& params,
                             std::span<const int> pin) {
  // Once here: an error keeps its kind and words, and the names of further metrics are known.
  std::vector<std::string_view> own_names;
  {
    KAB_TRY(const Instance trial, make(params, pin));
    own_names = trial.further.names;
  }
  const auto count = static_cast<std::size_t>(params.number("copies"));
  KAB_TRY(auto ledger, share<Ledger>());
  std::vector<Partners::Role> partners;
  std::vector<int> first_cpus;
  if (const auto own = cpu_of_role(pin, 0)) first_cpus.push_back(*own);
  for (std::size_t i = 0; i < count; ++i) {
    auto own = pin_of_copy(pin, i, roles);
    if (!own.empty()) first_cpus.push_back(own.front());
    partners.push_back({.name = "copy",
                        .work = Copy(make, params, std::move(own), ledger->of[i]),
                        .children = Children::kSome});
  }
  Instance instance;
  KAB_TRY(instance.partners, Partners::start(std::move(partners), first_cpus));
  instance.run = [running = instance.partners.get(), count](std::uint64_t n) -> Result<void> {
    KAB_CHECK(running->begin(n * count));
    return running->wait();
  };
  instance.further = further_of_copies(std::move(ledger), count, own_names);
  instance.copies = count;
  return instance;
}

}  // namespace

Workload with_copies(Workload workload) {
  workload.params.push_back({.name = "copies",
                             .default_value = "1",
                             .meaning = "processes that run the workload at once, each its own",
                             .range = Range{.min = 1, .max = kMostPartners},
                             .off = "1"});
  workload.make = [make = std::move(workload.make), roles = workload.roles.size()](
                      const ParamValues& params, std::span<const int> pin) -> Result<Instance> {
    if (params.number("copies") == 1) return make(params, pin);
    return make_copies(make, roles, params, pin);
  };
  return workload;
}

}  // namespace kab::workloads
