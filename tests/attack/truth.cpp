// SPDX-License-Identifier: MIT
#include "attack/truth.h"

#include <fmt/format.h>

#include "graze/geometry/shapes.h"

namespace graze::attack {
namespace {
constexpr int kSamples = 32;

double uniform(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

double of_any_size(std::mt19937_64& random, double lo, double hi) {
  return std::exp(uniform(random, std::log(lo), std::log(hi)));
}

template <typename S>
std::vector<Facet<S>> placed(const TriangleMesh& mesh, const Recipe& motion, double t) {
  const Place<S> place = place_at(motion, S(t));
  std::vector<Facet<S>> facets(mesh.triangles().size());
  for (std::size_t i = 0; i < facets.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 v = mesh.vertices()[mesh.triangles()[i][k]];
      facets[i][k] = place(Point<S>{S(v.x()), S(v.y()), S(v.z())});
    }
  }
  return facets;
}

/// No farther apart than this along a coordinate: facets that are need no closer look.
template <typename S>
bool are_beyond(const Facet<S>& f, const Facet<S>& g, S distance) {
  for (S Point<S>::*x : {&Point<S>::x, &Point<S>::y, &Point<S>::z}) {
    const auto [f_lo, f_hi] = std::minmax({f[0].*x, f[1].*x, f[2].*x});
    const auto [g_lo, g_hi] = std::minmax({g[0].*x, g[1].*x, g[2].*x});
    if (f_lo - g_hi > distance || g_lo - f_hi > distance) return true;
  }
  return false;
}

template <typename S>
S distance_at(const AttackQuestion& q, double t) {
  const auto a = placed<S>(q.mesh_a, q.motion_a, t), b = placed<S>(q.mesh_b, q.motion_b, t);
  S least = distance(a[0], b[0]);
  for (const auto& f : a) {
    for (const auto& g : b) {
      if (!are_beyond(f, g, least)) least = std::min(least, distance(f, g));
    }
  }
  return least;
}

bool cross_at(const AttackQuestion& q, double t) {
  const auto a = placed<Quad>(q.mesh_a, q.motion_a, t), b = placed<Quad>(q.mesh_b, q.motion_b, t);
  for (const auto& f : a) {
    for (const auto& g : b) {
      if (!are_beyond(f, g, Quad(0)) && cross_by(f, g, Quad(q.slack))) return true;
    }
  }
  return false;
}

/// Whether the mesh bounds a convex solid: closed, and its triangles face outward.
bool is_solid(const TriangleMesh& mesh) {
  double volume = 0.0;
  for (const auto& triangle : mesh.triangles()) {
    const auto v = [&](int k) { return mesh.vertices()[triangle[k]]; };
    volume += v(0).dot(v(1).cross(v(2)));
  }
  return mesh.triangles().size() >= 4 && volume > 0.0;
}

/// Some corner of `points` is at least `depth` inside all planes of a convex solid.
bool has_corner_inside(const std::vector<Facet<Quad>>& solid,
                       const std::vector<Facet<Quad>>& points, Quad depth) {
  const auto is_inside = [&](const Point<Quad>& p) {
    return std::ranges::all_of(solid, [&](const Facet<Quad>& f) {
      const Point<Quad> n = cross(f[1] - f[0], f[2] - f[0]);
      return dot(p - f[0], n) < -depth * length(n);
    });
  };
  return std::ranges::any_of(
      points, [&](const Facet<Quad>& f) { return std::ranges::any_of(f, is_inside); });
}

bool is_inside_at(const AttackQuestion& q, double t, double depth) {
  const auto a = placed<Quad>(q.mesh_a, q.motion_a, t), b = placed<Quad>(q.mesh_b, q.motion_b, t);
  return (is_solid(q.mesh_a) && has_corner_inside(a, b, Quad(depth))) ||
         (is_solid(q.mesh_b) && has_corner_inside(b, a, Quad(depth)));
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
  Instant instant{t, distance_at<double>(question_, t)};
  const double least = question_.least();
  if (is_inside_at(question_, t, question_.slack)) {
    instant = {t, 0.0, true};
  } else if (instant.distance <= least + 2.0 * question_.slack) {
    instant.is_meeting =
        cross_at(question_, t) ||
        (least > 0.0 && distance_at<Quad>(question_, t) < Quad(least) - Quad(question_.slack));
  }
  instants_.push_back(instant);
}

// Downhill by thirds.
void Truth::refine(double lo, double hi) {
  for (int k = 0; k < 24; ++k) {
    const double p = lo + (hi - lo) / 3.0, q = hi - (hi - lo) / 3.0;
    const bool is_left = distance_at<double>(question_, p) <= distance_at<double>(question_, q);
    (is_left ? hi : lo) = is_left ? q : p;
  }
  look_at(lo + 0.5 * (hi - lo));
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
    if (instant.is_meeting && is_inside_at(question_, instant.t, 2.0 * question_.tolerance)) {
      return fmt::format("they press at {:.17g}", instant.t);
    }
  }
  return "";
}

std::string Truth::contradiction(const ContactReport& report) const {
  const Quad limit = Quad(question_.least()) + Quad(question_.tolerance) + Quad(question_.slack);
  const auto near_at = [&](double t) {
    return is_inside_at(question_, t, -question_.slack) || distance_at<Quad>(question_, t) <= limit;
  };
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
      return is_inside_at(question_, question_.span.lo, -question_.slack) ||
                     distance_at<Quad>(question_, question_.span.lo) <=
                         Quad(question_.least()) + Quad(question_.slack)
                 ? ""
                 : "they do not overlap at the start";
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
  if (is_inside_at(question_, clearance.time, -question_.slack)) return "";
  const double there = std::max(0.0, distance_at<double>(question_, clearance.time) - growth);
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
