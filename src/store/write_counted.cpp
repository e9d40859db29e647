// Tallies, profiles and counts by function into rows.
#include <optional>
#include <string>
#include <vector>

#include "store/write_rows.h"

namespace kab::store {

using soci::use;

namespace {

/// A number that may be unknown, which is null and not 0.
struct Nullable {
  explicit Nullable(const std::optional<std::uint64_t>& number)
      : value(static_cast<long long>(number.value_or(0))),
        indicator(number ? soci::i_ok : soci::i_null) {}
  long long value;
  soci::indicator indicator;
};

void insert_batch(soci::session& sql, long long sample, const model::CountedBatch& batch) {
  const auto iterations = static_cast<long long>(batch.iterations);
  const auto user = static_cast<long long>(batch.user);
  const auto kernel = static_cast<long long>(batch.kernel);
  const auto strings = static_cast<long long>(batch.string_iterations);
  const long long clock_ns = batch.clock_ns;
  Nullable switches(batch.happened.context_switches);
  Nullable faults(batch.happened.page_faults);
  Nullable interrupts(batch.happened.interrupts);
  sql << "insert into counted_batch (sample, iterations, user_instructions, kernel_instructions,"
         " string_iterations, clock_ns, context_switches, page_faults, interrupts) values "
         "(:sample, :iterations, :user, :kernel,"
         " :strings, :clock, :switches, :faults, :interrupts)",
      use(sample), use(iterations), use(user), use(kernel), use(strings), use(clock_ns),
      use(switches.value, switches.indicator), use(faults.value, faults.indicator),
      use(interrupts.value, interrupts.indicator);
}

void insert_functions(soci::session& sql, long long sample,
                      const std::vector<model::FunctionCount>& functions) {
  if (functions.empty()) return;  // SOCI refuses to bind empty vectors
  std::vector<long long> samples(functions.size(), sample);
  std::vector<long long> instructions;
  std::vector<long long> calls;
  std::vector<long long> strings;
  std::vector<std::string> names;
  std::vector<std::string> modules;
  for (const auto& function : functions) {
    names.push_back(function.name);
    modules.push_back(function.module);
    instructions.push_back(static_cast<long long>(function.instructions));
    calls.push_back(static_cast<long long>(function.calls));
    strings.push_back(static_cast<long long>(function.string_iterations));
  }
  sql << "insert into counted_function (sample, name, module, instructions, calls,"
         " string_iterations) values (:sample, :name, :module, :instructions, :calls, :strings)",
      use(samples), use(names), use(modules), use(instructions), use(calls), use(strings);
}

}  // namespace

void insert_tally(soci::session& sql, long long session,
                  std::span<const model::TalliedCall> calls) {
  for (const auto& call : calls) {
    const auto calls_made = static_cast<long long>(call.calls);
    const auto errors = static_cast<long long>(call.errors);
    const auto operations = static_cast<long long>(call.operations);
    const long long subject = call.subject;
    const long long arm = call.arm;
    const double seconds = call.seconds.value_or(0);
    soci::indicator timed = call.seconds ? soci::i_ok : soci::i_null;
    sql << "insert into tally (session, subject, arm, method, abi, name, calls, errors, operations,"
           " seconds) values (:session, :subject, :arm, :method, :abi, :name, :calls, :errors,"
           " :operations, :seconds)",
        use(session), use(subject), use(arm), use(call.method), use(call.abi), use(call.name),
        use(calls_made), use(errors), use(operations), use(seconds, timed);
  }
}

void insert_profile(soci::session& sql, long long first_id,
                    std::span<const model::ProfileRow> rows) {
  if (rows.empty()) return;  // SOCI refuses to bind empty vectors
  std::vector<long long> samples;
  std::vector<long long> counts;
  std::vector<std::string> dsos;
  std::vector<std::string> symbols;
  for (const auto& row : rows) {
    samples.push_back(first_id + row.sample);
    counts.push_back(static_cast<long long>(row.count));
    dsos.push_back(row.dso);
    symbols.push_back(row.symbol);
  }
  sql << "insert into profile (sample, dso, symbol, count) values (:sample, :dso, :symbol, :count)",
      use(samples), use(dsos), use(symbols), use(counts);
}

void insert_counted(soci::session& sql, long long first_id,
                    std::span<const model::CountedBatch> batches) {
  for (const auto& batch : batches) {
    insert_batch(sql, first_id + batch.sample, batch);
    insert_functions(sql, first_id + batch.sample, batch.functions);
  }
}

}  // namespace kab::store
