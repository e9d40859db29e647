#include "readers/perf_row.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "base/number.h"
#include "base/text.h"

namespace kab::readers {
namespace {

using Kind = PerfRow::Kind;

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

// Numbers of perf have neither signs nor exponents; nan does occur.
bool is_perf_number(std::string_view text) {
  return parse_double(text).has_value() && !text.empty() &&
         (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text.ends_with("nan"));
}

bool is_missing(std::string_view text) { return text.starts_with('<') && text.ends_with('>'); }

bool is_unit(std::string_view text) {
  return text.find_first_of("0123456789<>:-,_") == std::string_view::npos;
}

bool is_event(std::string_view text) {
  return !text.empty() && !text.starts_with('<') && !text.starts_with('#') && !is_perf_number(text);
}

// "1.000659830": perf prints nine decimals.
bool is_time(std::string_view text) {
  const auto point = text.find('.');
  return point != std::string_view::npos && is_perf_number(text) && text.size() - point > 6;
}

class Layout {
 public:
  Layout(std::string_view line, char separator) : separator_(separator) {
    for (const auto field : split(trimmed(line), separator)) fields_.emplace_back(trimmed(field));
    if (separator != ',') make_points();
    if (separator == ' ') join_missing();
    if (separator != '/') join_open_events();
  }

  PerfRow row() {
    if (!find_value()) return {};
    if (!read_tail()) return PerfRow{.kind = tail_kind_, .count = {}};
    if (!read_prefix()) return PerfRow{.kind = prefix_kind(), .count = {}};
    return PerfRow{.kind = Kind::kCount, .count = std::move(count_)};
  }

 private:
  // A comma that is no separator is the decimal mark of perf's locale.
  void make_points() {
    for (auto& field : fields_) {
      std::string point = field;
      std::ranges::replace(point, ',', '.');
      if (is_perf_number(point) || point.ends_with('%')) field = point;
    }
  }

  void join_next(std::size_t at, std::string_view between) {
    fields_[at] += between;
    fields_[at] += fields_[at + 1];
    fields_.erase(fields_.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }

  // "<not counted>" holds a blank, too.
  void join_missing() {
    for (std::size_t i = 0; i + 1 < fields_.size(); ++i)
      if (fields_[i] == "<not") join_next(i, " ");
  }

  // "cpu/event=0x3c,umask=0x1/" holds the separator between its slashes.
  void join_open_events() {
    const std::string between(1, separator_);
    for (std::size_t i = 0; i < fields_.size(); ++i)
      while (fields_[i].find("/event=") != std::string::npos &&
             std::ranges::count(fields_[i], '/') == 1 && i + 1 < fields_.size())
        join_next(i, between);
  }

  bool find_value() {
    for (at_ = 0; at_ + 2 < fields_.size(); ++at_) {
      const bool value = is_perf_number(fields_[at_]) || is_missing(fields_[at_]);
      if (value && is_unit(fields_[at_ + 1]) && is_event(fields_[at_ + 2])) break;
    }
    if (at_ + 2 >= fields_.size()) return false;
    count_.value = fields_[at_];
    count_.unit = fields_[at_ + 1];
    count_.event = fields_[at_ + 2];
    return true;
  }

  // Old versions write neither run time nor percentage: then only perf's own events are believed.
  bool read_tail() {
    auto next = at_ + 3;
    const auto more = [&](std::size_t n) { return next + n < fields_.size(); };
    if (!more(0)) return is_known_event(count_.event);
    if (!fields_[next].empty() && !is_digits(fields_[next]) && !fields_[next].ends_with('%'))
      count_.cgroup = fields_[next++];
    if (more(1) && is_digits(fields_[next]) && fields_[next + 1].ends_with('%')) {
      tail_kind_ = Kind::kLocale;
      return false;
    }
    if (more(0) && fields_[next].ends_with('%')) count_.spread = fields_[next++];
    if (!more(1) || !is_digits(fields_[next]) || !is_perf_number(fields_[next + 1])) return false;
    ++next;
    return read_percent(next) && read_ratio(next);
  }

  // "100.00", or "100,00" in two fields: perf always writes two decimals.
  bool read_percent(std::size_t& next) {
    std::string percent = fields_[next++];
    if (separator_ == ',' && is_digits(percent) && next < fields_.size() &&
        is_digits(fields_[next]) && fields_[next].size() == 2) {
      percent += '.' + fields_[next++];
      has_comma_ = true;
    }
    count_.running_percent = parse_double(percent);
    return count_.running_percent && *count_.running_percent <= 100.5;
  }

  // perf's own metric is for the eye; after a decimal comma its fields are not told apart.
  bool read_ratio(std::size_t next) {
    if (has_comma_ || next >= fields_.size()) return true;
    count_.ratio = parse_double(fields_[next++]);
    std::vector<std::string> rest(fields_.begin() + static_cast<std::ptrdiff_t>(next),
                                  fields_.end());
    count_.of_what = joined(rest, separator_ == ' ' ? " " : std::string(1, separator_));
    return true;
  }

  bool read_prefix() {
    std::size_t next = 0;
    if (next < at_ && is_time(fields_[next])) count_.time = fields_[next++];
    if (next < at_ && !fields_[next].empty() && !is_perf_number(fields_[next])) {
      count_.where = fields_[next++];
      if (next < at_ && is_digits(fields_[next])) ++next;
    }
    return next == at_;
  }

  // "0,31,msec,...": a number in front of the value that is neither time nor place.
  Kind prefix_kind() const {
    return separator_ == ',' && is_digits(fields_[0]) ? Kind::kLocale : Kind::kShifted;
  }

  char separator_;
  std::vector<std::string> fields_;
  std::size_t at_ = 0;  // of the value
  bool has_comma_ = false;
  Kind tail_kind_ = Kind::kShifted;
  PerfCount count_;
};

}  // namespace

PerfRow perf_row_of(std::string_view line, char separator) {
  const auto text = trimmed(line);
  if (text.empty() || text.starts_with('#')) return {};
  return Layout(text, separator).row();
}

}  // namespace kab::readers
