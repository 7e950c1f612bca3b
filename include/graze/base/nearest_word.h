// SPDX-License-Identifier: MIT
// "Did you mean …?"
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// The known word nearest to `wrong` by edits, if it is close enough to be a typo.
std::optional<std::string> nearest_word(std::string_view wrong,
                                        const std::vector<std::string_view>& known);

/// "did you mean 'gear'?", or nothing where no word is near.
std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& known);

}  // namespace graze
