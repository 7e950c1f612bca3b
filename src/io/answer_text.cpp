// SPDX-License-Identifier: MIT
#include "graze/io/answer_text.h"

#include <fmt/format.h>

#include <cmath>

namespace graze {
namespace {
/// Six digits of a number that is not on the wrong side of `number`: below for -1, above for +1.
std::string rounded_text(double number, double side) {
  constexpr int kDigits = 6;
  const std::string nearest = fmt::format("{:.{}g}", number, kDigits);
  if ((std::stod(nearest) - number) * side >= 0.0) return nearest;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(number))) + 1 - kDigits);
  return fmt::format("{:.{}g}", number + side * unit, kDigits);
}

std::string limit_sentence(const RobotJoint& joint, const BrokenLimit& broken) {
  const JointLimits& limits = *joint.limits;
  const std::string limit =
      broken.is_speed ? fmt::format("limit {:.6g}", limits.velocity)
                      : fmt::format("limits {:.6g} to {:.6g}", limits.lower, limits.upper);
  const std::string times = broken.times > 1 ? fmt::format(", {} times", broken.times) : "";
  return fmt::format("{}: {} {:.6g} at {:.6g} s, {}{}", printable(joint.name),
                     broken.is_speed ? "speed" : "value", broken.worst.value, broken.worst.time,
                     limit, times);
}
}  // namespace

std::string counted(std::size_t number, std::string_view word) {
  if (number == 1) return fmt::format("1 {}", word);
  const std::string_view noun = word.substr(0, word.find(" of "));
  const std::string_view rest = word.substr(noun.size());
  if (noun.ends_with("vertex")) return fmt::format("{} vertices{}", number, rest);
  if (noun.ends_with('y'))
    return fmt::format("{} {}ies{}", number, noun.substr(0, noun.size() - 1), rest);
  return fmt::format("{} {}s{}", number, noun, rest);
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_wide_control = byte == 0xc2 && next >= 0x80 && next < 0xa0;  // U+0080 to U+009f
    if (byte < ' ' || byte == 0x7f || is_wide_control) {
      shown += fmt::format("\\x{:02x}", is_wide_control ? next : byte);
      i += is_wide_control;
    } else {
      shown += text[i];
    }
  }
  return shown;
}

std::string text_below(double number) { return rounded_text(number, -1.0); }

std::string bracket_text(const Interval& bracket) {
  return fmt::format("[{}, {}]", text_below(bracket.lo), rounded_text(bracket.hi, 1.0));
}

std::string pair_name(const Scene& scene, const PairReport& pair) {
  if (pair.a == pair.b) {
    return touches(pair.report.outcome) ? scene.bodies[pair.a.index()].name + " / itself"
                                        : "all pairs";
  }
  return scene.bodies[pair.a.index()].name + " / " + scene.bodies[pair.b.index()].name;
}

std::vector<std::string> limit_sentences(const CheckResult& result) {
  std::vector<std::string> sentences;
  if (result.robot == nullptr) return sentences;
  const Robot& robot = result.robot->robot;
  for (const BrokenLimit& broken : broken_limits(robot, result.breaches)) {
    sentences.push_back(limit_sentence(robot.joints[broken.joint], broken));
  }
  return sentences;
}

}  // namespace graze
