#include "store/database.h"

#include <cctype>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string_view>
#include <utility>

#include <soci/sqlite3/soci-sqlite3.h>

#include "base/text.h"
#include "store/file_check.h"

namespace kab::store {
namespace {

constexpr std::string_view kWaitSeconds = "10";

using Connection = std::unique_ptr<soci::session>;

Connection connect(const std::string& path, std::string_view extra) {
  return std::make_unique<soci::session>(
      soci::sqlite3,
      "db=" + uri_of(path) + " timeout=" + std::string(kWaitSeconds) + std::string(extra));
}

// connect() makes no other backend; the library does not export what dynamic_cast would need.
sqlite_api::sqlite3* handle_of(soci::session& session) {
  return static_cast<soci::sqlite3_session_backend*>(session.get_backend())->conn_;
}

// SQLite's primary result code behind an exception, or SQLITE_ERROR.
int code_of(const std::exception& problem) {
  const auto* known = dynamic_cast<const soci::sqlite3_soci_error*>(&problem);
  return known == nullptr ? SQLITE_ERROR : known->result() & 0xff;
}

// SOCI's own words, without the statement that it appends after a line break.
std::string first_line(std::string_view text) {
  return std::string(trimmed(text.substr(0, text.find('\n'))));
}

Error write_error(const std::string& path, const std::string& reason) {
  return {ErrorKind::kUnavailable, "cannot write " + path + ": " + reason +
                                       "; what was recorded before is intact: make room, then go "
                                       "on with --append"};
}

// SQLite tells only a plain "no space left" from other failures, and keeps errno only at times.
std::string io_reason(int system_error) {
  if (system_error == EDQUOT) return "disk full (" + errno_text(EDQUOT) + ")";
  if (system_error != 0) return errno_text(system_error);
  return "I/O error, or a file size limit (ulimit -f)";
}

Error unfinished_error(const std::string& path) {
  return {ErrorKind::kInput,
          "cannot read " + path +
              ": its writer was killed in the middle of a block, and undoing that block needs "
              "write permission; copy it together with " +
              path + "-journal to a folder of yours and read it there"};
}

}  // namespace

std::string uri_of(const std::string& path) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string uri = path.starts_with('/') ? "file://" : "file:";
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("/._-").contains(c)) {
      uri += c;
    } else {
      uri += '%';
      uri += kHex[byte >> 4];
      uri += kHex[byte & 15];
    }
  }
  return uri;
}

Database::Database(std::string path, Access access, Connection session)
    : path_(std::move(path)), access_(access), session_(std::move(session)) {}

Result<Database> Database::open(const std::string& path, Access access) {
  Database database(path, access, nullptr);
  try {
    database.session_ = connect(path, access == Access::kRead ? " readonly=true" : "");
    // SQLite looks into the file only at the first statement.
    *database.session_ << "select count(*) from sqlite_master";
    return database;
  } catch (const std::exception& problem) {
    if (access != Access::kRead || code_of(problem) != SQLITE_READONLY)
      return std::unexpected(database.error_of(problem));
  }
  // A read-only connection may not undo a killed writer's half transaction; a writing one does.
  try {
    database.session_ = connect(path, "");
    *database.session_ << "select count(*) from sqlite_master";
    return database;
  } catch (const std::exception&) {
    return std::unexpected(unfinished_error(path));
  }
}

Result<void> Database::transact(const Body& body) {
  Result<void> done;
  try {
    *session_ << (access_ == Access::kWrite ? "begin immediate" : "begin");
  } catch (const std::exception& problem) {
    return std::unexpected(error_of(problem));
  }
  try {
    done = body(*session_);
    if (done) {
      *session_ << "commit";
      return done;
    }
  } catch (const std::exception& problem) {
    done = std::unexpected(error_of(problem));
  }
  roll_back();
  return done;
}

Result<void> Database::execute(const std::string& statement) {
  try {
    *session_ << statement;
    return {};
  } catch (const std::exception& problem) {
    return std::unexpected(error_of(problem));
  }
}

void Database::roll_back() {
  try {
    *session_ << "rollback";
  } catch (const std::exception&) {
    // SQLite rolled back by itself (it does so when the disk is full); nothing is left to undo.
  }
}

Error Database::error_of(const std::exception& problem) const {
  auto* handle = session_ ? handle_of(*session_) : nullptr;
  const int system_error = handle == nullptr ? 0 : sqlite_api::sqlite3_system_errno(handle);
  const auto doing = std::string(access_ == Access::kWrite ? "cannot write " : "cannot read ");
  const auto kind = access_ == Access::kWrite ? ErrorKind::kUnavailable : ErrorKind::kInput;
  switch (code_of(problem)) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {ErrorKind::kUnavailable,
              doing + path_ + ": another process is writing it; wait for its end"};
    case SQLITE_FULL:
      return write_error(path_, "disk full");
    case SQLITE_IOERR:
      if (access_ == Access::kWrite) return write_error(path_, io_reason(system_error));
      return {kind, doing + path_ + ": " + io_reason(system_error)};
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return {ErrorKind::kInput, damage_of(path_)};
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return {kind, doing + path_ + ": " +
                        (system_error != 0 ? errno_text(system_error) : "no permission") +
                        "; its folder must be writable, too"};
    default:
      return {kind, doing + path_ + ": " + first_line(problem.what())};
  }
}

}  // namespace kab::store
