#include "cli/common_options.h"

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <sys/stat.h>
#include <unistd.h>

#include "trial/abi.h"

namespace kab::cli {
namespace {

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// base.kab, or base-2.kab, base-3.kab, …: two trials may start in the same second.
std::string free_name(const std::string& base) {
  std::string name = base + ".kab";
  for (int number = 2; exists(name); ++number) name = base + "-" + std::to_string(number) + ".kab";
  return name;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

}  // namespace

void add_common(CLI::App& command, CommonOptions& options) {
  command.add_flag("--json", options.json, "One JSON document on stdout");
  command.add_flag("-q,--quiet", options.quiet, "No progress and no notes on stderr");
  command.add_option("--color", options.color, "Colour the verdicts: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->type_name("WHEN");
}

void add_format(CLI::App& command, CommonOptions& options) {
  command
      .add_option("--format", options.format,
                  "text, mail (under 80 columns, ASCII), csv, json, junit or markdown")
      ->type_name("FORMAT");
}

void add_abi(CLI::App& command, std::string& abi, const std::string& meaning) {
  const auto refused = [](const std::string& text) {
    const auto known = trial::check_abi(text);
    return known ? std::string() : known.error().message;
  };
  command.add_option("--abi", abi, meaning)->type_name("ABI")->check(CLI::Validator(refused, ""));
}

void add_abis(CLI::App& command, std::string& abis, const std::string& meaning) {
  const auto refused = [](const std::string& text) {
    const auto known = trial::parse_abis(text);
    return known ? std::string() : known.error().message;
  };
  command.add_option("--abi", abis, meaning)
      ->type_name("ABI[,ABI]")
      ->check(CLI::Validator(refused, ""));
}

void add_recording(CLI::App& command, RecordingOptions& options) {
  command
      .add_option("-o,--output", options.output,
                  "The recording to write (default: kab-<date>-<label>.kab here)")
      ->type_name("FILE.kab");
  command.add_flag("--append", options.append, "Add to the recording if it exists");
  command.add_flag("--force", options.force, "Replace the recording if it exists");
}

std::string recording_path(const RecordingOptions& options, std::string_view label) {
  if (!options.output.empty()) return options.output;
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  char date[32];
  std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", &local);
  std::string name(label);
  std::ranges::replace_if(name, [](char c) { return c == '/' || c == ' ' || c == ':'; }, '-');
  return free_name("kab-" + std::string(date) + (name.empty() ? "" : "-" + name));
}

Result<void> check_recording_path(const RecordingOptions& options, const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
    return fail_input(path +
                      " is not a regular file, so no place for a recording; name another with -o");
  const bool there = exists(path);
  if (there && if_exists(options) == store::IfExists::kRefuse)
    return fail_input(
        path + " exists already; --append adds to it, --force replaces it, -o names another");
  const auto folder = folder_of(path);
  if (!exists(folder))
    return fail_input("cannot create " + path + ": there is no folder " + folder +
                      "; make it, or name another place with -o");
  if (::access((there ? path : folder).c_str(), W_OK) == 0) return {};
  return fail_unavailable("cannot write " + path + ": " + errno_text(errno) +
                          "; name another place with -o");
}

store::IfExists if_exists(const RecordingOptions& options) {
  if (options.append) return store::IfExists::kAppend;
  return options.force ? store::IfExists::kReplace : store::IfExists::kRefuse;
}

ColorChoice color_choice(const CommonOptions& options) {
  if (options.color == "always") return ColorChoice::kAlways;
  return options.color == "never" ? ColorChoice::kNever : ColorChoice::kAuto;
}

Result<report::Format> format_choice(const CommonOptions& options) {
  return report::parse_format(options.json ? "json" : options.format);
}

}  // namespace kab::cli
