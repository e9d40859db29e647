#include "store/recorder.h"

#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "store/database.h"
#include "store/file_check.h"
#include "store/schema.h"
#include "store/write_rows.h"
#include "store/writer_process.h"

namespace kab::store {
namespace {

using soci::into;
using soci::use;

bool exists(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0;
}

// O_EXCL: of two programs that start at once, one gets the file and the other the error.
Result<void> create_empty(const std::string& path) {
  const Fd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (fd) return {};
  if (errno == EEXIST)
    return fail_input(
        path + " exists already; --append adds to it, --force replaces it, -o names another");
  return fail_unavailable("cannot create " + path + ": " + errno_text(errno));
}

// A rollback journal that outlived its database must not be applied to the new one.
Result<void> remove_recording(const std::string& path) {
  for (const auto& name : {path + "-journal", path})
    if (::unlink(name.c_str()) != 0 && errno != ENOENT)
      return fail_unavailable("cannot replace " + name + ": " + errno_text(errno));
  return {};
}

// A session without an end whose writer lives is being written right now.
Result<void> check_no_writer(soci::session& sql, const std::string& path) {
  long long pid = 0;
  long long start_ticks = 0;
  std::string boot_id;
  bool busy = false;
  long long busy_pid = 0;
  soci::statement rows =
      (sql.prepare << "select writer_pid, writer_start_ticks, boot_id from session"
                      " where stopped is null and writer_pid is not null",
       into(pid), into(start_ticks), into(boot_id));
  rows.execute();
  while (rows.fetch()) {
    if (!is_alive({.pid = pid, .start_ticks = start_ticks}, boot_id)) continue;
    busy = true;
    busy_pid = pid;
  }
  if (!busy) return {};
  return fail_unavailable(path + " is being written by process " + std::to_string(busy_pid) +
                          "; wait for its end, or record into another file");
}

Result<void> check_replaceable(const std::string& path) {
  if (!starts_as_database(path)) return {};
  auto database = Database::open(path, Access::kRead);
  if (!database) return {};  // damaged: what --force is for
  return database->transact([&](soci::session& sql) -> Result<void> {
    if (!check_schema(sql, path)) return {};
    return check_no_writer(sql, path);
  });
}

Result<void> make_room(const std::string& path, IfExists if_exists) {
  switch (if_exists) {
    case IfExists::kRefuse:
      return create_empty(path);
    case IfExists::kReplace:
      KAB_CHECK(check_replaceable(path));
      KAB_CHECK(remove_recording(path));
      return create_empty(path);
    case IfExists::kAppend:
      return exists(path) ? check_is_database(path) : create_empty(path);
  }
  return {};
}

// Between blocks nothing is synced: that would put disk traffic into the measurement. finish()
// syncs once. A killed kab loses nothing by this; a power cut may.
Result<Database> open_for_writing(const std::string& path) {
  KAB_TRY(auto database, Database::open(path, Access::kWrite));
  KAB_CHECK(database.execute("pragma journal_mode = delete"));
  KAB_CHECK(database.execute("pragma synchronous = off"));
  return database;
}

// The ids that the new session's rows get.
struct Ids {
  long long session = 0;
  long long first_sample = 1;
  long long next_sample = 1;
};

Result<void> write_header(soci::session& sql, const std::string& path, const model::Session& header,
                          Ids& ids) {
  int tables = 0;
  sql << "select count(*) from sqlite_master", into(tables);
  if (tables == 0) create_schema(sql, header.kab_version);
  KAB_CHECK(check_schema(sql, path));
  KAB_CHECK(check_no_writer(sql, path));
  upgrade_schema(sql);
  sql << "select coalesce(max(session), 0) + 1 from session", into(ids.session);
  sql << "select coalesce(max(sample), 0) + 1 from sample", into(ids.next_sample);
  ids.first_sample = ids.next_sample;
  const auto session = ids.session;
  insert_session(sql, session, header, this_process());
  for (std::size_t i = 0; i < header.arms.size(); ++i) {
    insert_arm(sql, session, i, header.arms[i].arm);
    replace_environment(sql, session, i, header.arms[i].environment);
  }
  for (std::size_t i = 0; i < header.subjects.size(); ++i)
    replace_subject(sql, session, i, header.subjects[i]);
  return {};
}

// A session that could not begin leaves no empty file behind that the next one would stumble over.
void remove_if_empty(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0)
    ::unlink(path.c_str());
}

Result<void> sync_to_disk(const std::string& path, int flags) {
  const Fd fd(::open(path.c_str(), flags | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0)
    return fail_unavailable("cannot write " + path + " to disk: " + errno_text(errno));
  return {};
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

}  // namespace

struct Recorder::Impl {
  std::string path;
  std::optional<Database> database;  // nothing after finish()
  Ids ids;
  pid_t owner = ::getpid();

  static Result<std::unique_ptr<Impl>> start(const std::string& path,
                                             const model::Session& header) {
    KAB_TRY(auto opened, open_for_writing(path));
    Ids ids;
    KAB_CHECK(opened.transact([&](auto& sql) { return write_header(sql, path, header, ids); }));
    auto impl = std::make_unique<Impl>();
    impl->path = path;
    impl->database = std::move(opened);
    impl->ids = ids;
    return impl;
  }

  Result<void> write(const Database::Body& body) {
    if (!database) return fail_unavailable("cannot write " + path + ": it is finished");
    return database->transact(body);
  }

  Result<void> end(model::Stopped stopped) {
    const std::string how(text_of(stopped));
    return write([&](soci::session& sql) -> Result<void> {
      sql << "update session set stopped = :stopped, writer_pid = null, writer_start_ticks = null"
             " where session = :session",
          use(how), use(ids.session);
      return {};
    });
  }
};

Recorder::Recorder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Recorder::Recorder(Recorder&&) noexcept = default;

Recorder& Recorder::operator=(Recorder&& other) noexcept {
  std::swap(impl_, other.impl_);  // `other` ends what this one was writing
  return *this;
}

Recorder::~Recorder() {
  // A child of fork() must not write in its parent's name.
  if (impl_ && impl_->database && impl_->owner == ::getpid())
    static_cast<void>(impl_->end(model::Stopped::kInterrupted));
}

Result<Recorder> Recorder::begin(const std::string& path, IfExists if_exists,
                                 const model::Session& header) {
  KAB_CHECK(make_room(path, if_exists));
  auto impl = Impl::start(path, header);
  if (!impl) {
    remove_if_empty(path);
    return std::unexpected(std::move(impl).error());
  }
  return Recorder(std::move(*impl));
}

Result<void> Recorder::set_subject(std::size_t subject, const model::Subject& calibrated) {
  return impl_->write([&](soci::session& sql) -> Result<void> {
    replace_subject(sql, impl_->ids.session, subject, calibrated);
    return {};
  });
}

Result<void> Recorder::set_environment(std::size_t arm, const model::Environment& environment) {
  return impl_->write([&](soci::session& sql) -> Result<void> {
    replace_environment(sql, impl_->ids.session, arm, environment);
    return {};
  });
}

Result<void> Recorder::set_plan(std::uint32_t planned_blocks) {
  const auto blocks = static_cast<long long>(planned_blocks);
  return impl_->write([&](soci::session& sql) -> Result<void> {
    sql << "update session set planned_blocks = :blocks where session = :session", use(blocks),
        use(impl_->ids.session);
    return {};
  });
}

Result<void> Recorder::add(std::span<const model::Sample> samples) {
  auto& ids = impl_->ids;
  const auto added = impl_->write([&](soci::session& sql) -> Result<void> {
    insert_samples(sql, ids.session, ids.next_sample, samples);
    return {};
  });
  if (added) ids.next_sample += static_cast<long long>(samples.size());
  return added;
}

Result<void> Recorder::add_tally(std::span<const model::TalliedCall> calls) {
  return impl_->write([&](soci::session& sql) -> Result<void> {
    insert_tally(sql, impl_->ids.session, calls);
    return {};
  });
}

Result<void> Recorder::add_profile(std::span<const model::ProfileRow> rows) {
  return impl_->write([&](soci::session& sql) -> Result<void> {
    insert_profile(sql, impl_->ids.first_sample, rows);
    return {};
  });
}

Result<void> Recorder::add_counted(std::span<const model::CountedBatch> batches) {
  return impl_->write([&](soci::session& sql) -> Result<void> {
    insert_counted(sql, impl_->ids.first_sample, batches);
    return {};
  });
}

Result<void> Recorder::add_event(const model::Event& event) {
  const auto at_ns = static_cast<long long>(event.at_ns);
  return impl_->write([&](soci::session& sql) -> Result<void> {
    sql << "insert into event (session, at_ns, code, text) values (:session, :at, :code, :text)",
        use(impl_->ids.session), use(at_ns), use(event.code), use(event.text);
    return {};
  });
}

Result<void> Recorder::add_look(std::uint32_t blocks) {
  const auto number = static_cast<long long>(blocks);
  return impl_->write([&](soci::session& sql) -> Result<void> {
    sql << "insert into look (session, blocks) values (:session, :blocks)", use(impl_->ids.session),
        use(number);
    return {};
  });
}

Result<void> Recorder::finish(model::Stopped stopped) {
  KAB_CHECK(impl_->end(stopped));
  // Closed first: closing any descriptor of the file drops SQLite's locks on it (fcntl(2)).
  impl_->database.reset();
  KAB_CHECK(sync_to_disk(impl_->path, O_RDONLY));
  return sync_to_disk(folder_of(impl_->path), O_RDONLY | O_DIRECTORY);
}

}  // namespace kab::store
