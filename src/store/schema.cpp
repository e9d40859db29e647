#include "store/schema.h"

#include <optional>

#include "base/number.h"
#include "base/text.h"

namespace kab::store {
namespace {

constexpr const char* kFormat = "kab recording";

// Columns that may exceed 32 bits are "bigint": SOCI fetches many rows of an "integer" column at a
// time as 32-bit numbers. SQLite itself makes no difference.
// Tables that recordings of schema 1 and 2 lack.
constexpr const char* kCountedTables[] = {
    R"(create table if not exists tally (
  tally      integer primary key,
  session    integer not null references session,
  subject    integer not null,
  arm        integer not null,
  method     text not null,
  abi        text not null,
  name       text not null,
  calls      bigint not null,
  errors     bigint not null,
  operations bigint not null,
  seconds    real
))",
    R"(create table if not exists profile (
  profile integer primary key,
  sample  bigint not null references sample,
  dso     text not null,
  symbol  text not null,
  count   bigint not null
))",
};

// Tables that recordings of schema 1 to 3 lack.
constexpr const char* kFunctionTables[] = {
    R"(create table if not exists counted_batch (
  sample              bigint primary key references sample,
  iterations          bigint not null,
  user_instructions   bigint not null,
  kernel_instructions bigint not null,
  string_iterations   bigint not null,
  clock_ns            bigint not null,
  context_switches    bigint,
  page_faults         bigint,
  interrupts          bigint
))",
    R"(create table if not exists counted_function (
  counted_function  integer primary key,
  sample            bigint not null references counted_batch,
  name              text not null,
  module            text not null,
  instructions      bigint not null,
  calls             bigint not null,
  string_iterations bigint not null
))",
};

// 0x6b616200 is "kab" and a zero byte: file(1) and others tell a recording by it.
constexpr const char* kTables[] = {
    "pragma application_id = 0x6b616200",
    R"(create table meta (
  key   text primary key,
  value text not null
) without rowid)",
    R"(create table session (
  session        integer primary key,
  kind           text not null,
  label          text not null,
  lane           text not null,
  seed           text not null,
  kab_version    text not null,
  worker_build   text not null,
  boot_id        text not null,
  started        text not null,
  argv           text not null,
  with_aa        integer not null,
  planned_blocks integer not null,
  thresholds     text not null,
  confidence     real not null,
  stopped        text,
  writer_pid     integer,
  writer_start_ticks integer
))",
    R"(create table arm (
  session  integer not null references session,
  arm      integer not null,
  name     text not null,
  settings text not null,
  primary key (session, arm)
) without rowid)",
    R"(create table arm_environment (
  session  integer not null references session,
  arm      integer not null,
  position integer not null,
  key      text not null,
  value    text not null,
  primary key (session, arm, position)
) without rowid)",
    R"(create table subject (
  session             integer not null references session,
  subject             integer not null,
  name                text not null,
  abi                 text not null,
  params              text not null,
  command             text not null,
  bytes_per_operation real not null,
  iterations          bigint not null,
  batches             integer not null,
  warmup_iterations   bigint not null,
  timer_resolution_ns real not null,
  timer_cost_ns       real not null,
  empty_loop_ns       real not null,
  copies              real not null default 0,
  copied_bytes        real not null default 0,
  checked_copies      real not null default 0,
  checked_bytes       real not null default 0,
  primary key (session, subject)
) without rowid)",
    R"(create table metric (
  session integer not null references session,
  subject integer not null,
  metric  integer not null,
  name    text not null,
  unit    text not null,
  better  text not null,
  primary key (session, subject, metric)
) without rowid)",
    R"(create table sample (
  sample      integer primary key,
  session     integer not null references session,
  subject     integer not null,
  arm         integer not null,
  slot        text not null,
  block       integer not null,
  position    integer not null,
  started_ns  bigint not null,
  duration_ns bigint not null,
  status      text not null,
  failure     text not null,
  cpus        text not null
))",
    R"(create table reading (
  sample     bigint not null references sample,
  metric     integer not null,
  batch      integer not null,
  iterations bigint not null,
  total      real not null
))",
    R"(create table event (
  event   integer primary key,
  session integer not null references session,
  at_ns   bigint not null,
  code    text not null,
  text    text not null
))",
    R"(create table look (
  look    integer primary key,
  session integer not null references session,
  blocks  integer not null
))",
    R"(create view measurement as
  select sample.session, session.label, subject.name as subject, subject.params, arm.name as arm,
         sample.slot, sample.block, sample.sample, reading.batch, metric.name as metric,
         metric.unit, reading.total / reading.iterations as value
    from reading
    join sample  on sample.sample = reading.sample and sample.status = 'ok'
    join session on session.session = sample.session
    join subject on subject.session = sample.session and subject.subject = sample.subject
    join arm     on arm.session = sample.session and arm.arm = sample.arm
    join metric  on metric.session = sample.session and metric.subject = sample.subject
                and metric.metric = reading.metric)",
};

