// SPDX-License-Identifier: MIT
// Random scenes of all kinds of shapes, asked of all methods, against an oracle of its own.
//   GRAZE_TRIALS  share of the 20,000; 1 in `make test-full`
//   GRAZE_FIRST   number of the first scene, to go on where a run ended; 0 by default
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/query/prepared_scene.h"
#include "kinds/oracle.h"
#include "support/first_trial.h"
#include "support/trials.h"

namespace graze::test {
namespace {
class Maker {
 public:
  explicit Maker(std::uint64_t trial) : random_(generator(trial)) {}

  double real(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random_);
  }
  int whole(int most) { return std::uniform_int_distribution<int>(0, most)(random_); }
  Vec3 vec(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
  Pose pose(double reach) {
    const Quat q = Quat(real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1)).normalized();
    return {q.toRotationMatrix(), vec(reach)};
  }

  Body body(const std::string& name) {
    Body made;
    made.name = name;
    if (whole(5) == 0) made.padding = real(0.0, 0.1);
    if (whole(7) == 0) return deforming(std::move(made));
    made.shape = shape();
    const Pose from = pose(1.2);
    made.motion = whole(3) == 0 ? Motion::still(from)
                                : Motion::between(from, pose(1.2), {0.0, 1.0},
                                                  whole(1) == 0 ? Interpolation::kScrew
                                                                : Interpolation::kSlerp);
    return made;
  }

 private:
  Vec3 end_of(const Vec3& begin) {
    Vec3 end = begin;
    while ((end - begin).norm() < 0.05) end = begin + vec(0.5);
    return end;
  }

  /// Two or three frames, each a place and a shear of the mesh that keeps its inside in.
  Body deforming(Body made) {
    const Shape still = shape_of_kind(7 + whole(3), vec(0.2), real(0.05, 0.5));
    std::vector<DeformationFrame> frames{{0.0, {}}, {1.0, {}}};
    if (whole(1) == 0) frames.insert(frames.begin() + 1, {real(0.2, 0.8), {}});
    const Mat3 turn = pose(0.0).rotation;
    for (DeformationFrame& frame : frames) {
      Mat3 shear = Mat3::Identity();
      for (int k = 0; k < 9; ++k) shear(k / 3, k % 3) += real(-0.2, 0.2);
      const Vec3 place = vec(1.2);
      for (const Vec3& v : still.mesh().vertices())
        frame.vertices.push_back(turn * shear * v + place);
    }
    const auto triangles = still.mesh().triangles();
    TriangleMesh first(frames[0].vertices, {triangles.begin(), triangles.end()});
    made.shape = Shape::from_rounded_mesh(std::move(first), still.rounding());
    made.deformation = Deformation(std::move(frames));
    return made;
  }

  Shape shape() {
    const Vec3 p = vec(0.2);
    return shape_of_kind(whole(10), p, real(0.05, 0.5));
  }

  Shape shape_of_kind(int kind, const Vec3& p, double size) {
    switch (kind) {
      case 0:
        return Shape::from_sphere(p, size);
      case 1:
        return Shape::from_capsule(p, p + vec(0.5), size);
      case 2:
        return Shape::from_cylinder(p, end_of(p), size, whole(1) == 0 ? 96 : 24);
      case 3:
        return Shape::from_cone(p, end_of(p), size);
      case 4:
        return Shape::from_box(Vec3(size, real(0.05, 0.5), real(0.05, 0.5)));
      case 5: {
        std::vector<Vec3> points;
        for (int i = 0; i < 6; ++i) points.push_back(vec(0.5));
        return Shape::from_convex_hull(points);
      }
      case 6:
        return Shape::from_half_space(vec(1.0) + Vec3(0, 0, 1.5), real(-1.5, -0.5));
      case 7:
        return Shape::from_mesh(make_shape("l_bracket", {{"thickness", 0.1 + 0.1 * size}}));
      case 8:
        return Shape::from_rounded_mesh(plate(size), real(0.01, 0.1));
      case 9:
        return Shape::from_mesh(make_shape("icosphere", {{"radius", size}, {"triangles", 80.0}}));
      default:
        return Shape::from_mesh(plate(size));
    }
  }

  TriangleMesh plate(double size) {
    return TriangleMesh({{-size, -size, 0}, {size, -size, 0}, {size, size, 0.1}, {-size, size, 0}},
                        {{0, 1, 2}, {0, 2, 3}});
  }

