// SPDX-License-Identifier: MIT
// Cost of a monitoring cycle against faces and bodies: octrees, all pairs of faces, the certified
// method, FCL at instants.                                                              [O2, O7,
// O8]
//   bench_octree [faces | objects | update | fleet]...   all by default
// Plots go to build/plots/.
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "ccd/svg_plot.h"
#include "graze/base/hash.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "graze/methods/octree_workspace.h"
#include "graze/query/monitor.h"
#include "octree/fcl_scene.h"
#include "octree/fleet.h"
#include "octree/median_time.h"
#include "support/kitamura_scenes.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
/// One cycle of a scene, ready for every method.
struct CycleQuestion {
  Scene scene;
  Interval step;
  int levels = 4;
  std::vector<Octree> octrees;
  std::vector<SweptBody> bodies;

  CycleQuestion(Scene asked, double time, int wanted_levels)
      : scene(std::move(asked)), step(time, time + 1.0), levels(wanted_levels) {
    octrees = test::voxel_octrees(scene, test::kitamura_workspace(levels));
    bodies = test::swept_bodies(scene, octrees, step);
  }
};

template <typename Visit>
void for_pairs(const CycleQuestion& q, const Visit& visit) {
  for (std::size_t i = 0; i < q.bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < q.bodies.size(); ++j) visit(i, j);
  }
}

/// A way to answer for a cycle: the number of pairs of bodies that it says may touch.
struct Way {
  std::string name;
  std::function<std::size_t(const CycleQuestion&)> answer;
  std::size_t most_face_pairs;  ///< slow ways are left out beyond
};

std::size_t by_workspace(const CycleQuestion& q, const WorkspaceOptions& options) {
  return check_workspace(q.bodies, test::kitamura_workspace(q.levels), options).alarms.size();
}

std::size_t by_body_frame(const CycleQuestion& q) {
  std::size_t alarms = 0;
  for_pairs(q, [&](std::size_t i, std::size_t j) {
    alarms += check_step(q.bodies[i], q.bodies[j]).may_touch;
  });
  return alarms;
}

std::size_t by_all_faces(const CycleQuestion& q, HullTest test) {
  std::size_t alarms = 0;
  for_pairs(q, [&](std::size_t i, std::size_t j) {
    alarms += check_step_all_faces(q.bodies[i], q.bodies[j], {.hull_test = test}).may_touch;
  });
  return alarms;
}

std::size_t by_proof(const CycleQuestion& q) {
  std::size_t contacts = 0;
  for_pairs(q, [&](std::size_t i, std::size_t j) {
    const Body &a = q.scene.bodies[i], &b = q.scene.bodies[j];
    CertifiedOptions options;
    options.span = q.step;
    options.tolerance = 1e-6;
    contacts += first_contact_certified({a.shape.wide_tree(), a.motion, 0.0},
                                        {b.shape.wide_tree(), b.motion, 0.0}, options)
                    .outcome != Outcome::kSeparated;
  });
  return contacts;
}

/// `samples` instants of the step, all pairs through its broad phase.
std::size_t by_fcl(const CycleQuestion& q, FclScene& fcl, int samples) {
  std::size_t most = 0;
  for (int k = 0; k < samples; ++k) {
    const double t = q.step.lo + (q.step.hi - q.step.lo) * k / std::max(1, samples - 1);
    std::vector<Pose> poses;
    for (const Body& body : q.scene.bodies) poses.push_back(pose_at(body.motion, t));
    most = std::max(most, fcl.intersecting_pairs(poses));
  }
  return most;
}

