// SPDX-License-Identifier: MIT
// First contact of moving meshes: our methods, FCL and Bullet on the same queries in the same run.
// Prints a table for each class of queries and writes two plots.                        [C4-C9,
// C13]
//   bench_ccd [--quick | --full] [--min-max] [--only PART] [--json FILE] [--plots FOLDER]
// CPU time of the thread, least of three for runs below 5 ms. Slow methods get fewer queries; their
// ratio to certified is over the same ones. The hash shows a changed answer.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

#include "ccd/bullet_peer.h"
#include "ccd/measure.h"
#include "ccd/query_classes.h"
#include "ccd/svg_plot.h"
#include "graze/geometry/shapes.h"
#include "support/ccd_queries.h"

namespace graze::bench {
namespace {

/// Numbers of queries.
struct Scale {
  int queries = 200, bisection = 100, sampled_1000 = 20, advanced = 20, documented = 4;
  int oracle = 20, curve = 30;
  double largest = 1e6;  ///< triangles
};
constexpr Scale kQuick{20, 5, 2, 3, 1, 2, 5, 7e4};
constexpr Scale kFull{1000, 200, 60, 60, 10, 100, 50, 1e6};

struct Arguments {
  Scale scale;
  ObbSplit split = ObbTreeOptions().split;
  std::string only;
  std::string json;
  std::string plots = "build";
};

constexpr std::string_view kParts[] = {"meshes", "thin",  "convex", "conforming",
                                       "door",   "turns", "angle",  "triangles"};

bool is_a_part(std::string_view word) {
  return std::find(std::begin(kParts), std::end(kParts), word) != std::end(kParts);
}

class Bench {
 public:
  explicit Bench(Arguments arguments) : arguments_(std::move(arguments)) {}
  void run();

 private:
  const Scale& scale() const { return arguments_.scale; }
  bool wants(std::string_view part) const {
    return arguments_.only.empty() || part == arguments_.only;
  }
  std::vector<Method> ours(const QueryClass& among) const;
  std::vector<Method> with_fcl(const QueryClass& among, const FclPeer& fcl) const;
  std::vector<Row> compare_all(const QueryClass& among);
  void meshes();
  void thin();
  void convex();
  void conforming();
  void door();
  void by_triangles();
  void by_angle();
  void many_turns();
  void plot(const std::string& file, const Plot& plot) const {
    write_svg(arguments_.plots + "/" + file, plot);
  }

