// SPDX-License-Identifier: MIT
#include "support/contact_queries.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/geometry/shapes.h"
#include "support/random_doubles.h"
#include "support/soups.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

double power_of_ten(Random& random, double lo, double hi) {
  return std::pow(10.0, uniform(random, lo, hi));
}
bool chance(Random& random, double share) { return uniform(random, 0.0, 1.0) < share; }
Vec3 direction(Random& random) {
  Vec3 v = random_vector(random);
  while (v.norm() < 0.1) v = random_vector(random);
  return v.normalized();
}
Mat3 turned(const Vec3& axis, double angle) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

/// The mesh with each vertex changed.
template <typename Change>
TriangleMesh changed(const TriangleMesh& mesh, Change change) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(change(v));
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

TriangleMesh unit_sized(const TriangleMesh& mesh) {
  const Vec3 centre = mesh.bounds().centre();
  const double diagonal = mesh.bounds().diagonal();
  const double scale = diagonal > 1e-6 ? 1.0 / diagonal : 1.0;
  return changed(mesh, [&](const Vec3& v) { return Vec3((v - centre) * scale); });
}

TriangleMesh built_in(Random& random, double triangles) {
  static const char* const kSmall[] = {"box", "l_bracket", "stairs", "icosphere", "uv_sphere"};
  static const char* const kLarge[] = {"torus", "cylinder", "capsule",    "cone",
                                       "gear",  "ring",     "chain_link", "icosphere"};
  const bool small = triangles < 100.0;
  const std::string name = small ? kSmall[random() % 5] : kLarge[random() % 8];
  for (const ShapeParameter& p : shape_info(name).parameters) {
    if (p.name == "triangles") triangles = std::max(p.lo, triangles);
  }
  return make_shape(name, {{"triangles", std::floor(triangles)}});
}

double random_count(Random& random, bool large) {
  return std::floor(large ? power_of_ten(random, 2.0, 3.7) : power_of_ten(random, 0.0, 2.0));
}

/// About one unit wide; one in four is pressed flat along an axis.
TriangleMesh random_shape(Random& random, bool large, std::string& kind) {
  const double triangles = random_count(random, large);
  const bool is_soup = chance(random, 0.5);
  kind += is_soup ? " soup" : " shape";
  TriangleMesh mesh =
      unit_sized(is_soup ? random_soup(random, {.triangles = static_cast<std::size_t>(triangles),
                                                .triangle_size = power_of_ten(random, -2.0, 0.0),
                                                .odd_share = uniform(random, 0.0, 1.0)})
                         : built_in(random, triangles));
  if (!chance(random, 0.25)) return mesh;
  kind += " (flat)";
  Vec3 factors = Vec3::Ones();
  factors[static_cast<int>(random() % 3)] = chance(random, 0.2) ? 0.0 : power_of_ten(random, -8, 0);
  return changed(mesh, [&](const Vec3& v) { return Vec3(v.cwiseProduct(factors)); });
}

/// Lengths of motions are made in units of the bodies' size; this brings them to the scene.
struct Frame {
  double scale = 1.0;
  Vec3 offset = Vec3::Zero();
  Vec3 operator()(const Vec3& p) const { return scale * p + offset; }
  Pose operator()(const Mat3& rotation, const Vec3& p) const { return {rotation, (*this)(p)}; }
};

double random_angle(Random& random) {
  const double size = chance(random, 0.1) ? power_of_ten(random, 1.0, 2.78)
                                          : uniform(random, 0.0, 2.0 * std::numbers::pi);
  return chance(random, 0.5) ? size : -size;
}

Interpolation random_interpolation(Random& random) {
  const Interpolation kinds[] = {Interpolation::kScrew, Interpolation::kSlerp,
                                 Interpolation::kSixParameters};
  return kinds[random() % 3];
}

Motion pass(Random& random, const Frame& frame) {
  const Vec3 from = uniform(random, 0.7, 2.0) * direction(random);
  const Vec3 to = random_vector(random, 0.4) * 2.0 - uniform(random, 0.2, 1.0) * from;
  const Mat3 begin = random_rotation(random);
  const Mat3 end =
      chance(random, 0.3) ? begin : turned(direction(random), random_angle(random)) * begin;
  return Motion::between(frame(begin, from), frame(end, to), {0.0, 1.0},
                         random_interpolation(random));
}

Motion screw(Random& random, const Frame& frame) {
  const Vec3 from = uniform(random, 0.5, 2.0) * direction(random);
  return Motion::screw({.begin = frame(random_rotation(random), from),
                        .point = frame(random_vector(random)),
                        .axis = direction(random),
                        .angle = random_angle(random),
                        .slide = frame.scale * uniform(random, -1.0, 1.0)});
}

Motion six_parameters(Random& random, const Frame& frame) {
  const Vec3 from = uniform(random, 0.7, 2.0) * direction(random);
  const Vec3 begin = random_vector(random, 3.0);
  const Vec3 end = begin + random_angle(random) * direction(random);
  return Motion::six_parameters({frame(from), begin}, {frame(-0.5 * from), end});
}

Motion path(Random& random, const Frame& frame) {
  std::vector<TimedPose> poses;
  const int count = 3 + static_cast<int>(random() % 3);
  for (int k = 0; k < count; ++k) {
    const double reach = k == 0 ? 1.2 : uniform(random, 0.3, 2.0);
    poses.push_back({k / (count - 1.0), frame(random_rotation(random), reach * direction(random))});
  }
  const bool jumps = chance(random, 0.2);
  return Motion::path(poses, jumps ? Interpolation::kStep : random_interpolation(random));
}

