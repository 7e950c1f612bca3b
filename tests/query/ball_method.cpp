// SPDX-License-Identifier: MIT
#include "query/ball_method.h"

#include <vector>

namespace graze::test {
std::atomic<int> balls_answered{0};

namespace {
constexpr std::uint64_t kCost = 10;

double radius(const MovingShape& moving) {
  return moving.shape.box()->half_size.x() + moving.growth;
}

bool are_balls(const PairQuestion& question) {
  return question.a.shape.box() && question.b.shape.box();
}

/// First time at which the balls touch, by steps and bisection; nothing if none.
std::optional<Interval> first_touch(const PairQuestion& question) {
  constexpr int kSteps = 2000;
  const Interval& span = question.span;
  double before = span.lo;
  for (int i = 1; i <= kSteps; ++i) {
    const double t = i == kSteps ? span.hi : span.lo + (span.hi - span.lo) * i / kSteps;
    if (ball_distance(question, t) <= 0.0) {
      Interval bracket{before, t};
      while (bracket.hi - bracket.lo > 1e-9) {
        const double middle = bracket.middle();
        (ball_distance(question, middle) <= 0.0 ? bracket.hi : bracket.lo) = middle;
      }
      return bracket;
    }
    before = t;
  }
  return std::nullopt;
}

Contact contact_at(const PairQuestion& question, double t) {
  Contact contact;
  const Vec3 a = pose_at(question.a.frame_from_shape, t).translation;
  const Vec3 b = pose_at(question.b.frame_from_shape, t).translation;
  contact.normal = (b - a).normalized();
  contact.point_a = a + radius(question.a) * contact.normal;
  contact.point_b = b - radius(question.b) * contact.normal;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  return contact;
}

ContactReport answer_balls(const PairQuestion& question) {
  ++balls_answered;
  ContactReport report;
  report.guarantee = Guarantee::kProved;
  report.tolerance = question.tolerance;
  report.stats.box_tests = kCost;
  report.time = question.span;
  if (question.budget.max_tests < kCost) {
    report.stats.box_tests = question.budget.max_tests;
    report.undecided = Undecided::kBudgetOfTests;
    return report;
  }
  if (ball_distance(question, question.span.lo) <= 0.0) {
    report.outcome = Outcome::kOverlapAtStart;
    report.start = StartState::kOverlapping;
    report.time = {question.span.lo, question.span.lo};
    return report;
  }
  report.outcome = Outcome::kSeparated;
  if (const auto touch = first_touch(question)) {
    report.outcome = Outcome::kContact;
    report.time = *touch;
    report.contacts.push_back(contact_at(question, touch->hi));
  }
  return report;
}

ContactReport answer_nothing(const PairQuestion& question) {
  ContactReport report;
  report.method = Method::kOctree;
  report.guarantee = Guarantee::kConservative;
  report.time = question.span;
  return report;
}

constexpr MethodRow kBalls{Method::kCertified, Guarantee::kProved, "two balls", are_balls,
                           answer_balls};
}  // namespace

double ball_distance(const PairQuestion& question, double t) {
  const Vec3 a = pose_at(question.a.frame_from_shape, t).translation;
  const Vec3 b = pose_at(question.b.frame_from_shape, t).translation;
  return (b - a).norm() - radius(question.a) - radius(question.b) - question.min_separation;
}

std::span<const MethodRow> ball_methods() {
  static const std::vector<MethodRow> rows{kBalls};
  return rows;
}

std::span<const MethodRow> two_methods() {
  static const std::vector<MethodRow> rows{
      kBalls,
      {Method::kOctree, Guarantee::kConservative, "anything",
       [](const PairQuestion&) { return true; }, answer_nothing}};
  return rows;
}

}  // namespace graze::test
