// SPDX-License-Identifier: MIT
#include "jobs/truth_queries.h"

#include <numbers>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/methods/certified.h"

namespace graze::jobs {
namespace {
/// The standard library's distributions differ between systems; these do not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double between(double lo, double hi) {
    return lo + (hi - lo) * (double(engine_() >> 11) * 0x1p-53);
  }
  std::size_t below(std::size_t count) { return engine_() % count; }
  bool coin() { return engine_() % 2 == 0; }
  Vec3 direction() {
    while (true) {
      const Vec3 v(between(-1, 1), between(-1, 1), between(-1, 1));
      const double length = v.norm();
      if (0.1 < length && length < 1.0) return v / length;
    }
  }

 private:
  std::mt19937_64 engine_;
};

TruthShape unit_shape(std::string name, const TriangleMesh& mesh, bool is_convex) {
  const Vec3 centre = mesh.bounds().centre();
  const double scale = 1.0 / mesh.bounds().diagonal();
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back((v - centre) * scale);
  const TriangleMesh unit(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
  return {name, Shape::from_mesh(unit, name), is_convex};
}

/// b's origin on a straight line, its rotation vector linearly from zero.
Motion straight(const Vec3& from, const Vec3& to, const Vec3& rotation_vector) {
  return Motion::six_parameters({from, Vec3::Zero()}, {to, rotation_vector});
}

/// Starts beyond the reach of both, passes near the middle of a and leaves on the other side.
struct Pass {
  Vec3 from, to, rotation_vector;

  Pass(Random& random, double least_angle, double most_angle) {
    from = random.direction() * (1.0 + random.between(0.05, 0.5));
    const Vec3 through = random.direction() * random.between(0.0, 0.3);
    to = 2.0 * through - from;
    rotation_vector = random.direction() * random.between(least_angle, most_angle);
  }
  Motion shifted(const Vec3& by) const { return straight(from + by, to + by, rotation_vector); }
};

using Shapes = std::vector<TruthShape>;

bool comes_within(const Shapes& shapes, const TruthQuery& query, const Motion& motion,
                  double distance) {
  const ContactReport report = first_contact_certified(
      {shapes[query.a].shape.wide_tree(), Motion(), shapes[query.a].shape.rounding()},
      {shapes[query.b].shape.wide_tree(), motion, shapes[query.b].shape.rounding()},
      {.tolerance = 0.01 * distance, .min_separation = distance});
  return report.outcome != Outcome::kSeparated;
}

/// By how much a pass must be shifted sideways to miss by `gap`.
Vec3 shift_to_miss(Random& random, const Shapes& shapes, const TruthQuery& query, const Pass& pass,
                   double gap) {
  const Vec3 sideways = (pass.to - pass.from).cross(random.direction()).normalized();
  double near = 0.0, far = 1.6;
  while (far - near > 0.01 * gap) {
    const double middle = 0.5 * (near + far);
    (comes_within(shapes, query, pass.shifted(middle * sideways), gap) ? near : far) = middle;
  }
  return far * sideways;
}

void choose_shapes(Random& random, const Shapes& shapes, bool thin, TruthQuery& query) {
  do {
    query.a = random.below(shapes.size());
    query.b = random.below(shapes.size());
  } while (thin && shapes[query.b].name != "plate" && shapes[query.b].name != "rod");
}

Motion missing_by(Random& random, const Shapes& shapes, const TruthQuery& query, double gap) {
  const Pass pass(random, 0.2, 1.5);
  return pass.shifted(shift_to_miss(random, shapes, query, pass, gap));
}

/// Misses by 1e-5, or is shifted back by twice that and touches a little.
Motion grazing(Random& random, const Shapes& shapes, const TruthQuery& query) {
  constexpr double kGap = 1e-5;
  const Pass pass(random, 0.2, 1.5);
  const Vec3 shift = shift_to_miss(random, shapes, query, pass, kGap);
  return pass.shifted(random.coin() ? shift : Vec3(shift - 2.0 * kGap * shift.normalized()));
}

Motion turning(Random& random) {
  const Vec3 place = random.direction() * random.between(0.4, 0.9);
  return straight(place, place, random.direction() * random.between(1.0, 2.0 * std::numbers::pi));
}

/// About an axis far from both bodies.
Motion swinging(Random& random) {
  const Vec3 axis = random.direction();
  const Vec3 arm = axis.cross(random.direction()).normalized() * random.between(1.0, 3.0);
  const double angle = random.between(0.3, 3.0);
  const Vec3 aside = arm + axis * random.between(-0.2, 0.2);
  const Mat3 back = rotation_about(axis, -0.6 * angle);
  return Motion::screw({.begin = {Mat3::Identity(), aside - times(back, arm)},
                        .point = aside,
                        .axis = axis,
                        .angle = angle,
                        .slide = random.between(-0.3, 0.3)});
}

/// A time step: from 0.01 apart, a few hundredths on.
Motion stepping(Random& random, const Shapes& shapes, const TruthQuery& query) {
  const Pass pass(random, 0.2, 1.5);
  const auto report = first_contact_certified(
      {shapes[query.a].shape.wide_tree(), Motion(), shapes[query.a].shape.rounding()},
      {shapes[query.b].shape.wide_tree(), straight(pass.from, pass.to, Vec3::Zero()),
       shapes[query.b].shape.rounding()},
      {.tolerance = 1e-4, .min_separation = 0.01});
  const double t = report.outcome == Outcome::kContact ? report.time.lo : 0.5;
  const Vec3 from = pass.from + t * (pass.to - pass.from);
  return straight(from, from + random.direction() * random.between(0.01, 0.05),
                  random.direction() * random.between(0.02, 0.1));
}
}  // namespace