Motion chain(Random& random, const Frame& frame) {
  const Frame local{frame.scale, Vec3::Zero()};
  Motion motion =
      Motion::placed(frame(random_rotation(random), Vec3::Zero()), pass(random, local), {});
  const int joints = 1 + static_cast<int>(random() % 3);
  for (int k = 0; k < joints; ++k) {
    motion = Motion::composed(
        motion, Motion::screw({.begin = local(random_rotation(random), random_vector(random, 0.3)),
                               .point = local(random_vector(random, 0.5)),
                               .axis = direction(random),
                               .angle = uniform(random, -2.0, 2.0)}));
  }
  return motion;
}

Motion any_motion(Random& random, const Frame& frame, std::string& kind) {
  static const char* const kNames[] = {" pass", " screw", " six", " path", " chain"};
  const auto which = random() % 8;
  kind += kNames[which < 4 ? 0 : which - 3];
  if (which == 4) return screw(random, frame);
  if (which == 5) return six_parameters(random, frame);
  if (which == 6) return path(random, frame);
  return which == 7 ? chain(random, frame) : pass(random, frame);
}

double reach_along(const TriangleMesh& mesh, const Mat3& rotation, const Vec3& n) {
  double reach = -1e300;
  for (const Vec3& v : mesh.vertices()) reach = std::max(reach, n.dot(rotation * v));
  return reach;
}

/// b glides over a with their supporting planes `gap` apart (below 0: that deep), and may turn
/// about the planes' normal. Features are parallel, or nearly.
void make_grazing(Random& random, const Frame& frame, ContactQuery& query, double gap) {
  const bool aligned = chance(random, 0.5);
  const Mat3 pose_a = aligned ? Mat3(Mat3::Identity()) : random_rotation(random);
  const Vec3 n = aligned ? Vec3(Vec3::Unit(static_cast<int>(random() % 3))) : direction(random);
  const Mat3 pose_b = aligned && chance(random, 0.5)
                          ? turned(direction(random), power_of_ten(random, -12.0, -1.0))
                          : pose_a;
  Vec3 along = direction(random);
  along = (along - n * n.dot(along)).normalized();
  const double height =
      reach_along(query.a.mesh, pose_a, n) + reach_along(query.b.mesh, pose_b, -n) + gap;
  const Vec3 from = height * n + 1.2 * along, to = height * n - 0.8 * along;
  query.a.motion = Motion::still(frame(pose_a, Vec3::Zero()));
  query.b.motion = chance(random, 0.6) ? Motion::between(frame(pose_b, from), frame(pose_b, to))
                                       : Motion::screw({.begin = frame(pose_b, from),
                                                        .point = frame(random_vector(random, 0.5)),
                                                        .axis = n,
                                                        .angle = random_angle(random)});
}

Frame random_frame(Random& random) {
  Frame frame;
  if (chance(random, 0.5)) frame.scale = power_of_ten(random, -6.0, 6.0);
  if (chance(random, 0.4)) {
    const double offset = std::min(power_of_ten(random, 0.0, 6.0), 1e7 * frame.scale);
    frame.offset = offset * direction(random);
  }
  return frame;
}

/// The same body with its frame elsewhere: coordinates are large, the motion makes up for it.
void move_frame(OracleBody& body, const Vec3& shift) {
  body.mesh = changed(body.mesh, [&](const Vec3& v) { return Vec3(v + shift); });
  body.motion = Motion::placed({}, body.motion, {Mat3::Identity(), -shift});
}

void make_moving(Random& random, const Frame& frame, ContactQuery& query) {
  query.a.motion = Motion::still(frame(random_rotation(random), Vec3::Zero()));
  query.b.motion = any_motion(random, frame, query.kind);
  if (!chance(random, 0.3)) return;
  query.kind += ", both move";
  const Vec3 way = random_vector(random, 0.5);
  const Mat3 begin = random_rotation(random);
  const Mat3 end = turned(direction(random), uniform(random, -3.0, 3.0)) * begin;
  query.a.motion = Motion::between(frame(begin, -way), frame(end, way), {0.0, 1.0},
                                   random_interpolation(random));
}
}  // namespace

ContactQuery random_contact_query(Random& random) {
  ContactQuery query;
  const Frame frame = random_frame(random);
  const bool large = chance(random, 0.1);
  query.a.mesh = random_shape(random, large, query.kind);
  query.b.mesh = random_shape(random, large && chance(random, 0.7), query.kind);
  double relative = power_of_ten(random, -7.0, -2.0);
  if (chance(random, 0.25)) {
    const double gaps[] = {0.0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-4, 0.5 * relative, 2.0 * relative};
    if (chance(random, 0.2)) relative = 1e-11;
    make_grazing(random, frame, query, gaps[random() % 8]);
    query.kind += " grazing";
  } else {
    make_moving(random, frame, query);
  }
  for (OracleBody* body : {&query.a, &query.b}) {
    body->mesh = changed(body->mesh, [&](const Vec3& v) { return Vec3(frame.scale * v); });
  }
  double far = frame.offset.norm();
  if (chance(random, 0.15)) {
    const double shift = std::min(power_of_ten(random, 0.0, 6.0), 1e7 * frame.scale);
    far += shift;
    move_frame(chance(random, 0.5) ? query.a : query.b, shift * direction(random));
  }
  const double floor = 0x1p-40 * (far + frame.scale);
  query.size = frame.scale;
  query.above_rounding = !chance(random, 0.01);
  query.tolerance = frame.scale * relative;
  if (query.above_rounding) query.tolerance = std::max(query.tolerance, floor);
  return query;
}

}  // namespace graze::test
