// SPDX-License-Identifier: MIT
// Formulas in one line, "x^4 + y^4 + z^4 - 1", evaluated over intervals with derivatives.     [C10]
#pragma once
#include <graze/math/interval_arithmetic.h>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// A value and its first two derivatives along one variable: enclosures over a range of all
/// variables.
struct Jet {
  Interval value;
  Interval first = 0.0;
  Interval second = 0.0;
};

/// Numbers, variables, named constants, `pi`, + - * / ^ (whole exponents >= 0), brackets and
/// sin cos sqrt abs min max. A number is the double nearest to its digits; everything else is meant
/// as real numbers. Immutable.
class Expression {
 public:
  /// Throws InputError with the column if the text is not a formula in these names.
  Expression(std::string text, std::vector<std::string> variables,
             const std::map<std::string, double>& constants = {});

  const std::string& text() const { return text_; }
  const std::map<std::string, double>& constants() const { return constants_; }

  /// Contains every value over the ranges of the variables, in their order.
  Interval enclose(std::span<const Interval> ranges) const;

  /// Value and derivatives along variable k. Where the formula has a kink (abs, min, max) `first`
  /// contains all slopes next to it, so that the mean value theorem holds; `second` is everything.
  Jet derivatives(std::span<const Interval> ranges, int k) const;

  /// One step of the evaluation: an operation on earlier steps.
  struct Step {
    enum class Kind : std::uint8_t {
      kNumber,
      kVariable,
      kSum,
      kDifference,
      kProduct,
      kQuotient,
      kPower,
      kMinus,
      kSin,
      kCos,
      kSqrt,
      kAbs,
      kMin,
      kMax,
    };
    Kind kind = Kind::kNumber;
    std::uint32_t a = 0, b = 0;  ///< earlier steps; a variable's number; b: an exponent
    Interval number;
  };

 private:
  std::string text_;
  std::map<std::string, double> constants_;
  std::vector<Step> steps_;
};

/// x^n, n >= 0: tight.
Interval power(const Interval& x, unsigned n);

}  // namespace graze
