// Small operations on text that the standard library leaves out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kab {

/// `text` without white space at both ends.
std::string_view trimmed(std::string_view text);

/// The parts of `text` between separators; n separators give n + 1 parts, empty ones included.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The parts of `text` between runs of white space, none empty.
std::vector<std::string_view> words(std::string_view text);

/// `parts` with `separator` between them.
std::string joined(const std::vector<std::string>& parts, std::string_view separator);

/// A printable, quoted copy for messages: control characters escaped, cut after `longest` bytes.
std::string in_quotes(std::string_view text, std::size_t longest = 60);

/// argv as a shell would need it: words with unusual characters in single quotes.
std::string shell_words(const std::vector<std::string>& argv);

/// The candidate nearest to `word` by edit distance, or empty when none is near enough
/// (more than a third of the letters differ): "unix-seqpackt" -> "unix-seqpacket".
std::string_view nearest(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace kab