std::vector<Way> ways() {
  constexpr std::size_t kAny = ~std::size_t{0};
  return {
      {"octree, as printed",
       [](const CycleQuestion& q) { return by_workspace(q, {.as_printed = true, .threads = 1}); },
       kAny},
      {"octree, displaced", [](const CycleQuestion& q) { return by_workspace(q, {.threads = 1}); },
       kAny},
      {"octree, rebuilt",
       [](const CycleQuestion& q) {
         return by_workspace(q, {.update = OctreeUpdate::kRebuilt, .threads = 1});
       },
       kAny},
      {"octree, body frames", by_body_frame, kAny},
      {"all faces", [](const CycleQuestion& q) { return by_all_faces(q, HullTest::kDirections); },
       std::size_t{80'000'000}},
      {"all faces, as printed",
       [](const CycleQuestion& q) { return by_all_faces(q, HullTest::kPrinted); },
       std::size_t{600'000}},
      {"certified, all pairs", by_proof, kAny},
  };
}

using Curves = std::vector<Series>;

void measure(const CycleQuestion& q, double x, Curves& curves) {
  const double faces = double(q.scene.bodies[0].shape.mesh().triangles().size());
  const double pairs = 0.5 * double(q.bodies.size()) * double(q.bodies.size() - 1);
  const std::vector<Way> all = ways();
  if (curves.empty()) {
    for (const Way& way : all) curves.push_back({way.name, {}});
    curves.push_back({"FCL, 10 instants", {}});
  }
  fmt::print("{:>8g}", x);
  const auto show = [&](std::size_t k, double seconds, std::size_t alarms) {
    curves[k].points.emplace_back(x, 1e6 * seconds);
    fmt::print(" {:>11.1f} ({})", 1e6 * seconds, alarms);
  };
  by_proof(q);  // builds the trees
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (faces * faces * pairs > double(all[k].most_face_pairs)) {
      fmt::print(" {:>15}", "-");
      continue;
    }
    std::size_t alarms = 0;
    const double seconds = median_seconds([&] { alarms = all[k].answer(q); }, 3);
    show(k, seconds, alarms);
  }
  std::vector<TriangleMesh> meshes;
  for (const Body& body : q.scene.bodies) meshes.push_back(body.shape.mesh());
  FclScene fcl(meshes);
  std::size_t alarms = 0;
  const double seconds = median_seconds([&] { alarms = by_fcl(q, fcl, 10); }, 3);
  show(all.size(), seconds, alarms);
  fmt::print("\n");
}

void print_head(const std::string& what, const std::string& x) {
  fmt::print("\n{}\nCPU microseconds of a cycle (pairs said to touch); median\n{:>8}", what, x);
  for (const Way& way : ways()) fmt::print(" {:>15}", way.name.substr(0, 15));
  fmt::print(" {:>15}\n", "FCL 10 inst.");
}

void save_plot(const std::string& name, const std::string& title, const std::string& x,
               const Curves& curves) {
  std::filesystem::create_directories("build/plots");
  write_svg("build/plots/" + name + ".svg", {title, x, "CPU µs per cycle", curves});
}

void run_faces() {
  for (const double t : {0.0, 115.0}) {
    print_head(fmt::format("Two spheres of Table 1, cycle {:g}, 4 levels", t), "faces");
    Curves curves;
    for (const int faces : {24, 80, 168, 528, 2112, 8320, 33024}) {
      measure(CycleQuestion(test::kitamura_spheres(2, faces), t, 4), faces, curves);
    }
    save_plot(fmt::format("octree_faces_{:g}", t),
              fmt::format("Two spheres, cycle {:g} of Table 1", t), "faces of each", curves);
    for (const Series& series : curves) {
      if (series.points.size() > 2) {
        fmt::print("  slope {:.2f}  {}\n", log_slope(series.points), series.name);
      }
    }
  }
}

void run_objects() {
  print_head("Spheres of 168 faces, Table 1, cycle 115, 4 levels", "objects");
  Curves curves;
  for (const int objects : {2, 3, 4, 5, 6, 7, 8}) {
    measure(CycleQuestion(test::kitamura_spheres(objects, 168), 115.0, 4), objects, curves);
  }
  save_plot("octree_objects", "Spheres of 168 faces, cycle 115", "objects", curves);
  print_head("Shuttles of 528 triangles, cycle 122, 5 levels", "objects");
  Curves shuttles;
  for (const int objects : {2, 3, 4, 5}) {
    measure(CycleQuestion(test::kitamura_shuttles(objects), 122.0, 5), objects, shuttles);
  }
  save_plot("octree_shuttles", "Shuttles of 528 triangles, cycle 122", "objects", shuttles);
}

void run_update() {
  fmt::print(
      "\nOne update of the octree of a shuttle (528 triangles); CPU microseconds, and black\n"
      "and gray volume in parts of that of the rebuilt tree at rest\n");
  fmt::print("{:>7} {:>12} {:>12} {:>14} {:>12} {:>10}\n", "levels", "displaced", "rebuilt",
             "kept (checked)", "body frame", "volume");
  for (const int levels : {4, 5, 6, 7}) {
    const Workspace workspace = test::kitamura_workspace(levels);
    const Scene scene = test::kitamura_shuttles(2);
    const Octree body = test::voxel_octrees(scene, workspace)[0];
    const SweptPose sweep = sweep_of(scene.bodies[0].motion, {10.0, 11.0});
    const KeptOctree kept = keep_octree(body, sweep.begin, workspace, 0.5);
    Octree displaced, rebuilt;
    bool covered = false;
    const double displace =
        median_seconds([&] { displaced = displaced_octree(body, sweep, workspace, 1); }, 3);
    const double rebuild =
        median_seconds([&] { rebuilt = rebuilt_octree(body, sweep, workspace, 1); }, 3);
    const double keep = median_seconds([&] { covered = covers(kept, sweep); }, 3);
    const double frame = median_seconds([&] { sweep_of(scene.bodies[0].motion, {10.0, 11.0}); }, 3);
    fmt::print("{:>7} {:>12.1f} {:>12.1f} {:>14.2f} {:>12.2f} {:>10.2f}\n", levels, 1e6 * displace,
               1e6 * rebuild, 1e6 * keep, 1e6 * frame,
               volume_bounds(displaced).hi / volume_bounds(rebuilt).hi);
  }
}

/// Cycles of a fleet under a monitor, beside the certified method and FCL on the same poses.
struct FleetTimes {
  double monitor_cpu = 0.0, monitor_wall = 0.0, certified = 0.0, fcl = 0.0;  ///< s a cycle
  double near_pairs = 0.0, announced = 0.0, tests = 0.0;
  std::uint64_t hash = 0;
};

double certified_cycle(const Fleet& fleet, double duration, std::size_t& contacts) {
  const auto& bodies = fleet.scene().bodies;
  const double start = thread_seconds();
  std::vector<Motion> motions;
  std::vector<Aabb> boxes;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const SweptPose sweep = sweep_of(fleet.poses()[i], fleet.twists()[i], duration);
    motions.push_back(
        Motion::between(sweep.begin, sweep.end, {0.0, duration}, Interpolation::kSlerp));
    boxes.push_back(bounds_during(sweep, bodies[i].shape.mesh().bounds()));
  }
  for (const auto& [a, b] : overlapping_pairs(boxes)) {
    CertifiedOptions options;
    options.span = {0.0, duration};
    contacts += first_contact_certified({bodies[a].shape.wide_tree(), motions[a], 0.0},
                                        {bodies[b].shape.wide_tree(), motions[b], 0.0}, options)
                    .outcome != Outcome::kSeparated;
  }
  return thread_seconds() - start;
}

