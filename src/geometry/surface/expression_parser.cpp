// SPDX-License-Identifier: MIT
#include "geometry/surface/expression_parser.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "graze/base/error.h"

namespace graze::surface {
namespace {

using Step = Expression::Step;

constexpr int kDeepest = 200;        // brackets within brackets
constexpr std::size_t kMost = 4096;  // steps
constexpr unsigned kLargestExponent = 64;
const Interval kPi{0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

/// Recursive descent: sum, product, sign, power, atom.
class Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& variables,
         const std::map<std::string, double>& constants)
      : text_(text), variables_(variables), constants_(constants) {}

  std::vector<Step> parse() {
    sum();
    if (!at_end()) fail("an operator or the end");
    return std::move(steps_);
  }

 private:
  std::uint32_t sum() {
    if (++depth_ > kDeepest) fail("brackets that are not nested as deeply");
    std::uint32_t left = product();
    while (true) {
      if (take('+')) {
        left = add({StepKind::kSum, left, product(), {}});
      } else if (take('-')) {
        left = add({StepKind::kDifference, left, product(), {}});
      } else {
        --depth_;
        return left;
      }
    }
  }

  std::uint32_t product() {
    std::uint32_t left = sign();
    while (true) {
      if (take('*')) {
        left = add({StepKind::kProduct, left, sign(), {}});
      } else if (take('/')) {
        left = add({StepKind::kQuotient, left, sign(), {}});
      } else {
        return left;
      }
    }
  }

  std::uint32_t sign() {
    bool minus = false;
    while (take('-')) minus = !minus;
    const std::uint32_t operand = power();
    return minus ? add({StepKind::kMinus, operand, 0, {}}) : operand;
  }

  std::uint32_t power() {
    const std::uint32_t base = atom();
    if (!take('^')) return base;
    skip_blanks();
    unsigned exponent = 0;
    const char* begin = text_.data() + at_;
    const auto read = std::from_chars(begin, text_.data() + text_.size(), exponent);
    if (read.ec != std::errc() || exponent > kLargestExponent) {
      fail("a whole exponent from 0 to 64");
    }
    at_ += static_cast<std::size_t>(read.ptr - begin);
    return add({StepKind::kPower, base, exponent, {}});
  }

  std::uint32_t atom() {
    if (take('(')) return bracketed();
    if (at_end()) fail("a number, a name or (");
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (std::isalpha(static_cast<unsigned char>(c))) return name();
    fail("a number, a name or (");
  }

  std::uint32_t bracketed() {
    const std::uint32_t inside = sum();
    if (!take(')')) fail(")");
    return inside;
  }

  std::uint32_t number() {
    double value = 0.0;
    const char* begin = text_.data() + at_;
    const auto read = std::from_chars(begin, text_.data() + text_.size(), value);
    if (read.ec != std::errc()) fail("a number");
    at_ += static_cast<std::size_t>(read.ptr - begin);
    return add({StepKind::kNumber, 0, 0, value});
  }

  std::uint32_t name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_')) {
      ++at_;
    }
    const std::string word(text_.substr(begin, at_ - begin));
    const auto variable = std::find(variables_.begin(), variables_.end(), word);
    if (variable != variables_.end()) {
      return add(
          {StepKind::kVariable, static_cast<std::uint32_t>(variable - variables_.begin()), 0, {}});
    }
    if (const auto known = constants_.find(word); known != constants_.end()) {
      return add({StepKind::kNumber, 0, 0, known->second});
    }
    if (word == "pi") return add({StepKind::kNumber, 0, 0, kPi});
    return function(word, begin);
  }

  std::uint32_t function(const std::string& word, std::size_t begin) {
    static const std::map<std::string, StepKind> functions{
        {"sin", StepKind::kSin}, {"cos", StepKind::kCos}, {"sqrt", StepKind::kSqrt},
        {"abs", StepKind::kAbs}, {"min", StepKind::kMin}, {"max", StepKind::kMax}};
    const auto found = functions.find(word);
    if (found == functions.end()) {
      at_ = begin;
      fail("one of " + names() + "pi, sin, cos, sqrt, abs, min, max");
    }
    if (!take('(')) fail("(");
    const bool takes_two = found->second == StepKind::kMin || found->second == StepKind::kMax;
    std::uint32_t a = sum();
    if (takes_two && text_.substr(at_, 1) != ",") fail(", and a second argument");
    while (takes_two && take(',')) a = add({found->second, a, sum(), {}});
    if (!take(')')) fail(")");
    return takes_two ? a : add({found->second, a, 0, {}});
  }

  std::string names() const {
    std::string all;
    for (const std::string& variable : variables_) all += variable + ", ";
    for (const auto& [constant, value] : constants_) all += constant + ", ";
    return all;
  }

  std::uint32_t add(const Step& step) {
    if (steps_.size() == kMost) fail("a shorter formula");
    steps_.push_back(step);
    return static_cast<std::uint32_t>(steps_.size() - 1);
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  bool take(char c) {
    if (at_end() || text_[at_] != c) return false;
    ++at_;
    skip_blanks();
    return true;
  }

  [[noreturn]] void fail(const std::string& expected) const {
    const std::string rest(text_.substr(at_, 12));
    throw InputError({"formula, column " + std::to_string(at_ + 1),
                      rest.empty() ? "the end" : "\"" + rest + "\"", expected, ""});
  }

  std::string_view text_;
  const std::vector<std::string>& variables_;
  const std::map<std::string, double>& constants_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> parse_expression(std::string_view text, const std::vector<std::string>& variables,
                                   const std::map<std::string, double>& constants) {
  return Parser(text, variables, constants).parse();
}

}  // namespace graze::surface
