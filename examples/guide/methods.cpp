// SPDX-License-Identifier: MIT
// The snippets of the other pages: shapes, scenes, robots, methods. Runs where examples/ is.
#include <graze/dynamics/world.h>
#include <graze/elastic/elastic_model.h>
#include <graze/graze.h>  // bodies, questions, answers: the library graze::graze
#include <graze/io.h>     // files: the library graze::io
#include <graze/methods/certified_surfaces.h>
#include <graze/methods/linear.h>
#include <graze/query/overlap_force.h>

#include <cstdio>
#include <memory>
#include <numbers>

#include "guide.h"

using namespace graze;

namespace {

void shapes_by_code() {
  const TriangleMesh gear = make_shape("gear", {{"teeth", 20}, {"triangles", 5000}});
  for (const ArmLink& link : make_arm()) {
    std::printf("%s ", link.name.c_str());  // and mesh, parent_from_joint, axis, limits
  }
  std::printf("and a gear of %zu triangles\n", gear.triangles().size());
}

void files() {
  const Scene scene = load_scene("examples/scenes/falling_gear.json");
  const PairReport answer = first_contact(scene);
  std::printf("%s at %.4f s\n", scene.bodies[answer.b.index()].name.c_str(), answer.report.time.hi);
}

void planner() {
  const Scene world;
  const std::vector<double> q0(5, 0.0), q1(5, 0.1);
  const Robot robot = load_urdf("examples/robots/arm.urdf");
  const MotionChecker checker(robot, world, {}, {.margin = 0.005});
  if (checker.check(q0, q1).is_free()) {
    std::puts("free");  // at every instant between q0 and q1, proved
  }
}

void linear_points() {
  LinearQuery query;  // a vertex and a triangle, or two edges
  query.start = {Vec3(0, 0, 1), Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)};
  query.end = {Vec3(0, 0, -1), Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(0, 1, 0)};
  const LinearContact contact = first_contact_linear(query, {.tolerance = 1e-6});

  const TriangleMesh frame = make_shape("torus");
  std::vector<Vec3> next(frame.vertices().begin(), frame.vertices().end());
  for (Vec3& vertex : next) vertex *= 0.5;  // where the vertices are at the next frame
  const ContactReport folded = first_self_contact_linear({frame, next});
  std::printf("%s, %s\n", std::string(name(contact.outcome)).c_str(),
              std::string(name(folded.outcome)).c_str());
}

void overlap() {
  const TriangleMesh ring = make_shape("torus");
  DepthSurface surface(ring);              // once: sorts the triangles into a tree
  surface.move_vertices(ring.vertices());  // a deforming body: O(n)
  const Pose here, beside{Mat3::Identity(), {0.1, 0.0, 0.0}};
  const OverlapVolume o =
      overlap_volume({surface, here}, {surface, beside}, {.pixels = {64, 64, 64}});
  std::printf("%s volume, %s depth\n", o.volume > 0.0 ? "some" : "no",
              o.depth() > 0.0 ? "some" : "no");  // and o.sides[0].vertices: dV/dx of each vertex
}

void monitor_poses() {
  Scene scene;
  const BodyId ball =
      add_body(scene, {.name = "ball", .shape = Shape::from_sphere({0, 0, 0}, 0.1)});
  add_body(scene, {.name = "wall", .shape = Shape::from_box({0.1, 1.0, 1.0})});
  OctreeMonitor monitor(scene, {.horizon = 0.5, .steps = 4});
  for (const double now : {0.0, 0.1, 0.2}) {
    const Pose pose{Mat3::Identity(), {-1.0 + 2.0 * now, 0.0, 0.0}};
    monitor.observe({ball, now, pose, {}});  // at any rate, for any body
    for (const MonitorEvent& event : monitor.cycle(now)) {
      std::printf("body %zu is announced\n", event.a.index());  // or withdrawn
    }
  }
}

void rigid_world() {
  World world;  // 60 steps a second, gravity along -z
  world.add(
      {.body = {.name = "floor", .shape = Shape::from_box({10, 10, 0.5})}, .role = Role::kStatic});
  world.add({.body = {.name = "box",
                      .shape = Shape::from_box({0.1, 0.1, 0.1}),
                      .motion = Motion::still({Mat3::Identity(), {0, 0, 1}})},
             .density = 1000.0});
  const StepReport report = world.step();  // contacts with forces, blows, holds, energy, residual
  std::printf("after %.4f s\n", report.time);
}

void controllers() {
  World world;
  world.add(
      {.body = {.name = "floor", .shape = Shape::from_box({10, 10, 0.5})}, .role = Role::kStatic});
  for (const char* name : {"ball", "cushion"}) {
    const Pose above{Mat3::Identity(), {name[0] == 'b' ? 1.0 : 3.0, 0.0, 2.0}};
    world.add({.body = {.name = name,
                        .shape = Shape::from_mesh(make_shape("icosphere")),
                        .motion = Motion::still(above)}});
  }
  const auto detector = [](Method method) {
    return std::make_shared<MethodDetector>(DetectionOptions{.method = method});
  };
  world.add(detector(Method::kBacktracking), {{"floor", "ball"}});
  world.add(detector(Method::kVolume), {{"floor", "cushion"}});
  world.add(std::make_shared<ImpulseResponse>());  // blows and support at the contacts
  world.add(std::make_shared<PenaltyResponse>());  // pressure on what overlaps
  world.step();
}

void soft_body() {
  World world;
  const TriangleMesh mesh = make_shape("box");
  const Aabb box{Vec3(-1, -1, -1), Vec3(1, 1, -0.45)};
  ElasticModel model = make_lattice(mesh, elastic_preset("rubber"));  // any closed mesh
  pin(model, box);                                                    // optional: nodes that stand
  WorldBody body;
  body.elastic = std::make_shared<const ElasticModel>(std::move(model));
  body.body.name = "block";
  body.body.shape = Shape::from_mesh(body.elastic->surface);
  world.add(body);
  world.step();
}

void curved_surfaces() {
  constexpr double kPi = std::numbers::pi;
  const Surface ring(
      {{"ring", PatchFace{torus_patch(Pose(), 3.0, 1.0), {-kPi, kPi}, {-kPi, kPi}, {}}}});
  const Aabb bounds{Vec3::Constant(-1.1), Vec3::Constant(1.1)};
  const Surface body({{"quartic", implicit_surface("x^4 + y^4 + z^4 - 1", bounds)}});
  const Motion motion =
      Motion::between({Mat3::Identity(), {9.0, 0.0, 0.0}}, {Mat3::Identity(), {0.0, 0.0, 0.0}});
  const auto report = first_contact_certified({SurfaceTree(ring), Motion()},
                                              {SurfaceTree(body), motion}, {.tolerance = 1e-9});
  std::printf("%.6f s, on the %s\n", report.time.hi, report.place_a.name.c_str());  // and its uv
}

}  // namespace

void guide::methods() {
  shapes_by_code();
  files();
  planner();
  linear_points();
  overlap();
  monitor_poses();
  rigid_world();
  controllers();
  soft_body();
  curved_surfaces();
}