FleetTimes run_fleet(std::size_t count, const MonitorOptions& options, int cycles, bool peers) {
  constexpr double kStep = 1.0 / 60.0;
  Fleet fleet(count, 0.05);
  std::vector<TriangleMesh> meshes;
  for (const Body& body : fleet.scene().bodies) meshes.push_back(body.shape.mesh());
  OctreeMonitor monitor(fleet.scene(), options);
  std::unique_ptr<FclScene> fcl = peers ? std::make_unique<FclScene>(meshes) : nullptr;
  for (std::size_t i = 0; i < 4 && i < count; ++i) fleet.scene().bodies[i].shape.wide_tree();
  FleetTimes sum;
  Hasher hasher;
  constexpr int kWarm = 60;  // a second, in which the fleet spreads from its lattice
  for (int k = 0; k < cycles + kWarm; ++k) {
    const double now = kStep * k;
    const double cpu = process_seconds(), wall = wall_seconds();
    for (std::size_t i = 0; i < count; ++i) monitor.observe({BodyId(i), now, fleet.poses()[i], {}});
    const auto events = monitor.cycle(now);
    if (k >= kWarm) {
      sum.monitor_cpu += process_seconds() - cpu;
      sum.monitor_wall += wall_seconds() - wall;
      const CycleReport& report = monitor.last_cycle();
      sum.near_pairs += double(report.near_pairs);
      sum.tests += double(report.counts.node_tests + report.counts.face_tests);
    }
    for (const MonitorEvent& event : events) {
      hasher.add(std::uint64_t{event.a.value} << 32 | event.b.value);
    }
    const auto standing = monitor.announced();
    for (const MonitorEvent& event : standing) fleet.bounce(event);
    if (k >= kWarm) sum.announced += double(standing.size());
    if (peers && k >= kWarm) {
      std::size_t contacts = 0;
      sum.certified += certified_cycle(fleet, kStep, contacts);
      const double start = thread_seconds();
      fcl->intersecting_pairs(fleet.poses());
      sum.fcl += thread_seconds() - start;
    }
    fleet.step(kStep);
  }
  for (double* value : {&sum.monitor_cpu, &sum.monitor_wall, &sum.certified, &sum.fcl,
                        &sum.near_pairs, &sum.announced, &sum.tests}) {
    *value /= cycles;
  }
  sum.hash = hasher.value();
  return sum;
}