// The value of one key of `meta`, empty where there is none.
std::string meta_of(soci::session& sql, const std::string& key) {
  std::string value;
  sql << "select coalesce((select value from meta where key = :key), '')", soci::use(key),
      soci::into(value);
  return value;
}

bool has_tables(soci::session& sql, const std::string& names, std::size_t wanted) {
  int tables = 0;
  sql << "select count(*) from sqlite_master where type = 'table' and name in (" + names + ")",
      soci::into(tables);
  return tables == static_cast<int>(wanted);
}

bool has_meta_table(soci::session& sql) {
  int tables = 0;
  sql << "select count(*) from sqlite_master where type = 'table' and name = 'meta'"
         " and sql like '%key%value%'",
      soci::into(tables);
  return tables == 1;
}

}  // namespace

void create_schema(soci::session& sql, const std::string& kab_version) {
  for (const auto* statement : kTables) sql << statement;
  for (const auto* statement : kCountedTables) sql << statement;
  for (const auto* statement : kFunctionTables) sql << statement;
  const std::string keys[] = {"format", "schema", "kab_version"};
  const std::string values[] = {kFormat, std::to_string(kSchemaVersion), kab_version};
  for (std::size_t i = 0; i < std::size(keys); ++i)
    sql << "insert into meta (key, value) values (:key, :value)", soci::use(keys[i]),
        soci::use(values[i]);
}

bool has_user_copies(soci::session& sql) {
  int columns = 0;
  sql << "select count(*) from pragma_table_info('subject') where name = 'copies'",
      soci::into(columns);
  return columns == 1;
}

bool has_counted_tables(soci::session& sql) {
  return has_tables(sql, "'tally', 'profile'", std::size(kCountedTables));
}

bool has_function_tables(soci::session& sql) {
  return has_tables(sql, "'counted_batch', 'counted_function'", std::size(kFunctionTables));
}

void upgrade_schema(soci::session& sql) {
  if (!has_user_copies(sql)) {
    for (const std::string column : {"copies", "copied_bytes", "checked_copies", "checked_bytes"})
      sql << "alter table subject add column " + column + " real not null default 0";
  }
  for (const auto* statement : kCountedTables) sql << statement;
  for (const auto* statement : kFunctionTables) sql << statement;
  const std::string version = std::to_string(kSchemaVersion);
  sql << "update meta set value = :version where key = 'schema'", soci::use(version);
}

Result<void> check_schema(soci::session& sql, const std::string& path) {
  if (!has_meta_table(sql) || meta_of(sql, "format") != kFormat)
    return fail_input(path + " is an SQLite database, but not a kab recording");
  const auto text = meta_of(sql, "schema");
  const auto version = parse_int(text);
  if (!version || *version < 1)
    return fail_input(path + " is damaged: its schema version is " + in_quotes(text));
  if (*version > kSchemaVersion)
    return fail_input(path + " has recording schema " + text + ", this kab reads up to " +
                      std::to_string(kSchemaVersion) + ": it needs kab " +
                      meta_of(sql, "kab_version") + " or newer");
  return {};
}

}  // namespace kab::store
