// SPDX-License-Identifier: MIT
// Exact forms: what is contained, by how much more, and that one name is one shape.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "graze/io/file.h"
#include "graze/io/load_robot_scene.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/clearance.h"
#include "graze/query/prepared_scene.h"
#include "kinds/oracle.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Vec3 random_vec(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  return {any(random), any(random), any(random)};
}

Scene two(Shape a, Shape b, const Vec3& place_of_b) {
  Scene scene;
  add_body(scene, {.name = "a", .shape = std::move(a)});
  add_body(scene, {.name = "b",
                   .shape = std::move(b),
                   .motion = Motion::still({Mat3::Identity(), place_of_b})});
  return scene;
}

/// Points of the exact form, also its rims.
std::vector<Vec3> points_of(const ShapeForm& form, std::mt19937_64& random) {
  std::vector<Vec3> points;
  std::uniform_real_distribution<double> share(0.0, 1.0);
  const auto add = [&](const Vec3& from, const Vec3& to, double r_from, double r_to) {
    const Vec3 axis = (to - from).normalized(), u = axis.unitOrthogonal(), v = axis.cross(u);
    for (int i = 0; i < 200; ++i) {
      const double s = i < 50 ? 0.0 : i < 100 ? 1.0 : share(random), angle = 6.3 * share(random);
      const double r = (1.0 - s) * r_from + s * r_to;
      points.push_back(from + s * (to - from) + r * (std::cos(angle) * u + std::sin(angle) * v));
    }
  };
  if (const auto* f = std::get_if<CylinderForm>(&form)) add(f->begin, f->end, f->radius, f->radius);
  if (const auto* f = std::get_if<ConeForm>(&form)) add(f->base, f->tip, f->radius, 0.0);
  return points;
}

/// How far above the triangles of a nearly convex mesh a point is at most. Only what is straight
/// above a triangle counts: the plane of a sliver goes anywhere beyond it.
double above(const TriangleMesh& mesh, const Vec3& p) {
  double most = -kInfinity;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    const Vec3 u = c[1] - c[0], v = c[2] - c[0], w = p - c[0], n = u.cross(v);
    const double share_1 = w.cross(v).dot(n) / n.squaredNorm();
    const double share_2 = u.cross(w).dot(n) / n.squaredNorm();
    if (std::min({share_1, share_2, 1.0 - share_1 - share_2}) < -1e-3) continue;
    most = std::max(most, n.normalized().dot(w));
  }
  return most;
}
}  // namespace

TEST(G3_Forms, MeshesContainTheirFormsAndNoVertexIsFartherOutThanStated) {
  const std::size_t count = trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const double far = trial % 2 == 0 ? 1.0 : 1000.0;
    const Vec3 begin = random_vec(random, far), end = begin + random_vec(random, 1.0);
    const double radius = std::uniform_real_distribution<double>(0.001, 1.0)(random);
    for (const Shape& shape :
         {Shape::from_cylinder(begin, end, radius), Shape::from_cone(begin, end, radius)}) {
      // Points are computed here with an error of a few 1e-16 of their size.
      for (const Vec3& p : points_of(shape.form(), random))
        ASSERT_LT(above(shape.mesh(), p), 1e-15 * far) << trial;
      const Body body{.name = "form", .shape = shape};
      const OracleBody exact = oracle_body(body, {});
      for (const Vec3& v : shape.mesh().vertices()) {
        OracleBody point;
        point.parts.push_back({[v](const Vec3&) { return v; }});
        ASSERT_LE(ask_oracle(exact, point).distance, shape.outward_error() + 1e-12 * far) << trial;
      }
      ASSERT_LT(shape.outward_error(), 0.00054 * radius + 1e-9);
    }
  }
}

TEST(G3_Forms, ABallJustInsideACylinderIsNeverCalledApart) {
  const Shape cylinder = Shape::from_cylinder(0.1, 1.0);
  const Shape ball = Shape::from_sphere(Vec3::Zero(), 0.05);
  for (int k = 0; k < 720; ++k) {
    const double angle = 0.00872 * k, at = 0.1 + 0.05 - 1e-4;
    const Scene scene =
        two(cylinder, ball, {at * std::cos(angle), at * std::sin(angle), 0.01 * (k % 40)});
    EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kOverlapAtStart) << k;
  }
}

