// SPDX-License-Identifier: MIT
// Backtracking against the certified method on the same steps, and what its parts save.   [K3-K8]
//   bench_backtracking [STEPS]
// Two equal bodies of diagonal about 1; b moves by 2 % of its size in a step, with a little turn.
// far: extents apart. near: a hundredth apart at the end. contact: overlapping by 1 % at the end.
// Times are CPU time of the thread, medians; the three methods take turns on each step.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "graze/base/hash.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "graze/query/step_contact.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
struct Random {
  std::mt19937_64 bits;
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * 0x1p-53 * static_cast<double>(bits() >> 11);
  }
  Vec3 vector() {
    const double x = uniform(-1, 1), y = uniform(-1, 1);
    return {x, y, uniform(-1, 1)};
  }
  Mat3 turn(double angle) {
    return Eigen::AngleAxisd(angle, vector().normalized()).toRotationMatrix();
  }
};

/// How far b must be moved along `way` until it is free of a at that pose.
double free_at(const Shape& shape, const Mat3& turn, const Vec3& way) {
  double near = 0.0, far = 4.0;
  for (int i = 0; i < 16; ++i) {
    const double s = 0.5 * (near + far);
    const Motion moved = Motion::still({turn, s * way});
    const auto distance =
        distance_at({shape.wide_tree(), Motion{}}, {shape.wide_tree(), moved}, 0.0);
    (distance.outcome == Outcome::kSeparated ? far : near) = s;
  }
  return far;
}

/// Where and how b comes near, for one seed.
struct Approach {
  Vec3 way;
  Mat3 start, turn;
  double touch = 0.0;
};

std::vector<Approach> approaches(const Shape& shape, int count) {
  std::vector<Approach> all;
  for (int i = 0; i < count; ++i) {
    Random random{std::mt19937_64(static_cast<unsigned>(i + 1))};
    Approach approach;
    approach.way = random.vector().normalized();
    approach.turn = random.turn(random.uniform(0, 3));
    approach.start = random.turn(0.01) * approach.turn;
    approach.touch = free_at(shape, approach.turn, approach.way);
    all.push_back(approach);
  }
  return all;
}

PairQuestion make_step(const Shape& shape, const std::string& kind, const Approach& approach) {
  const double gap = kind == "far" ? 2.0 : (kind == "near" ? 0.01 : -0.01);
  const double end = approach.touch + gap;
  PairQuestion question;
  question.a = {shape, Motion{}, 0.0};
  question.b = {shape,
                Motion::between({approach.start, (end + 0.02) * approach.way},
                                {approach.turn, end * approach.way}, {0, 1}, Interpolation::kSlerp),
                0.0};
  question.tolerance = 1e-6;
  return question;
}

struct Column {
  std::vector<double> seconds;
  Hasher answers;

  template <typename Ask>
  void ask(const Ask& ask_once) {
    const double begin = bench::thread_seconds();
    const ContactReport report = ask_once();
    seconds.push_back(bench::thread_seconds() - begin);
    answers.add(static_cast<std::uint64_t>(report.outcome));
    answers.add(report.time.hi);
  }
  double median() {
    std::nth_element(seconds.begin(), seconds.begin() + static_cast<long>(seconds.size() / 2),
                     seconds.end());
    return 1e6 * seconds[seconds.size() / 2];
  }
};

BacktrackingResult alone(const PairQuestion& q) {
  BacktrackingOptions options;
  options.tolerance = q.tolerance;
  options.span = q.span;
  const auto body = [](const MovingShape& moving) {
    return BacktrackingBody{*moving.shape.polyhedron(), moving.shape.tree(),
                            moving.frame_from_shape};
  };
  return first_contact_by_backtracking(body(q.a), body(q.b), options);
}

void compare(const std::string& name, const Shape& shape, const std::string& kind,
             const std::vector<Approach>& ways) {
  const auto steps = static_cast<double>(ways.size());
  Column certified, single, handed;
  BacktrackingWork work;
  std::size_t handed_over = 0, agree = 0;
  for (const Approach& way : ways) {
    const PairQuestion q = make_step(shape, kind, way);
    Outcome truth{}, found{};
    certified.ask([&] {
      auto report = first_contact_certified({q.a.shape.wide_tree(), q.a.frame_from_shape},
                                            {q.b.shape.wide_tree(), q.b.frame_from_shape},
                                            {.tolerance = q.tolerance});
      truth = report.outcome;
      return report;
    });
    single.ask([&] {
      auto result = alone(q);
      work += result.work;
      found = result.report.outcome;
      return result.report;
    });
    handed.ask([&] {
      auto answer = step_contact(q);
      handed_over += answer.handed_over;
      return answer.report;
    });
    agree += truth == found;
  }
  const double reference = certified.median();
  const double one = single.median(), two = handed.median();
  const double iterations = std::max<double>(1.0, static_cast<double>(work.iterations));
  fmt::print(
      "{:<10} {:>6} {:<8} {:>9.1f} {:>9.1f} {:>6.2f} {:>9.1f} {:>6.2f} {:>6.0f}% {:>6.0f}% "
      "{:>8.1f} {:>8.1f}  {:016x}\n",
      name, shape.mesh().triangles().size(), kind, reference, one, one / reference, two,
      two / reference, 100.0 * static_cast<double>(agree) / steps,
      100.0 * static_cast<double>(handed_over) / steps,
      static_cast<double>(work.iterations) / steps,
      static_cast<double>(work.transforms) / iterations, single.answers.value());
}

