// SPDX-License-Identifier: MIT
#include "ccd/query_classes.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <random>

#include "graze/geometry/shapes.h"
#include "graze/io/mesh_io.h"
#include "support/ccd_queries.h"

namespace graze::bench {
namespace {
using test::random_direction;
using test::random_rotation;
using test::uniform;
using test::unit_mesh;

constexpr double kNearMiss = 1e-3;
constexpr double kTurnsClearance = 0.02;

Motion shifted(const Motion& motion, const Vec3& by) {
  return Motion::placed({Mat3::Identity(), by}, motion, Pose());
}

bool comes_within(const QueryClass& among, const Query& query, double distance) {
  const Answer answer = ask_certified(among, query, {.min_separation = distance});
  return answer.outcome != Outcome::kSeparated;
}

/// The query shifted along `direction` until b just stays farther from a than `distance`.
Query kept_apart(const QueryClass& among, const Query& query, const Vec3& direction,
                 double distance) {
  const auto at = [&](double s) { return Query{shifted(query.motion, s * direction), query.span}; };
  double near = 0.0;
  double far = 1.6;
  while (far - near > 0.02 * distance) {
    const double middle = 0.5 * (near + far);
    (comes_within(among, at(middle), distance) ? near : far) = middle;
  }
  return at(far);
}

Vec3 travel_of(const Query& query) {
  return pose_at(query.motion, query.span.hi).translation -
         pose_at(query.motion, query.span.lo).translation;
}

QueryClass same_bodies(const std::string& name, const QueryClass& as) {
  return {name, as.a, as.b, as.tolerance, {}};
}
}  // namespace

TriangleMesh unit_blob(double triangles) {
  return unit_mesh(make_shape("blob", {{"triangles", triangles}}));
}

TriangleMesh bunny_or_blob(std::string& name) {
  const char* const data = std::getenv("GRAZE_DATA");
  const std::filesystem::path path =
      std::filesystem::path(data ? data : "../shared/data") / "meshes/common/stanford-bunny.obj";
  const bool is_there = std::filesystem::exists(path);
  name = is_there ? "bunny" : "blob69k";
  return is_there ? unit_mesh(read_mesh(path.string())) : unit_blob(69451);
}

QueryClass big_motions(const std::string& of, const TriangleMesh& mesh, int count) {
  const Body body(mesh);
  QueryClass result{of + " big motion", body, body, 1e-4, {}};
  std::mt19937_64 random(1);
  for (int i = 0; i < count; ++i) result.queries.push_back({test::big_motion(random)});
  return result;
}

QueryClass big_motions_turning(const Body& body, double angle, int count) {
  QueryClass result{"turning", body, body, 1e-4, {}};
  std::mt19937_64 random(2);
  for (int i = 0; i < count; ++i) {
    const Vec3 from = random_direction(random) * (1.0 + uniform(random, 0.05, 0.5));
    const Vec3 through = random_direction(random) * uniform(random, 0.0, 0.3);
    const Pose begin{random_rotation(random), Vec3::Zero()};
    const Vec3 axis = random_direction(random);
    result.queries.push_back({Motion::placed(
        Pose(), Motion::six_parameters({from, Vec3::Zero()}, {2.0 * through - from, angle * axis}),
        begin)});
  }
  return result;
}

QueryClass convex_motions(const std::string& shape, int count) {
  const ShapeParameters rod{{"radius", 0.05}, {"height", 1.0}, {"triangles", 100}};
  const TriangleMesh mesh =
      shape == "rod" ? make_shape("cylinder", rod) : make_shape(shape, ShapeParameters{});
  const Body body(unit_mesh(mesh));
  QueryClass result{shape + " big motion", body, body, 1e-4, {}};
  std::mt19937_64 random(3);
  for (int i = 0; i < count; ++i) {
    const Motion screw = test::big_motion(random);
    result.queries.push_back({Motion::between(pose_at(screw, 0.0), pose_at(screw, 1.0), {0.0, 1.0},
                                              Interpolation::kSlerp)});
  }
  return result;
}

QueryClass near_misses(const QueryClass& big) {
  QueryClass result = same_bodies(big.name.substr(0, big.name.find(' ')) + " near miss", big);
  std::mt19937_64 random(4);
  for (const Query& query : big.queries) {
    const Vec3 sideways = travel_of(query).cross(random_direction(random)).normalized();
    result.queries.push_back(kept_apart(big, query, sideways, kNearMiss));
  }
  return result;
}

QueryClass steps(const QueryClass& big, bool with_contact) {
  const std::string of = big.name.substr(0, big.name.find(' '));
  QueryClass result = same_bodies(of + (with_contact ? " step, contact" : " step, free"), big);
  std::mt19937_64 random(5);
  for (const Query& query : big.queries) {
    const double length = uniform(random, 0.02, 0.03);
    const double part = uniform(random, 0.5, 0.9);
    const Answer answer = ask_certified(big, query);
    if (answer.outcome != Outcome::kContact || answer.time.lo < 0.04) continue;
    const double t = answer.time.lo;
    const double end = with_contact ? std::min(t + (1.0 - part) * length, 1.0) : t - 0.001;
    result.queries.push_back({query.motion, {end - length, end}});
  }
  return result;
}

QueryClass turns(const Body& body, double angle, int count) {
  QueryClass result{"turns", body, body, 1e-4, {}};
  std::mt19937_64 random(6);
  for (int i = 0; i < count; ++i) {
    Motion::ScrewParameters screw{.begin = {random_rotation(random), Vec3::Zero()},
                                  .axis = random_direction(random),
                                  .angle = 2.0 * std::numbers::pi};
    const Vec3 away = random_direction(random);
    const Query apart = kept_apart(result, {Motion::screw(screw)}, away, kTurnsClearance);
    const Vec3 place = pose_at(apart.motion, 0.0).translation;
    screw.angle = angle;
    result.queries.push_back({shifted(Motion::screw(screw), place)});
  }
  return result;
}

QueryClass shaft_in_hole(double clearance) {
  constexpr double kRadius = 0.25;
  const Body hole(make_shape("hole", {{"clearance", clearance * kRadius}}));
  QueryClass result{
      "shaft in hole", hole, Body(make_shape("shaft")), 0.1 * clearance * kRadius, {}};
  result.queries.push_back({Motion::screw({.angle = 2.0 * std::numbers::pi})});
  return result;
}

QueryClass nut_on_bolt(double clearance) {
  constexpr double kRadius = 0.25;
  constexpr double kPitch = 0.1;
  const Body bolt(make_shape("bolt"));
  const Body nut(make_shape("nut", {{"clearance", clearance * kRadius}}));
  QueryClass result{"nut on bolt", bolt, nut, 0.1 * clearance * kRadius, {}};
  result.queries.push_back({Motion::screw({.angle = 2.0 * std::numbers::pi, .slide = kPitch})});
  return result;
}

QueryClass door_closing(int count) {
  const Body car(make_shape("car_body"));
  const Body door(make_shape("car_door"));
  QueryClass result{"door closing", car, door, 1e-4 * car.mesh.bounds().diagonal(), {}};
  const Aabb& bounds = door.mesh.bounds();
  // Outside the skin: about a hinge within it the door's own edge would cut into the body.
  const Vec3 hinge(bounds.hi.x(), bounds.hi.y() + 0.05, 0.0);
  std::mt19937_64 random(7);
  for (int i = 0; i < count; ++i) {
    const Vec3 off = random_direction(random) * uniform(random, 0.0, 0.02);
    const Mat3 open = Eigen::AngleAxisd(-1.2, Vec3::UnitZ()).toRotationMatrix();
    const Pose begin{open, hinge - times(open, hinge) + off};
    result.queries.push_back(
        {Motion::screw({.begin = begin, .point = hinge + off, .angle = 1.2 + 0.05})});
  }
  return result;
}

}  // namespace graze::bench
