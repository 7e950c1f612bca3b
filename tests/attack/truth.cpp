// SPDX-License-Identifier: MIT
#include "attack/truth.h"

#include <fmt/format.h>

#include "attack/moment.h"
#include "graze/geometry/shapes.h"
#include "support/random_doubles.h"

namespace graze::attack {
namespace {
using test::uniform;
constexpr int kSamples = 32;

double of_any_size(std::mt19937_64& random, double lo, double hi) {
  return std::exp(uniform(random, std::log(lo), std::log(hi)));
}

TriangleMesh random_mesh(std::mt19937_64& random) {
  const double size = of_any_size(random, 0.05, 1.5);
  if (random() % 3 == 0) {
    return make_shape("box", {{"x", size},
                              {"y", of_any_size(random, 0.05, 1.5)},
                              {"z", of_any_size(random, 0.01, 1.5)}});
  }
  std::vector<Vec3> corners;
  for (int k = 0; k < 4; ++k) {
    corners.emplace_back(size * uniform(random, -1, 1), size * uniform(random, -1, 1),
                         size * uniform(random, -1, 1));
  }
  if (random() % 4 == 0) return {{corners[0], corners[1], corners[2]}, {{0, 1, 2}}};
  return {corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
}

/// Everything in a recipe that is a place is moved: composed ones by their outer part.
void shift(Recipe& recipe, const Vec3& by) {
  if (recipe.kind == Recipe::Kind::kComposed || recipe.kind == Recipe::Kind::kReversed) {
    auto& part = recipe.kind == Recipe::Kind::kComposed ? recipe.outer : recipe.inner;
    Recipe moved = *part;
    shift(moved, by);
    part = std::make_shared<const Recipe>(moved);
    return;
  }
  for (Vec3& place : recipe.places) place += by;
  recipe.centre += by;
}

double random_instant(std::mt19937_64& random, const AttackQuestion& q) {
  std::vector<double> knots = knots_of(q.motion_b, q.span);
  knots.insert(knots.end(), {q.span.lo, q.span.hi});
  if (random() % 2 == 0) return knots[random() % knots.size()];
  return uniform(random, q.span.lo, q.span.hi);
}

Interval random_span(std::mt19937_64& random, const Recipe& motion) {
  std::vector<double> knots = knots_of(motion, {-8.0, 8.0});
  const auto one = [&] {
    return random() % 2 == 0 ? knots[random() % knots.size()] : uniform(random, -1, 2);
  };
  const auto [lo, hi] = std::minmax({one(), one()});
  return {lo, hi};
}

Vec3 corner_at(const TriangleMesh& mesh, const Recipe& motion, std::size_t corner, double t) {
  const Vec3 v = mesh.vertices()[corner % mesh.vertices().size()];
  const Point<Quad> p = place_at(motion, Quad(t))(Point<Quad>{v.x(), v.y(), v.z()});
  return {static_cast<double>(p.x), static_cast<double>(p.y), static_cast<double>(p.z)};
}
}  // namespace

namespace {
/// A body inside another at some instant, by a corner at least.
void put_inside(AttackQuestion& q, std::mt19937_64& random) {
  const double size = of_any_size(random, 0.5, 4.0);
  q.mesh_a = make_shape("box", {{"x", size}, {"y", size}, {"z", size * uniform(random, 0.3, 1.0)}});
  const double t = random_instant(random, q);
  const Point<Quad> centre = place_at(q.motion_a, Quad(t))(Point<Quad>{});
  shift(q.motion_a, corner_at(q.mesh_b, q.motion_b, random(), t) -
                        Vec3(static_cast<double>(centre.x), static_cast<double>(centre.y),
                             static_cast<double>(centre.z)));
}

/// A box on a table, from within half a tolerance: it slides, lifts, comes down again, or tips.
AttackQuestion resting_question(std::mt19937_64& random) {
  AttackQuestion q;
  q.tolerance = of_any_size(random, 1e-6, 1e-3);
  q.mesh_a = make_shape("box", {{"x", 4.0}, {"y", 4.0}, {"z", 1.0}});
  q.mesh_b = make_shape("box", {{"x", 1.0}, {"y", uniform(random, 0.2, 1.0)}, {"z", 1.0}});
  q.motion_a.places = {Vec3::Zero()};
  q.motion_b.kind = random() % 4 == 0 ? Recipe::Kind::kScrew : Recipe::Kind::kLine;
  const auto height = [&] {  // of the lower face over the table
    const double near = q.tolerance * uniform(random, -0.45, 0.45);
    const std::size_t way = random() % 4;
    if (way == 0) return of_any_size(random, 3.0 * q.tolerance, 1.0);
    return way == 1 ? -of_any_size(random, 3.0 * q.tolerance, 0.5) : near;
  };
  const auto place = [&](double h) {
    return Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 1.0 + h);
  };
  q.motion_b.places = {place(q.tolerance * uniform(random, -0.45, 0.45))};
  q.motion_b.times = {0.0};
  for (int k = 1; k < 5; ++k) {
    q.motion_b.times.push_back(0.25 * k);
    const bool goes_straight = random() % 2 == 0;
    q.motion_b.places.push_back(place(height()));
    if (goes_straight) q.motion_b.places.back().head<2>() = q.motion_b.places[k - 1].head<2>();
  }
  if (q.motion_b.kind == Recipe::Kind::kScrew) {  // about a lower edge, up or down
    q.motion_b.axis = 1;
    q.motion_b.centre = q.motion_b.places[0] + Vec3(random() % 2 == 0 ? 0.5 : -0.5, 0.0, -0.5);
    q.motion_b.angle = uniform(random, -3, 3);
    q.motion_b.times.clear();
  }
  q.span = {0.0, 1.0};
  q.slack = 1e-13 * 10.0;
  return q;
}
}  // namespace

AttackQuestion random_question(std::mt19937_64& random) {
  if (random() % 8 == 0) return resting_question(random);
  AttackQuestion q;
  q.mesh_a = random_mesh(random);
  q.mesh_b = random_mesh(random);
  q.motion_b = random_recipe(random);
  q.motion_a = random() % 3 == 0 ? random_recipe(random, 1) : Recipe{};
  if (q.motion_a.kind == Recipe::Kind::kStill) q.motion_a.places = {Vec3::Zero()};
  q.span = random_span(random, q.motion_b);
  const bool is_far = random() % 5 == 0;
  q.tolerance = is_far ? of_any_size(random, 1e-4, 1e-2) : of_any_size(random, 1e-7, 1e-2);
  if (random() % 4 == 0) q.min_separation = of_any_size(random, 1e-3, 0.3);
  if (random() % 4 == 0) q.growth_a = of_any_size(random, 1e-3, 0.5);
  if (random() % 4 == 0) q.growth_b = of_any_size(random, 1e-3, 0.5);
  q.is_chain = random() % 2 == 0;
  // A corner of each meets the other's, or by some tolerances not.
  const double t = random_instant(random, q);
  const Vec3 way =
      corner_at(q.mesh_b, q.motion_b, random(), t) - corner_at(q.mesh_a, q.motion_a, random(), t);
  const Vec3 off = Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
  const double by = q.least() * uniform(random, 0.99, 1.01) + q.tolerance * uniform(random, -3, 3);
  shift(q.motion_a, way + (random() % 2 == 0 ? by * off.normalized() : 0.1 * off));
  if (random() % 8 == 0) put_inside(q, random);
  if (is_far) {
    const Vec3 far = of_any_size(random, 1e2, 1e6) * Vec3(1.0, uniform(random, -1, 1), 0.5);
    shift(q.motion_a, far);
    shift(q.motion_b, far);
  }
  double size = 10.0;
  for (const double s : {q.span.lo, q.span.hi}) {
    size = std::max(size, corner_at(q.mesh_b, q.motion_b, 0, s).norm());
  }
  q.slack = 1e-13 * size;
  return q;
}

AttackQuestion changed(AttackQuestion question, std::mt19937_64& random) {
  const auto by = [&] { return of_any_size(random, 1e-3 * question.tolerance, 1.0); };
  switch (random() % 5) {
    case 0:
      shift(question.motion_a, Vec3(by(), -by(), by()));
      break;
    case 1: {
      std::vector<Vec3> corners(question.mesh_b.vertices().begin(),
                                question.mesh_b.vertices().end());
      corners[random() % corners.size()] *= 1.0 + by();
      const auto triangles = question.mesh_b.triangles();
      question.mesh_b = {corners, {triangles.begin(), triangles.end()}};
      break;
    }
    case 2:
      question.growth_a += by();
      break;
    case 3:
      std::swap(question.motion_a, question.motion_b);
      question.is_chain = false;
      break;
    default:
      question.motion_b = Recipe{};
      question.motion_b.places = {corner_at(question.mesh_a, question.motion_a, random(), 0.0)};
      break;
  }
  return question;
}

Truth::Truth(const AttackQuestion& question) : question_(question) {
  const Interval& span = question.span;
  for (const Recipe* motion : {&question.motion_a, &question.motion_b}) {
    for (const double t : knots_of(*motion, span)) look_at(t);
  }
  for (int k = 0; k <= kSamples; ++k) {
    look_at(std::clamp(std::lerp(span.lo, span.hi, static_cast<double>(k) / kSamples), span.lo,
                       span.hi));
  }
  std::sort(instants_.begin(), instants_.end(),
            [](const Instant& p, const Instant& q) { return p.t < q.t; });
  const std::vector<Instant> coarse = instants_;
  for (std::size_t i = 1; i + 1 < coarse.size(); ++i) {
    const bool is_low = coarse[i].distance <= coarse[i - 1].distance &&
                        coarse[i].distance <= coarse[i + 1].distance;
    if (is_low && !coarse[i].is_meeting) refine(coarse[i - 1].t, coarse[i + 1].t);
  }
  std::sort(instants_.begin(), instants_.end(),
            [](const Instant& p, const Instant& q) { return p.t < q.t; });
}

void Truth::look_at(double t) {
  const Moment moment(question_, t);
  const double least = question_.least(), slack = question_.slack;
  if (moment.is_inside(slack)) return instants_.push_back({t, 0.0, true});
  const bool is_meeting =
      moment.distance() <= least + 2.0 * slack &&
      (moment.cross() || (least > 0.0 && moment.is_within(Quad(least) - Quad(slack))));
  instants_.push_back({t, moment.distance(), is_meeting});
}

// Downhill by the golden section.
void Truth::refine(double lo, double hi) {
  constexpr double kShare = 0.6180339887498949;
  const auto distance_at = [&](double t) { return Moment(question_, t).distance(); };
  double p = hi - kShare * (hi - lo), q = lo + kShare * (hi - lo);
  double at_p = distance_at(p), at_q = distance_at(q);
  for (int k = 0; k < 22; ++k) {
    if (at_p <= at_q) {
      hi = q, q = p, at_q = at_p, p = hi - kShare * (hi - lo), at_p = distance_at(p);
    } else {
      lo = p, p = q, at_p = at_q, q = lo + kShare * (hi - lo), at_q = distance_at(q);
    }
  }
  look_at(at_p <= at_q ? p : q);
}

bool Truth::meets() const {
  return std::ranges::any_of(instants_, [](const Instant& i) { return i.is_meeting; });
}

std::string Truth::meeting_before(double t) const {
  for (const Instant& instant : instants_) {
    if (instant.t < t && instant.is_meeting) return fmt::format("they meet at {:.17g}", instant.t);
  }
  return "";
}

/// Apart by more than twice the tolerance, and meeting after it.
std::string Truth::landing_after_a_flight() const {
  const double far = question_.least() + 2.0 * question_.tolerance + question_.slack;
  bool is_flying = false;
  for (const Instant& instant : instants_) {
    is_flying = is_flying || instant.distance > 1.01 * far;
    if (is_flying && instant.is_meeting) return fmt::format("they land at {:.17g}", instant.t);
  }
  return "";
}

/// A corner deeper in a solid than a touch can be.
std::string Truth::pressing() const {
  for (const Instant& instant : instants_) {
    if (instant.is_meeting && Moment(question_, instant.t).is_inside(2.0 * question_.tolerance)) {
      return fmt::format("they press at {:.17g}", instant.t);
    }
  }
  return "";
}

std::string Truth::contradiction(const ContactReport& report) const {
  const auto is_near = [&](double t, Quad distance) {
    const Moment moment(question_, t);
    return moment.is_within(Quad(question_.least()) + distance + Quad(question_.slack)) ||
           moment.is_inside(-question_.slack);
  };
  const auto near_at = [&](double t) { return is_near(t, Quad(question_.tolerance)); };
  if (report.start != StartState::kApart && !near_at(question_.span.lo)) {
    return "they are apart at the start";
  }
  const bool is_touching = report.start == StartState::kTouching;
  switch (report.outcome) {
    case Outcome::kSeparated:
      if (!is_touching) return meeting_before(kInfinity);
      return landing_after_a_flight() + pressing();
    case Outcome::kUndecided:
      return is_touching ? "" : meeting_before(report.time.lo);
    case Outcome::kOverlapAtStart:
      return is_near(question_.span.lo, Quad(0)) ? "" : "they do not overlap at the start";
    case Outcome::kContact:
      break;
  }
  if (!near_at(report.time.hi)) return fmt::format("far apart at {:.17g}", report.time.hi);
  return is_touching ? "" : meeting_before(report.time.lo);
}

std::string Truth::contradiction(const PairProof& claim) const {
  for (const Instant& instant : instants_) {
    if (instant.t < claim.span.lo || instant.t > claim.span.hi) continue;
    if (instant.distance < claim.distance - 1e-12 * (1.0 + claim.distance) - question_.slack ||
        (instant.is_meeting && claim.distance >= question_.least())) {
      return fmt::format("{:.17g} apart at {:.17g}", instant.distance, instant.t);
    }
  }
  return "";
}

std::string Truth::contradiction(const Clearance& clearance) const {
  const double growth = question_.growth_a + question_.growth_b;
  for (const Instant& instant : instants_) {
    if (std::max(0.0, instant.distance - growth) + 1e-9 * (1.0 + instant.distance) +
            question_.slack <
        clearance.distance.lo) {
      return fmt::format("{:.17g} at {:.17g}", instant.distance, instant.t);
    }
  }
  const Moment moment(question_, clearance.time);
  if (moment.is_inside(-question_.slack)) return "";
  const double there = std::max(0.0, moment.distance() - growth);
  if (there <= clearance.distance.hi + 1e-9 * (1.0 + there) + question_.slack) return "";
  return fmt::format("{:.17g} at its time", there);
}

std::string Truth::meeting_outside(const std::vector<Interval>& stretches) const {
  for (const Instant& instant : instants_) {
    const bool is_inside = std::ranges::any_of(stretches, [&](const Interval& stretch) {
      return stretch.lo <= instant.t && instant.t <= stretch.hi;
    });
    if (instant.is_meeting && !is_inside) return fmt::format("they meet at {:.17g}", instant.t);
  }
  return "";
}

}  // namespace graze::attack
