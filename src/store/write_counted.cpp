// Tallies and profiles into rows.
#include <string>
#include <vector>

#include "store/write_rows.h"

namespace kab::store {

using soci::use;

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

}  // namespace kab::store