void coherence(int steps) {
  const Shape torus = Shape::from_mesh(make_shape("torus", {{"triangles", 4000}}));
  const Shape ball = Shape::from_mesh(make_shape("icosphere", {{"triangles", 1280}}));
  torus.tree(), torus.polyhedron(), ball.tree(), ball.polyhedron();  // built before the clock runs
  fmt::print("\nA ball on its way around a torus, {} steps a turn, 0.04 to 0.4 apart\n", steps);
  fmt::print("{:<26} {:>12} {:>12} {:>12} {:>10}\n", "what is kept", "us a step", "supports",
             "box tests", "instants");
  for (const int mode : {0, 1, 2}) {
    const Motion circle = Motion::screw(
        {.begin = {Mat3::Identity(), {mode == 2 ? 0.0 : 1.1, 0, mode == 2 ? 0.0 : 0.1}},
         .axis = mode == 2 ? Vec3(1, 0.2, 0.1) : Vec3(0, 0.2, 1),
         .angle = 2 * std::numbers::pi});
    const Shape moving =
        mode == 2
            ? Shape::from_mesh(make_shape("icosphere", {{"radius", 0.25}, {"triangles", 1280}}))
            : ball;
    moving.tree(), moving.polyhedron();
    for (const bool keep : {false, true}) {
      BacktrackingCache cache;
      BacktrackingWork work;
      Stats stats;
      const double begin = bench::thread_seconds();
      for (int i = 0; i < steps; ++i) {
        BacktrackingOptions options;
        options.span = {static_cast<double>(i) / steps, static_cast<double>(i + 1) / steps};
        options.separating_plane = mode != 1;
        const auto result = first_contact_by_backtracking(
            {*torus.polyhedron(), torus.tree(), Motion{}},
            {*moving.polyhedron(), moving.tree(), circle}, options, keep ? &cache : nullptr);
        work += result.work;
        stats += result.report.stats;
      }
      const double micro = 1e6 * (bench::thread_seconds() - begin) / steps;
      const char* what =
          mode == 0 ? "plane" : (mode == 1 ? "front (no plane asked)" : "ball inside the ring");
      fmt::print("{:<26} {:>12.1f} {:>12.1f} {:>12.1f} {:>10.2f}\n",
                 std::string(what) + (keep ? ", kept" : ", fresh"), micro,
                 static_cast<double>(work.support_queries) / steps,
                 static_cast<double>(stats.box_tests) / steps,
                 static_cast<double>(work.instants) / steps);
    }
  }
}

void run(int steps) {
  fmt::print("{:<10} {:>6} {:<8} {:>9} {:>9} {:>6} {:>9} {:>6} {:>7} {:>7} {:>8} {:>8}  {}\n",
             "shape", "tri", "step", "certified", "alone us", "ratio", "with h.o.", "ratio",
             "agree", "handed", "iter", "tr/iter", "hash");
  const std::vector<std::pair<std::string, Shape>> shapes{
      {"box", Shape::from_mesh(make_shape("box", {{"x", 0.6}, {"y", 0.5}, {"z", 0.6}}))},
      {"ball", Shape::from_mesh(make_shape("icosphere", {{"triangles", 320}}))},
      {"ball", Shape::from_mesh(make_shape("icosphere", {{"triangles", 5120}}))},
      {"ball", Shape::from_mesh(make_shape("icosphere", {{"triangles", 20480}}))},
      {"gear", Shape::from_mesh(make_shape("gear"))},
      {"blob", Shape::from_mesh(make_shape("blob"))}};
  for (const auto& [name, shape] : shapes) {
    const auto ways = approaches(shape, steps);
    for (const char* kind : {"far", "near", "contact"}) compare(name, shape, kind, ways);
    std::fflush(stdout);
  }
  coherence(4 * steps);
}
}  // namespace
}  // namespace graze

int main(int argc, char** argv) { graze::run(argc > 1 ? std::atoi(argv[1]) : 100); }
