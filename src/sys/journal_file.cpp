// The format, a line each, fields between tabs; tab, newline and backslash in a field are \t, \n,
// \\:
//   kab-journal 1
//   boot <id>
//   set <path> <original> <written>      (once for each value written to the path)
#include "sys/journal_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string_view>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"

namespace kab::sys {
namespace {

constexpr std::string_view kHeader = "kab-journal\t1";

std::string path_in(const std::string& folder) { return folder + "/journal"; }

std::string escaped(std::string_view field) {
  std::string out;
  for (const char c : field) {
    if (c == '\t') {
      out += "\\t";
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\\') {
      out += "\\\\";
    } else {
      out += c;
    }
  }
  return out;
}

std::string unescaped(std::string_view field) {
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + 1 == field.size()) {
      out += field[i];
      continue;
    }
    ++i;
    out += field[i] == 't' ? '\t' : field[i] == 'n' ? '\n' : field[i];
  }
  return out;
}

std::string text_of(const Journal& journal) {
  std::string text = std::string(kHeader) + "\nboot\t" + escaped(journal.boot) + "\n";
  for (const auto& change : journal.changes)
    for (const auto& written : change.written)
      text += "set\t" + escaped(change.path) + "\t" + escaped(change.original) + "\t" +
              escaped(written) + "\n";
  return text;
}

void add(Journal& journal, std::string path, std::string original, std::string written) {
  auto& changes = journal.changes;
  auto found = std::find_if(changes.begin(), changes.end(),
                            [&](const Change& change) { return change.path == path; });
  if (found == changes.end())
    found = changes.insert(
        found, {.path = std::move(path), .original = std::move(original), .written = {}});
  found->written.push_back(std::move(written));
}

void read_line(Journal& journal, std::string_view line) {
  const auto fields = split(line, '\t');
  if (fields.size() == 2 && fields[0] == "boot") {
    journal.boot = unescaped(fields[1]);
  } else if (fields.size() == 4 && fields[0] == "set" && fields[1].starts_with('/')) {
    add(journal, unescaped(fields[1]), unescaped(fields[2]), unescaped(fields[3]));
  } else {
    ++journal.unreadable;
  }
}

/// A rename is on the disk only when its folder is.
void sync_folder(const std::string& folder) {
  const Fd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (fd) ::fsync(fd.get());
}

}  // namespace

Result<void> save_journal(const std::string& folder, const Journal& journal) {
  const std::string path = path_in(folder);
  const std::string draft = path + ".new";
  const Fd file(::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file)
    return fail_unavailable("cannot write the journal " + draft + ": " + errno_text(errno));
  KAB_CHECK(write_all(file.get(), text_of(journal), draft));
  if (::fsync(file.get()) != 0 || ::rename(draft.c_str(), path.c_str()) != 0)
    return fail_unavailable("cannot write the journal " + path + ": " + errno_text(errno));
  sync_folder(folder);
  return {};
}

Result<std::optional<Journal>> load_journal(const std::string& folder) {
  const std::string path = path_in(folder);
  if (::access(path.c_str(), F_OK) != 0 && errno == ENOENT) return std::nullopt;
  KAB_TRY(const std::string text, read_file(path));
  auto lines = split(text, '\n');
  Journal journal;
  // A whole journal ends in a newline, which leaves an empty part; anything else was cut off.
  if (!lines.back().empty()) ++journal.unreadable;
  lines.pop_back();
  if (lines.empty()) return journal;
  if (lines.front() != kHeader)
    return fail_input("the journal " + path +
                      " is not understood; it is left as it is: see what it holds, put that back, "
                      "and remove it");
  for (std::size_t i = 1; i < lines.size(); ++i) read_line(journal, lines[i]);
  return journal;
}

void remove_journal(const std::string& folder) {
  ::unlink(path_in(folder).c_str());
  sync_folder(folder);
}

}  // namespace kab::sys