  std::mt19937_64 random_;
};

/// Where a body is at an instant, and with which mesh.
OracleBody placed_body(const Body& body, double t) {
  if (!body.deforms()) return oracle_body(body, pose_at(body.motion, t));
  const auto frames = body.deformation.frames();
  std::size_t k = 0;
  while (k + 2 < frames.size() && frames[k + 1].time < t) ++k;
  const double share = (t - frames[k].time) / (frames[k + 1].time - frames[k].time);
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < frames[k].vertices.size(); ++i)
    vertices.push_back((1.0 - share) * frames[k].vertices[i] + share * frames[k + 1].vertices[i]);
  const auto triangles = body.shape.mesh().triangles();
  TriangleMesh mesh(std::move(vertices), {triangles.begin(), triangles.end()});
  Body then = body;
  then.deformation = {};
  then.shape = Shape::from_rounded_mesh(std::move(mesh), body.shape.rounding());
  return oracle_body(then, {});
}

struct Asked {
  const Scene& scene;
  const PairReport& pair;

  OracleAnswer at(double t) const {
    return ask_oracle(placed_body(scene.bodies[pair.a.index()], t),
                      placed_body(scene.bodies[pair.b.index()], t));
  }
  double slack() const {
    double sum = pair.report.tolerance + 1e-7;
    for (const BodyId id : {pair.a, pair.b}) sum += scene.bodies[id.index()].shape.outward_error();
    return sum;
  }
};

/// Up to `end` nothing may surely overlap.
void expect_no_overlap_before(const Asked& asked, double end) {
  constexpr int kSamples = 12;
  for (int k = 0; k <= kSamples; ++k) {
    const double t = end * k / kSamples;
    if (t == end && asked.pair.report.outcome != Outcome::kSeparated) continue;
    ASSERT_FALSE(asked.at(t).is_overlap) << "missed at " << t;
  }
}

void expect_consistent(const Asked& asked) {
  const ContactReport& report = asked.pair.report;
  switch (report.outcome) {
    case Outcome::kSeparated:
      if (report.guarantee != Guarantee::kSampled && report.start == StartState::kApart)
        expect_no_overlap_before(asked, 1.0);
      return;
    case Outcome::kContact:
      if (report.guarantee != Guarantee::kSampled && report.start == StartState::kApart)
        expect_no_overlap_before(asked, report.time.lo);
      EXPECT_LE(asked.at(report.time.hi).distance, asked.slack()) << "no contact there";
      return;
    case Outcome::kOverlapAtStart:
      EXPECT_LE(asked.at(0.0).distance, asked.slack()) << "no overlap";
      return;
    case Outcome::kUndecided:
      return;
  }
}

constexpr Method kMethods[] = {Method::kCertified, Method::kBisection, Method::kOctree,
                               Method::kBacktracking, Method::kAnalytic};
}  // namespace

TEST(G1_MixedScenes, NoAnswerContradictsTheOracle) {
  const std::size_t count = trials(20'000), first = first_trial();
  std::size_t outcomes[4] = {}, refused = 0, with_deforming = 0;
  for (std::size_t trial = first; trial < first + count; ++trial) {
    SCOPED_TRACE(trial);
    Maker make(trial);
    Scene scene;
    scene.tolerance = 1e-4;
    const int bodies = 2 + make.whole(1);
    for (int i = 0; i < bodies; ++i) add_body(scene, make.body(std::string(1, char('a' + i))));
    ContactOptions options;
    options.method = kMethods[trial % std::size(kMethods)];
    const auto deforming = std::ranges::count_if(scene.bodies, &Body::deforms);
    if (deforming > 0) options.method.reset();  // one method takes them
    with_deforming += deforming > 0;
    options.threads = 1;
    options.budget.max_tests = 300'000;
    std::vector<PairReport> reports;
    try {
      reports = contacts_per_pair(scene, options);
    } catch (const InputError&) {
      ASSERT_EQ(*options.method, Method::kAnalytic) << "only analytic refuses kinds";
      ++refused;
      options.method.reset();
      reports = contacts_per_pair(scene, options);
    }
    for (const PairReport& pair : reports) {
      ++outcomes[static_cast<int>(pair.report.outcome)];
      SCOPED_TRACE(std::string(name(pair.report.method)) + ", " +
                   std::string(name(pair.report.outcome)) + ": " +
                   std::string(name(scene.bodies[pair.a.index()].shape.form())) + " and " +
                   std::string(name(scene.bodies[pair.b.index()].shape.form())));
      expect_consistent({scene, pair});
      if (HasFailure()) return;
    }
  }
  std::printf(
      "%zu scenes: %zu separated, %zu contacts, %zu overlaps, %zu undecided; %zu refused; "
      "%zu with bodies that deform\n",
      count, outcomes[0], outcomes[1], outcomes[2], outcomes[3], refused, with_deforming);
  EXPECT_GT(outcomes[0], 0u);
  EXPECT_GT(outcomes[1], 0u);
  EXPECT_GT(outcomes[2], 0u);
}

}  // namespace graze::test
