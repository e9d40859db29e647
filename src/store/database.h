// One SQLite connection through SOCI: opening, transactions, and SOCI's exceptions as Errors.
// Private to the store: no other layer sees a soci type.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <soci/soci.h>

#include "base/result.h"

namespace kab::store {

enum class Access {
  kRead,   // read-only; a file that a killed writer left half-written is first put right
  kWrite,  // for an existing file (empty or a database); nothing is created here
};

class Database {
 public:
  /// Opens an existing file. Waits up to 10 s for another process's transaction.
  static Result<Database> open(const std::string& path, Access access);

  using Body = std::function<Result<void>(soci::session&)>;

  /// Runs `body` in one transaction: everything it wrote is kept, or (error, exception) nothing.
  /// A reading transaction sees one state of the file; a writing one excludes other writers.
  Result<void> transact(const Body& body);

  /// Runs one statement outside a transaction (PRAGMAs).
  Result<void> execute(const std::string& statement);

 private:
  Database(std::string path, Access access, std::unique_ptr<soci::session> session);
  Error error_of(const std::exception& problem) const;
  void roll_back();

  std::string path_;
  Access access_;
  std::unique_ptr<soci::session> session_;
};

/// "file:///tmp/a%20b.kab": the URI of a path, safe inside SOCI's "key=value key=value" text,
/// which has no way to escape a quote.
std::string uri_of(const std::string& path);

}  // namespace kab::store
