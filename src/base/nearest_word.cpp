// SPDX-License-Identifier: MIT
#include "graze/base/nearest_word.h"

#include <algorithm>
#include <numeric>

namespace graze {
namespace {
/// Levenshtein distance: letters inserted, removed or replaced.
std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t exchanged = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, exchanged});
    }
  }
  return row.back();
}
}  // namespace

std::optional<std::string> nearest_word(std::string_view wrong,
                                        const std::vector<std::string_view>& known) {
  constexpr std::size_t kLongest = 64;
  if (wrong.size() > kLongest || known.empty()) return std::nullopt;
  const auto best = std::min_element(known.begin(), known.end(), [&](auto a, auto b) {
    return edits_between(wrong, a) < edits_between(wrong, b);
  });
  for (const std::string_view word : known) {
    // Parts of words only count if they are long: 'to' is not a typo of 'tooth'.
    const bool is_part = wrong.starts_with(word) || word.starts_with(wrong);
    if (is_part && std::min(word.size(), wrong.size()) > 3) return std::string(word);
  }
  const bool is_slip = edits_between(wrong, *best) <= std::max<std::size_t>(2, wrong.size() / 2);
  return is_slip ? std::optional<std::string>(*best) : std::nullopt;
}

std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& known) {
  const auto near = nearest_word(wrong, known);
  return near ? "did you mean '" + *near + "'?" : "";
}

}  // namespace graze
