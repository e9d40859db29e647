// Code of images assembled for these tests: decoded, walked, listed, and its alternatives.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/alternatives.h"
#include "elf/functions.h"
#include "elf/listing.h"
#include "elf/made_image.h"
#include "elf/unwind.h"
#include "elf/walk.h"

namespace kab::elf {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Image image_named(const std::string& name) {
  return read_image(std::string(KAB_IMAGES) + "/" + name).value();
}

Decoder decoder() { return Decoder::of(MadeImage({}).image().value()).value(); }

Instruction decoded(std::string_view code) { return decoder().decode(code, 0x1000).value(); }

TEST(Instruction, IsOfItsKind) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(decoded("\x0f\x31"sv).kind, Kind::kTscRead);
  EXPECT_EQ(decoded("\x0f\x01\xf9"sv).kind, Kind::kTscReadOrdered);
  EXPECT_EQ(decoded("\x0f\xae\xe8"sv).kind, Kind::kFence);
  EXPECT_EQ(decoded("\x0f\x05"sv).kind, Kind::kKernelEntry);
  EXPECT_EQ(decoded("\xcd\x80"sv).kind, Kind::kKernelEntry);
  EXPECT_EQ(decoded("\xcd\x03"sv).kind, Kind::kOther);
  EXPECT_EQ(decoded("\x66\x90"sv).kind, Kind::kNop);
  EXPECT_EQ(decoded("\x48\x8d\x76\x00"sv).kind, Kind::kNop);
  EXPECT_EQ(decoded("\xf3\x0f\x1e\xfa"sv).kind, Kind::kLanding);
  EXPECT_EQ(decoded("\xc3"sv).kind, Kind::kReturn);
  EXPECT_EQ(decoded("\xe8\x01\0\0\0"sv).target, 0x1006U);
  EXPECT_EQ(decoder().decode("\x0f"sv, 0), std::nullopt);
}

TEST(Instruction, MovesTheStackPointer) {
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(decoded("\x55"sv).stack_pointer.displacement, -8);
  EXPECT_EQ(decoded("\x5d"sv).stack_pointer.displacement, 8);
  EXPECT_EQ(decoded("\x48\x83\xec\x20"sv).stack_pointer.displacement, -0x20);
  EXPECT_EQ(decoded("\xc9"sv).stack_pointer.from, Moved::From::kFramePointer);
  EXPECT_EQ(decoded("\x48\x83\xe4\xf0"sv).stack_pointer.from, Moved::From::kUnknown);
  EXPECT_EQ(decoded("\x48\x89\xe5"sv).frame_pointer.from, Moved::From::kStackPointer);
}

TEST(Decoder, KnowsX86Alone) {
  EXPECT_TRUE(Decoder::of(MadeImage({.is_64_bit = false, .machine = EM_386}).image().value()));
  EXPECT_FALSE(Decoder::of(MadeImage({.machine = EM_AARCH64}).image().value()));
}

std::vector<Function> functions_in(const Image& image) {
  return functions_of(dynamic_symbols(image).symbols);
}

TEST(Walk, KnowsTheStackAtEachCall) {
  const auto image = image_named("clean");
  const auto code = Decoder::of(image).value();
  const auto walked = walk(image, code, functions_in(image).at(0).range(), {});
  EXPECT_TRUE(walked.complete);
  ASSERT_EQ(walked.callees.size(), 1U);
  const auto call = std::ranges::find_if(
      walked.steps, [](const auto& step) { return step.second.instruction.kind == Kind::kCall; });
  ASSERT_NE(call, walked.steps.end());
  EXPECT_EQ(call->second.below_frame_by_stack, 16);
}

/// test %edi,%edi; je over; push %rax; over: nop; ret
Image with_two_ways() {
  MadeImage made({});
  made.bytes().replace(MadeImage::kText, 7, "\x85\xff\x74\x01\x50\x90\xc3");
  return made.image().value();
}
const FunctionRange kTwoWays = {.name = "two ways", .start = MadeImage::kText, .size = 7};

TEST(Walk, KeepsWhatWaysThatMeetAgreeOn) {
  const auto image = image_named("clean");
  const auto walked =
      walk(image, Decoder::of(image).value(), functions_in(image).at(0).range(), {});
  for (const auto& [address, step] : walked.steps)
    if (step.instruction.kind == Kind::kReturn) {
      EXPECT_EQ(step.below_frame_by_stack, 8);
    }
  const auto image_of_two = with_two_ways();
  const auto two = walk(image_of_two, decoder(), kTwoWays, {});
  EXPECT_EQ(two.steps.at(MadeImage::kText + 4).below_frame_by_stack, 8);
  EXPECT_EQ(two.steps.at(MadeImage::kText + 5).below_frame_by_stack, std::nullopt);
}

TEST(NormalForm, LeavesOutPadding) {
  const auto image = with_two_ways();
  EXPECT_EQ(normal_form(image, decoder(), {}, {}, kTwoWays).size(), 4U);
}