std::vector<TruthShape> truth_shapes() {
  const auto convex = [](const char* name, const char* of, const ShapeParameters& parameters) {
    return unit_shape(name, make_shape(of, parameters), true);
  };
  const auto other = [](const char* of, const ShapeParameters& parameters) {
    return unit_shape(of, make_shape(of, parameters), false);
  };
  return {convex("box", "box", {}),
          convex("plate", "box", {{"z", 0.01}}),
          convex("rod", "cylinder", {{"radius", 0.03}, {"height", 1.0}, {"triangles", 100}}),
          convex("ball", "icosphere", {{"triangles", 320}}),
          convex("cone", "cone", {{"triangles", 200}}),
          convex("capsule", "capsule", {{"triangles", 500}}),
          other("l_bracket", {}),
          other("torus", {{"triangles", 1000}}),
          other("gear", {{"triangles", 1500}}),
          other("ring", {{"triangles", 1000}}),
          other("chain_link", {{"triangles", 1000}}),
          other("blob", {{"triangles", 3000}})};
}

TruthQuery truth_query(std::uint64_t seed, std::uint64_t number, const Shapes& shapes) {
  constexpr std::string_view kKinds[] = {"pass", "near_miss", "graze", "spin",
                                         "turn", "swing",     "thin",  "step"};
  Random random(seed * 0x9e3779b97f4a7c15u + number);
  TruthQuery query;
  query.kind = kKinds[number % 8];
  choose_shapes(random, shapes, query.kind == "thin", query);
  switch (number % 8) {
    case 0:
      query.motion = Pass(random, 0.2, 1.5).shifted(Vec3::Zero());
      break;
    case 1:
      query.motion = missing_by(random, shapes, query, 1e-3);
      break;
    case 2:
      query.motion = grazing(random, shapes, query);
      break;
    case 3:
      query.motion = Pass(random, 6.0, 40.0).shifted(Vec3::Zero());
      break;
    case 4:
      query.motion = turning(random);
      break;
    case 5:
      query.motion = swinging(random);
      break;
    case 6:
      query.motion = Pass(random, 1.0, 12.0).shifted(random.direction() * 0.4);
      break;
    default:
      query.motion = stepping(random, shapes, query);
      break;
  }
  return query;
}

}  // namespace graze::jobs
