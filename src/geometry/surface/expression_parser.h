// SPDX-License-Identifier: MIT
// The text of a formula as steps of its evaluation.
#pragma once
#include "graze/geometry/expression.h"

namespace graze::surface {

using StepKind = Expression::Step::Kind;

/// Throws InputError with the column of what is not understood.
std::vector<Expression::Step> parse_expression(std::string_view text,
                                               const std::vector<std::string>& variables,
                                               const std::map<std::string, double>& constants);

}  // namespace graze::surface