TEST(Walk, GoesToWhatIsCalled) {
  const auto image = image_named("clean");
  std::vector<FunctionRange> ranges;
  for (const auto& function : functions_in(image)) ranges.push_back(function.range());
  const auto walks = walk_all(image, Decoder::of(image).value(), ranges);
  ASSERT_EQ(walks.size(), 4U);
  EXPECT_THAT(walks[3].function.name, HasSubstr("code at 0x"));
}

TEST(Unwind, HasTheFrameOfEachInstruction) {
  const auto image = image_named("clean");
  const Unwind unwind(image);
  const auto function = functions_in(image).at(0);
  const auto frame = unwind.at(function.address);
  ASSERT_TRUE(frame && frame->cfa);
  EXPECT_EQ(frame->cfa->offset, 8);
  EXPECT_EQ(unwind.at(function.address + 1)->cfa->offset, 16);
  EXPECT_EQ(unwind.at(0x10), std::nullopt);
  EXPECT_FALSE(Unwind(MadeImage({}).image().value()).at(MadeImage::kText));
}

SiteState state_in(const std::string& name) {
  const auto image = image_named(name);
  const auto found = alternatives_of(image);
  EXPECT_EQ(found.sites.size(), 1U);
  return state_of(image, Decoder::of(image).value(), found.sites.at(0));
}

TEST(Alternatives, AreOriginalReplacedOrNeither) {
  EXPECT_EQ(state_in("clean"), SiteState::kOriginal);
  EXPECT_EQ(state_in("fence-site"), SiteState::kOriginal);
  EXPECT_EQ(state_in("patched"), SiteState::kReplaced);
  EXPECT_EQ(state_in("broken"), SiteState::kNeither);
  EXPECT_EQ(state_in("backwards"), SiteState::kNeither);
}

TEST(Alternatives, AreReadWithTheirFeatures) {
  const auto found = alternatives_of(image_named("clean"));
  ASSERT_TRUE(found.present);
  const auto& site = found.sites.at(0);
  EXPECT_EQ(site.size, 5U);
  ASSERT_EQ(site.replacements.size(), 2U);
  EXPECT_EQ(feature_name(site.replacements[0].feature), "lfence_rdtsc");
  EXPECT_EQ(feature_name(site.replacements[1].feature), "rdtscp");
  EXPECT_FALSE(alternatives_of(image_named("no-table")).present);
}

TEST(Alternatives, ArePutInPlaceAsTheKernelWould) {
  const auto image = image_named("clean");
  const auto found = alternatives_of(image);
  const auto done = Image::from_bytes(patched(image, found, 1), "patched").value();
  EXPECT_EQ(done.bytes_at(found.sites[0].address, 5), "\x0f\x01\xf9\x90\x90");
  EXPECT_EQ(state_of(done, Decoder::of(done).value(), found.sites[0]), SiteState::kReplaced);
}

TEST(Alternatives, ThatMakeNoSenseAreUnreadable) {
  const auto image = image_named("clean");
  std::string bytes(image.bytes());
  bytes[image.section(".altinstructions")->offset + 3] = 0x7f;
  const auto found = alternatives_of(Image::from_bytes(bytes, "damaged").value());
  EXPECT_TRUE(found.present);
  EXPECT_TRUE(found.unreadable);
}

TEST(Listing, HasAddressesBytesAndText) {
  const auto image = image_named("no-cfi");
  const auto functions = functions_in(image);
  const auto lines = listing(image, Decoder::of(image).value(), functions, functions.at(1).range());
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[1], HasSubstr("0f 05"));
  EXPECT_THAT(lines[1], HasSubstr("syscall"));
}

TEST(NormalForm, IsTheSameWhereverTheCodeLies) {
  const auto form = [](const std::string& name, std::size_t i) {
    const auto image = image_named(name);
    const auto functions = functions_in(image);
    return normal_form(image, Decoder::of(image).value(), functions, alternatives_of(image),
                       functions.at(i).range());
  };
  for (const std::size_t i : {0U, 1U, 2U}) EXPECT_EQ(form("clean", i), form("moved", i));
  EXPECT_NE(form("clean", 2), form("changed", 2));
  EXPECT_THAT(form("clean", 0), Contains(HasSubstr("alternative of 5 bytes")));
  EXPECT_THAT(form("clean32", 4), Contains("(address of the image)"));
}

TEST(Functions, CarryTheirOtherNames) {
  const auto functions = functions_in(image_named("clean"));
  EXPECT_EQ(functions.at(0).name, "__vdso_clock_gettime");
  EXPECT_THAT(functions.at(0).aliases, ElementsAre("clock_gettime"));
}

TEST(Digest, IsFnv1a) {
  EXPECT_EQ(digest_of(""), "cbf29ce484222325");
  EXPECT_EQ(digest_of("a"), "af63dc4c8601ec8c");
}

}  // namespace
}  // namespace kab::elf