void run_fleets() {
  fmt::print(
      "\nFleets of bodies of about 500 triangles, solids fill 5 % of the box, 60 observations\n"
      "of each a second; a cycle looks at the step since the last one and at the next 1/60 s.\n"
      "Milliseconds a cycle; certified and FCL on one thread, FCL at one instant\n");
  fmt::print("{:>7} {:>9} {:>9} {:>10} {:>10} {:>9} {:>7} {:>7} {:>9}  {}\n", "bodies", "CPU ms",
             "wall ms", "cycles/s", "certified", "FCL", "pairs", "alarms", "tests", "hash");
  Curves curves{{"monitor, CPU", {}}, {"certified, near pairs", {}}, {"FCL, one instant", {}}};
  for (const std::size_t count : {100u, 300u, 1000u, 3000u, 10000u}) {
    const MonitorOptions options{.horizon = 1.0 / 60.0, .steps = 1, .depth = 3};
    const FleetTimes t = run_fleet(count, options, 12, true);
    fmt::print(
        "{:>7} {:>9.2f} {:>9.2f} {:>10.1f} {:>10.2f} {:>9.2f} {:>7.0f} {:>7.1f} {:>9.0f}  {:x}\n",
        count, 1e3 * t.monitor_cpu, 1e3 * t.monitor_wall, 1.0 / t.monitor_wall, 1e3 * t.certified,
        1e3 * t.fcl, t.near_pairs, t.announced, t.tests, t.hash);
    curves[0].points.emplace_back(count, 1e6 * t.monitor_cpu);
    curves[1].points.emplace_back(count, 1e6 * t.certified);
    curves[2].points.emplace_back(count, 1e6 * t.fcl);
  }
  for (const Series& series : curves) {
    fmt::print("  slope {:.2f}  {}\n", log_slope(series.points), series.name);
  }
  save_plot("octree_fleet", "Bodies of 500 triangles, fill 5 %", "bodies", curves);
  const FleetTimes ahead = run_fleet(1000, {.horizon = 0.5, .steps = 4, .depth = 3}, 10, false);
  fmt::print(
      "1000 bodies, half a second ahead in 4 steps: {:.2f} CPU ms, {:.2f} wall ms, {:.0f} pairs, "
      "{:.0f} alarms\n",
      1e3 * ahead.monitor_cpu, 1e3 * ahead.monitor_wall, ahead.near_pairs, ahead.announced);
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto wants = [&](const char* part) {
    return words.empty() || std::find(words.begin(), words.end(), part) != words.end();
  };
  if (wants("faces")) graze::bench::run_faces();
  if (wants("objects")) graze::bench::run_objects();
  if (wants("update")) graze::bench::run_update();
  if (wants("fleet")) graze::bench::run_fleets();
  return 0;
}