TEST(G3_Forms, RefinedIsTheSameFormWithinTheErrorAskedFor) {
  const Shape cone = Shape::from_cone({0, 0, 0}, {0, 0.1, 1}, 0.5);
  const Shape fine = cone.refined(1e-6);
  EXPECT_LE(fine.outward_error(), 1e-6);
  EXPECT_GT(fine.outward_error(), 1e-7);
  EXPECT_EQ(name(fine.form()), "cone");
  EXPECT_EQ(Shape::from_box({1, 1, 1}).refined(1e-9).outward_error(), 0.0);
}

TEST(G3_Forms, AHalfSpaceHasNoEdge) {
  const std::size_t count = trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Vec3 normal = random_vec(random, 1.0);
    if (normal.norm() < 0.1) continue;
    const double offset = random_vec(random, 2.0).x();
    const Vec3 n = normal.normalized();
    const Vec3 along =
        n.unitOrthogonal() * (trial % 3 == 0 ? 1e5 : 3.0) * random_vec(random, 1.0).x();
    for (const double gap : {1e-3, -1e-3, -0.7, -30.0}) {
      const Scene scene =
          two(Shape::from_half_space(normal, offset), Shape::from_sphere(Vec3::Zero(), 0.5),
              along + (offset + 0.5 + gap) * n);
      const ContactReport report = first_contact(scene).report;
      ASSERT_EQ(report.outcome, gap > 0.0 ? Outcome::kSeparated : Outcome::kOverlapAtStart) << gap;
      const Clearance clearance = clearances_per_pair(scene).at(0).clearance;
      ASSERT_NEAR(clearance.distance.hi, std::max(0.0, gap), 3e-6) << gap;
    }
  }
}

TEST(G3_Forms, TwoHalfSpacesAreNotAskedAbout) {
  const Scene scene = two(Shape::from_half_space({0, 0, 1}, 0.0),
                          Shape::from_half_space({1, 0, 0}, 0.0), Vec3::Zero());
  EXPECT_TRUE(checked_pairs(scene).empty());
  EXPECT_EQ(first_contact(scene).report.outcome, Outcome::kSeparated);
}

TEST(G3_Forms, ACylinderOfAUrdfAndOneOfASceneAreTheSame) {
  const auto folder = std::filesystem::temp_directory_path() / "graze_forms_test";
  std::filesystem::create_directories(folder);
  write_file(folder / "r.urdf", R"(<robot name="r"><link name="l"><collision><geometry>
      <cylinder radius="0.1" length="0.8"/></geometry></collision></link></robot>)");
  RobotFiles files;
  files.urdf = folder / "r.urdf";
  const Scene robot = load_robot_scene(files).scene;
  const Scene scene = parse_scene(
      R"({"bodies": [{"name": "l", "shape": {"type": "cylinder", "radius": 0.1, "height": 0.8}}]})");
  const Shape &a = robot.bodies.at(0).shape, &b = scene.bodies.at(0).shape;
  EXPECT_EQ(name(a.form()), "cylinder");
  EXPECT_EQ(a.mesh().content_hash(), b.mesh().content_hash());
  EXPECT_EQ(a.outward_error(), b.outward_error());
  std::filesystem::remove_all(folder);
}

TEST(G3_Forms, OldNamesAreReadWithANote) {
  const Scene scene = parse_scene(R"({"bodies": [
    {"name": "a", "shape": {"type": "stick", "from": [0, 0, 0], "to": [0, 0, 1], "radius": 0.1}},
    {"name": "b", "shape": {"type": "capsule", "from": [0, 0, 0], "to": [0, 0, 1], "radius": 0.1},
     "pose": {"position": [3, 0, 0]}}]})");
  EXPECT_EQ(name(scene.bodies[0].shape.form()), "capsule");
  ASSERT_EQ(scene.notes.size(), 1u);
  EXPECT_NE(scene.notes[0].find("'capsule'"), std::string::npos);
  EXPECT_TRUE(parse_scene(format_scene(scene)).notes.empty());
}

TEST(G1_Forms, OnlyWhatAQuestionNeedsIsMadeOnceForEachShape) {
  Scene scene;
  const Shape shape = Shape::from_cylinder(0.1, 1.0);
  for (int i = 0; i < 5; ++i) {
    add_body(scene, {.name = std::to_string(i),
                     .shape = shape,
                     .motion = Motion::still({Mat3::Identity(), Vec3(i, 0, 0)})});
  }
  const Preparation done = PreparedScene(scene).preparation();
  EXPECT_EQ(done.shapes, 1u);
  EXPECT_EQ(done.triangles, shape.mesh().triangles().size());
  EXPECT_GT(done.cpu_seconds, 0.0);
}

}  // namespace graze::test
