#include "checks/together.h"

#include <atomic>
#include <string>
#include <system_error>
#include <thread>

namespace kab::checks {
namespace {

enum class Gate { kClosed, kGo, kNobody };

}  // namespace

Result<void> run_together(const std::vector<std::function<void()>>& works) {
  std::atomic<Gate> gate = Gate::kClosed;
  std::vector<std::jthread> threads;
  try {
    for (const auto& work : works)
      threads.emplace_back([&gate, &work] {
        gate.wait(Gate::kClosed);
        if (gate.load() == Gate::kGo) work();
      });
    gate.store(Gate::kGo);
    gate.notify_all();
    return {};
  } catch (const std::system_error& problem) {
    gate.store(Gate::kNobody);
    gate.notify_all();
    return fail_unavailable(std::string("cannot start a thread: ") + problem.what());
  }
}

}  // namespace kab::checks