  Arguments arguments_;
  Comparison comparison_;
};

std::vector<Method> Bench::ours(const QueryClass& among) const {
  return {
      {"certified", [&](const Query& q) { return ask_certified(among, q); }, scale().queries},
      {"certified, binary", [&](const Query& q) { return ask_certified_binary(among, q); },
       scale().queries},
      {"bisection", [&](const Query& q) { return ask_bisection(among, q); }, scale().bisection}};
}

std::vector<Method> Bench::with_fcl(const QueryClass& among, const FclPeer& fcl) const {
  std::vector<Method> methods = ours(among);
  const auto sampled = [&](int samples) {
    return [&fcl, samples](const Query& q) { return fcl.sample(q, samples); };
  };
  methods.push_back({"FCL 10 samples", sampled(10), scale().queries});
  methods.push_back({"FCL 100 samples", sampled(100), scale().bisection});
  methods.push_back({"FCL 1000 samples", sampled(1000), scale().sampled_1000});
  methods.push_back({"FCL distance steps",
                     [&](const Query& q) { return fcl.advance_by_distance(q); }, scale().advanced});
  methods.push_back(
      {"FCL RSS node", [&](const Query& q) { return fcl.advance_by_node(q); }, scale().advanced});
  methods.push_back({"FCL as documented",
                     [&](const Query& q) { return fcl.advance_as_documented(q); },
                     scale().documented});
  return methods;
}

std::vector<Row> Bench::compare_all(const QueryClass& among) {
  const FclPeer fcl(among.a.mesh, among.b.mesh, among.tolerance);
  const std::vector<Row> rows = comparison_.run(among, with_fcl(among, fcl), &fcl);
  comparison_.check(among, fcl, scale().oracle);
  return rows;
}

void Bench::meshes() {
  std::string name;
  const TriangleMesh mesh = bunny_or_blob(name);
  fmt::print("# {} of {} triangles against itself\n", name, mesh.triangles().size());
  const QueryClass big = big_motions(name, mesh, scale().queries);
  compare_all(big);
  compare_all(near_misses(big));
  compare_all(steps(big, true));
  compare_all(steps(big, false));
}

/// The tail on thin sheets and parts as CAD makes them, made by code.
void Bench::thin() {
  for (const char* const shape : {"car_body", "car_door", "ring", "gear", "bolt", "chain_link"}) {
    const QueryClass big = big_motions(shape, test::unit_mesh(make_shape(shape)), scale().queries);
    const auto run = [&](const QueryClass& among) {
      return comparison_.run(among, {ours(among)[0]}, nullptr)[0].cpu;
    };
    const Times through = run(big), beside = run(near_misses(big));
    fmt::print("{}: max / median {:.1f} and {:.1f}; near misses {:.1f} times big motion\n", shape,
               through.max / through.median, beside.max / beside.median,
               beside.median / through.median);
  }
}

void Bench::convex() {
  for (const char* const shape : {"box", "icosphere", "rod"}) {
    const QueryClass among = convex_motions(shape, scale().queries);
    const FclPeer fcl(among.a.mesh, among.b.mesh, among.tolerance);
    const BulletPeer bullet(among.a.mesh, among.b.mesh);
    std::vector<Method> methods = ours(among);
    methods.push_back(
        {"Bullet convex cast", [&](const Query& q) { return bullet.cast(q); }, scale().queries});
    comparison_.run(among, methods, &fcl);
    comparison_.check(among, fcl, scale().oracle);
  }
}

void Bench::conforming() {
  for (const double clearance : {0.01, 0.001}) {
    for (QueryClass among : {shaft_in_hole(clearance), nut_on_bolt(clearance)}) {
      among.name += fmt::format(", {:g} % clearance, a full turn", 100.0 * clearance);
      const std::vector<Method> methods = ours(among);
      comparison_.run(among, {methods[0], methods[1]}, nullptr);
    }
  }
}

void Bench::door() {
  const QueryClass closing = door_closing(scale().queries);
  for (const bool with_contact : {false, true}) {
    const std::vector<Row> rows = compare_all(steps(closing, with_contact));
    fmt::print("1 kHz: p99.9 {:.1f} us CPU, {:.1f} us wall\n", 1e6 * rows[0].cpu.p999,
               1e6 * rows[0].wall_p999);
  }
}

void Bench::by_triangles() {
  Series certified{"certified", {}};
  Series bisection{"bisection", {}};
  for (const double wish : {1e3, 4e3, 16e3, 69e3, 277e3, 1e6}) {
    if (wish > scale().largest) break;
    const QueryClass among =
        big_motions(fmt::format("blob{:g}", wish), unit_blob(wish), scale().curve);
    const double triangles = static_cast<double>(among.a.mesh.triangles().size());
    std::vector<Method> methods = ours(among);
    methods[2].count = std::max(3, scale().curve / 3);
    const std::vector<Row> rows = comparison_.run(among, methods, nullptr);
    certified.points.emplace_back(triangles, 1e6 * rows[0].cpu.median);
    bisection.points.emplace_back(triangles, 1e6 * rows[2].cpu.median);
  }
  plot("ccd_cost_by_triangles.svg", {"First contact under big motion, blob against itself",
                                     "triangles",
                                     "median CPU us",
                                     {certified, bisection}});
}

void Bench::by_angle() {
  const Body body(unit_blob(69451));
  Series certified{"certified", {}};
  Series bisection{"bisection", {}};
  for (const double angle : {0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0}) {
    QueryClass among = big_motions_turning(body, angle, scale().curve);
    among.name = fmt::format("blob 69k through itself, turning {:g} rad", angle);
    std::vector<Method> methods = ours(among);
    methods[2].count = angle < 20.0 ? std::max(3, scale().curve / 6) : 0;
    const std::vector<Row> rows = comparison_.run(among, methods, nullptr);
    certified.points.emplace_back(angle, 1e6 * rows[0].cpu.median);
    if (rows.size() > 2) bisection.points.emplace_back(angle, 1e6 * rows[2].cpu.median);
  }
  plot("ccd_cost_by_angle.svg", {"First contact under big motion, by angle turned",
                                 "rad",
                                 "median CPU us",
                                 {certified, bisection}});
}

void Bench::many_turns() {
  const Body body(unit_blob(5120));
  Series boxes{"certified, boxes", {}};
  Series binary{"certified, binary", {}};
  for (const double angle : {10.0, 30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0}) {
    QueryClass among = turns(body, angle, std::min(10, scale().curve));
    among.name = fmt::format("blob 5k beside itself, turning {:g} rad", angle);
    std::vector<Method> methods = ours(among);
    methods.pop_back();
    const std::vector<Row> rows = comparison_.run(among, methods, nullptr);
    boxes.points.emplace_back(angle, rows[0].boxes);
    binary.points.emplace_back(angle, rows[1].boxes);
  }
  fmt::print("log-log slope of box tests by angle: {:.3f} wide, {:.3f} binary\n",
             log_slope(boxes.points), log_slope(binary.points));
  plot("ccd_tests_by_turns.svg",
       {"Turning beside the other body: tests by angle", "rad", "mean box tests", {boxes, binary}});
}

void Bench::run() {
  std::filesystem::create_directories(arguments_.plots);
  divide_trees_by(arguments_.split);
  if (wants("meshes")) meshes();
  if (wants("thin")) thin();
  if (wants("convex")) convex();
  if (wants("conforming")) conforming();
  if (wants("door")) door();
  if (wants("turns")) many_turns();
  if (wants("angle")) by_angle();
  if (wants("triangles")) by_triangles();
  if (!arguments_.json.empty()) comparison_.write_json(arguments_.json);
}

std::optional<Arguments> parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--quick") {
      arguments.scale = kQuick;
    } else if (words[i] == "--full") {
      arguments.scale = kFull;
    } else if (words[i] == "--only" && has_value && is_a_part(words[i + 1])) {
      arguments.only = words[++i];
    } else if (words[i] == "--min-max") {
      arguments.split = ObbSplit::kMinMax;
    } else if (words[i] == "--json" && has_value) {
      arguments.json = words[++i];
    } else if (words[i] == "--plots" && has_value) {
      arguments.plots = words[++i];
    } else {
      return std::nullopt;
    }
  }
  return arguments;
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  const auto arguments = graze::bench::parse({argv + 1, argv + argc});
  if (!arguments) {
    fmt::print(
        stderr,
        "usage: bench_ccd [--quick | --full] [--min-max] [--only PART] [--json FILE] [--plots "
        "FOLDER]\n"
        "PART: meshes, thin, convex, conforming, door, turns, angle or triangles\n"
        "--min-max: trees divided by min-max instead of least surface\n");
    return 2;
  }
  graze::bench::Bench(*arguments).run();
  return 0;
}
