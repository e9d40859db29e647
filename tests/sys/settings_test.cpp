#include "sys/settings.h"

#include <gtest/gtest.h>

#include "sys/scratch.h"

namespace kab::sys {
namespace {

std::string path_or_error(std::string_view name) {
  const auto path = sysctl_path(name);
  if (path) return *path;
  EXPECT_EQ(path.error().kind, ErrorKind::kInput);
  return path.error().message;
}

TEST(SysctlPath, UnderstandsDotsAndSlashes) {
  const std::string path = "/proc/sys/net/unix/max_dgram_qlen";
  EXPECT_EQ(path_or_error("net.unix.max_dgram_qlen"), path);
  EXPECT_EQ(path_or_error("net/unix/max_dgram_qlen"), path);
}

TEST(SysctlPath, KeepsADotInsideAPartWhenSlashesSeparate) {
  EXPECT_NE(
      path_or_error("net/ipv4/conf/eth0.100/x").find("no sysctl \"net/ipv4/conf/eth0.100/x\""),
      std::string::npos);
  // "kernel.ostype" by its parts; "kernel/os.type" would be another file.
  EXPECT_EQ(path_or_error("kernel.ostype"), "/proc/sys/kernel/ostype");
  EXPECT_EQ(path_or_error("kernel/os.type").substr(0, 18), "there is no sysctl");
}

TEST(SysctlPath, SuggestsTheNearestNameWhereThePathGoesWrong) {
  EXPECT_EQ(
      path_or_error("net.unix.max_dgram_qlem"),
      "there is no sysctl \"net.unix.max_dgram_qlem\"; did you mean net.unix.max_dgram_qlen?");
  EXPECT_EQ(path_or_error("net.unx.max_dgram_qlen"),
            "there is no sysctl \"net.unx.max_dgram_qlen\"; did you mean net.unix.max_dgram_qlen?");
  EXPECT_EQ(path_or_error("kernel.nothing_of_that_kind_at_all"),
            "there is no sysctl \"kernel.nothing_of_that_kind_at_all\"");
}

TEST(SysctlPath, NeverLeavesItsFolder) {
  for (const auto* name : {"", "..", "kernel/../../version", "/etc/passwd", "kernel..ostype",
                           "net.", "kernel/./ostype"})
    EXPECT_EQ(path_or_error(name).substr(0, 18), "there is no sysctl") << name;
}

TEST(SysctlPath, IsNotAGroup) {
  EXPECT_EQ(path_or_error("net.unix"), "there is no sysctl \"net.unix\": it is a group of sysctls");
}

TEST(ScopeOfSysctl, IsTheNetworkNamespaceForNetOnly) {
  EXPECT_EQ(scope_of_sysctl("net.unix.max_dgram_qlen"), Scope::kNetworkNamespace);
  EXPECT_EQ(scope_of_sysctl("net/core/somaxconn"), Scope::kNetworkNamespace);
  EXPECT_EQ(scope_of_sysctl("kernel.sched_rt_runtime_us"), Scope::kHost);
  EXPECT_EQ(scope_of_sysctl("network.x"), Scope::kHost);
}

TEST(ValueShownBy, IsTheChosenWordOrTheWholeLine) {
  EXPECT_EQ(value_shown_by("always [madvise] never\n"), "madvise");
  EXPECT_EQ(value_shown_by("[none] mq-deadline"), "none");
  EXPECT_EQ(value_shown_by("4096\t131072\t6291456\n"), "4096\t131072\t6291456");
  EXPECT_EQ(value_shown_by("10\n\n"), "10\n");
  EXPECT_EQ(value_shown_by(""), "");
  EXPECT_EQ(value_shown_by("[]\n"), "[]");
}

TEST(SameValue, DoesNotMindTheSpaceBetweenWords) {
  EXPECT_TRUE(same_value("4096 131072", "4096\t131072\n"));
  EXPECT_FALSE(same_value("4096 131072", "4096"));
}

TEST(CurrentValue, IsEveryByteOfAnOrdinaryFile) {
  const ScratchFolder folder;
  const std::string content = "[always] never\n\n";
  EXPECT_EQ(current_value(folder.file("file", content)).value(), content);
}

TEST(CurrentValue, IsTheValueThatAKernelFileShows) {
  EXPECT_EQ(current_value("/proc/sys/kernel/ostype").value(), "Linux");
}

TEST(CurrentValue, IsRefusedForWhatCannotBePutBack) {
  const ScratchFolder folder;
  EXPECT_EQ(current_value(folder.file("long", std::string((1u << 20) + 1, 'x'))).error().kind,
            ErrorKind::kInput);
  EXPECT_TRUE(current_value(folder.file("longest", std::string(1u << 20, 'x'))));
  EXPECT_EQ(current_value(folder.path()).error().kind, ErrorKind::kInput);
  EXPECT_EQ(current_value(folder.path("absent")).error().kind, ErrorKind::kInput);
}

TEST(WriteValue, ReplacesTheContentInPlace) {
  const ScratchFolder folder;
  const std::string path = folder.file("file", "a longer value", 0640);
  ASSERT_TRUE(write_value({.path = path, .value = "short"}));
  EXPECT_EQ(read_file(path).value(), "short");
  ASSERT_TRUE(write_value({.path = path, .value = ""}));
  EXPECT_EQ(read_file(path).value(), "");
}

TEST(WriteValue, DoesNotMakeAFile) {
  const ScratchFolder folder;
  const auto written = write_value({.path = folder.path("absent"), .value = "1"});
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().kind, ErrorKind::kInput);
  EXPECT_FALSE(std::filesystem::exists(folder.path("absent")));
}

TEST(WriteValue, TellsARefusedValueFromAMissingPermission) {
  const std::string seen = in_child([]() -> std::string {
    become_ordinary_user();
    const auto written = write_value({.path = "/proc/sys/kernel/panic", .value = "0"});
    if (written || written.error().kind != ErrorKind::kUnavailable) return "no permission needed";
    return written.error().message;
  });
  EXPECT_EQ(seen, "cannot set /proc/sys/kernel/panic to \"0\": Permission denied; run as root");
  // A file of this process alone, whose values the kernel checks.
  const auto refused = write_value({.path = "/proc/self/oom_score_adj", .value = "5000"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kInput);
  EXPECT_EQ(
      refused.error().message,
      "cannot set /proc/self/oom_score_adj to \"5000\": Invalid argument; the kernel takes no "
      "such value, give one that it does");
}

}  // namespace
}  // namespace kab::sys
