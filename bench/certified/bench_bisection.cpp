// SPDX-License-Identifier: MIT
// What each split of the tree and each switch of `bisection` gives, on the same queries.       [C7]
//   bench_bisection [MESH] [QUERIES]
// Big motion: meshes scaled to unit diagonal, 0.05 to 0.5 apart along a random direction at the
// start, travel through each other, screw angle 0.2 to 1.5 rad, tolerance 1e-4, fixed seeds.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "graze/base/hash.h"
#include "graze/geometry/shapes.h"
#include "graze/io/mesh_io.h"
#include "graze/methods/bisection.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
TriangleMesh scaled_to_unit(const TriangleMesh& mesh) {
  const double scale = 1.0 / mesh.bounds().diagonal();
  const Vec3 centre = mesh.bounds().centre();
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(scale * (v - centre));
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

struct Random {
  std::mt19937_64 bits;

  double uniform(double lo, double hi) {
    return lo + (hi - lo) * 0x1p-53 * static_cast<double>(bits() >> 11);
  }
  Vec3 vector(double size) {
    const double x = uniform(-size, size);
    const double y = uniform(-size, size);
    return {x, y, uniform(-size, size)};
  }
  Mat3 turn(double angle) {
    return Eigen::AngleAxisd(angle, vector(1.0).normalized()).toRotationMatrix();
  }
};

/// Largest reach of the placed vertices along a direction.
double reach(const TriangleMesh& mesh, const Mat3& rotation, const Vec3& direction) {
  const Vec3 in_body = rotation.transpose() * direction;
  double most = -1e300;
  for (const Vec3& v : mesh.vertices()) most = std::max(most, in_body.dot(v));
  return most;
}

Motion big_motion(const TriangleMesh& mesh, unsigned seed) {
  Random random{std::mt19937_64(seed)};
  const Vec3 side = random.vector(1.0).normalized();
  const double gap = random.uniform(0.05, 0.5);
  const Mat3 start = random.turn(random.uniform(0.0, 3.0));
  const double apart = reach(mesh, Mat3::Identity(), side) + reach(mesh, start, -side) + gap;
  const Pose begin{start, apart * side};
  const Pose end{random.turn(random.uniform(0.2, 1.5)) * start,
                 -begin.translation + random.vector(0.1)};
  return Motion::between(begin, end);
}

struct Totals {
  Stats stats;
  std::vector<double> milliseconds;
  std::uint64_t most_tests = 0;
  Hasher answers;

  void add(const ContactReport& report, double seconds) {
    stats += report.stats;
    milliseconds.push_back(1e3 * seconds);
    most_tests = std::max(most_tests, report.stats.box_tests);
    answers.add(static_cast<std::uint64_t>(report.outcome));
    answers.add(report.time.hi);
  }
  void print(const std::string& name) {
    std::sort(milliseconds.begin(), milliseconds.end());
    const auto mean = [this](std::uint64_t sum) {
      return static_cast<double>(sum) / static_cast<double>(milliseconds.size());
    };
    fmt::print("| {:<34} | {:>9.0f} | {:>9} | {:>7.0f} | {:>7.0f} | {:>8.2f} | {:016x} |\n", name,
               mean(stats.box_tests), most_tests, mean(stats.triangle_tests), mean(stats.poses),
               milliseconds[milliseconds.size() / 2], answers.value());
  }
};

void print_head(const char* first) {
  fmt::print(
      "\n| {:<34} | box tests | most      | triangles | enclosures | median ms (CPU) | answers |\n"
      "|---|---|---|---|---|---|---|\n",
      first);
}

class Bench {
 public:
  Bench(TriangleMesh mesh, unsigned queries) : mesh_(std::move(mesh)), queries_(queries) {}

  void splits() {
    print_head("split");
    const std::pair<const char*, ObbSplit> rules[] = {{"min-max", ObbSplit::kMinMax},
                                                      {"surface", ObbSplit::kSurface},
                                                      {"mean", ObbSplit::kMean},
                                                      {"median", ObbSplit::kMedian}};
    for (const auto& [name, rule] : rules) {
      const double start = bench::process_seconds();
      const ObbTree tree = build_obb_tree(mesh_, {.split = rule});
      const double build = bench::process_seconds() - start;
      run(tree, {.tolerance = 1e-4})
          .print(fmt::format("{}: {:.2f} s CPU, depth {}, {:.3f}", name, build, tree.report().depth,
                             tree.report().tightness));
    }
  }

  void switches() {
    print_head("options");
    const BisectionOptions standard{.tolerance = 1e-4};
    const auto with = [&](const char* name, auto change) {
      BisectionOptions options = standard;
      change(options);
      run(build_obb_tree(mesh_), options).print(name);
    };
    with("as default", [](BisectionOptions&) {});
    with("without discrete pre-test", [](BisectionOptions& o) { o.discrete_pretest = false; });
    with("without directional traversal",
         [](BisectionOptions& o) { o.directional_traversal = false; });
    with("partial axes", [](BisectionOptions& o) { o.partial_axes = true; });
    with("k = 0.1", [](BisectionOptions& o) { o.k = 0.1; });
    with("k = 0.4", [](BisectionOptions& o) { o.k = 0.4; });
    with("k = 1", [](BisectionOptions& o) { o.k = 1.0; });
  }

  /// Without it every contact of the whole passage is searched for: few queries suffice.
  void collision_time() {
    print_head("few queries");
    const ObbTree tree = build_obb_tree(mesh_);
    const unsigned all = queries_;
    queries_ = std::min(queries_, 3u);
    run(tree, {.tolerance = 1e-4}).print("as default");
    run(tree, {.tolerance = 1e-4, .pass_current_collision_time = false})
        .print("without current collision time");
    queries_ = all;
  }

  /// A hundred steps of each motion, until contact.
  void coherence() {
    print_head("100 steps up to contact");
    const ObbTree tree = build_obb_tree(mesh_);
    Totals plain;
    Totals kept;
    for (unsigned q = 0; q < std::min(queries_, 20u); ++q) {
      CoherenceTable table;
      const MovingTree a{tree, Motion()};
      const MovingTree b{tree, big_motion(mesh_, q)};
      for (int step = 0; step < 100; ++step) {
        const BisectionOptions options{.span = {step / 100.0, (step + 1) / 100.0},
                                       .tolerance = 1e-4};
        double start = bench::process_seconds();
        const ContactReport report = first_contact_bisection(a, b, options);
        plain.add(report, bench::process_seconds() - start);
        start = bench::process_seconds();
        kept.add(first_contact_bisection(a, b, options, table), bench::process_seconds() - start);
        if (report.outcome != Outcome::kSeparated) break;
      }
    }
    plain.print("as default");
    kept.print("coherence table");
  }

 private:
  Totals run(const ObbTree& tree, const BisectionOptions& options) const {
    Totals totals;
    for (unsigned q = 0; q < queries_; ++q) {
      const MovingTree b{tree, big_motion(mesh_, q)};
      const double start = bench::process_seconds();
      const ContactReport report = first_contact_bisection({tree, Motion()}, b, options);
      totals.add(report, bench::process_seconds() - start);
    }
    return totals;
  }

  TriangleMesh mesh_;
  unsigned queries_;
};
}  // namespace
}  // namespace graze

int main(int argc, char** argv) {
  using namespace graze;
  const TriangleMesh mesh = argc > 1 && std::string(argv[1]) != "-"
                                ? read_mesh(argv[1])
                                : make_shape("blob", {{"triangles", 69'000.0}});
  const unsigned queries = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 100u;
  Bench bench(scaled_to_unit(mesh), queries);
  fmt::print("{} triangles, {} queries of big motion\n", mesh.triangles().size(), queries);
  bench.splits();
  bench.switches();
  bench.collision_time();
  bench.coherence();
  return 0;
}
