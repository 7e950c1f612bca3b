// SPDX-License-Identifier: MIT
// OMPL.app's published solutions as motions of one rigid body: which of them are free of contact?
#include <gtest/gtest.h>

#include "graze/io/mesh_io.h"
#include "graze/io/trajectory_io.h"
#include "graze/query/first_contact.h"
#include "robot/data_files.h"
#include "robot/fcl_robot.h"

namespace graze::test {
namespace {
/// OMPL.app's conventions: Y up, and the moving mesh about the mean of its vertices.
TriangleMesh turned_up(const TriangleMesh& mesh, bool about_mean) {
  std::vector<Vec3> vertices;
  Vec3 mean = Vec3::Zero();
  for (const Vec3& v : mesh.vertices()) vertices.emplace_back(v.x(), v.z(), -v.y());
  for (const Vec3& v : vertices) mean += v / static_cast<double>(vertices.size());
  if (about_mean) {
    for (Vec3& v : vertices) v -= mean;
  }
  return TriangleMesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}

Scene problem(const std::string& name, const std::string& robot, const std::string& world) {
  const auto dir = data_dir() / "scenes/omplapp";
  Scene scene;
  Body walls, body;
  walls.name = "world";
  walls.shape = Shape::from_mesh(turned_up(read_mesh(dir / world), false));
  body.name = "body";
  body.shape = Shape::from_mesh(turned_up(read_mesh(dir / robot), true));
  const auto poses = load_rigid_path(dir / (name + ".path"));
  body.motion =
      Motion::path(poses, Interpolation::kSlerp);  // OMPL's SE(3): straight line and slerp
  scene.span = {poses.front().time, poses.back().time};
  add_body(scene, walls);
  add_body(scene, body);
  return scene;
}

struct Solution {
  const char* name;
  const char* robot;
  const char* world;
};
constexpr Solution kSolutions[] = {{"cubicles", "cubicles_robot.dae", "cubicles_env.dae"},
                                   {"Twistycool", "Twistycool_robot.dae", "Twistycool_env.dae"},
                                   {"Apartment", "Apartment_robot.dae", "Apartment_env.dae"},
                                   {"Easy", "Easy_robot.dae", "Easy_env.dae"},
                                   {"alpha-1.5", "alpha_robot.dae", "alpha_env-1.5.dae"}};
}  // namespace

TEST(G3_RigidPath, PublishedSolutionsAreProvedFreeOrShownToTouch) {
  for (const Solution& solution : kSolutions) {
    SCOPED_TRACE(solution.name);
    if (!std::filesystem::exists(data_dir() / "scenes/omplapp" /
                                 (std::string(solution.name) + ".path")))
      continue;
    const Scene scene = problem(solution.name, solution.robot, solution.world);
    ContactOptions options;
    options.tolerance = 1e-4;
    options.budget.max_seconds = 60.0;
    const ContactReport report = first_contact(scene, options).report;
    std::printf("%-12s %3.0f segments: %s, [%.9g, %.9g], %.3f s\n", solution.name, scene.span.hi,
                std::string(name(report.outcome)).c_str(), report.time.lo, report.time.hi,
                report.stats.seconds);
    EXPECT_NE(report.outcome, Outcome::kUndecided);
    // Sampling must find nothing where nothing is proved to be, and be near at the contact.
    const PreparedScene prepared(scene);
    const FclRobot fcl(prepared);
    const auto motions = world_motions(scene);
    const auto poses = [&](double t) {
      return std::vector<Pose>{pose_at(motions[0], t), pose_at(motions[1], t)};
    };
    const double safe = report.outcome == Outcome::kSeparated ? scene.span.hi : report.time.lo;
    for (double t = 0.0; t < safe; t += 0.25) {
      ASSERT_FALSE(fcl.collision(poses(t))) << t;
    }
    if (report.outcome == Outcome::kContact) {
      const auto at = poses(report.time.hi);
      EXPECT_LE(fcl.distance(BodyId(0), BodyId(1), at[0], at[1]), 1e-3);
    }
  }
}

}  // namespace graze::test
