// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>

#include "graze/base/error.h"
#include "graze/broadphase/candidate_pairs.h"
#include "graze/geometry/shapes.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::random_pose;
using test::uniform;

/// How large bodies are, how far they go and in which room.
struct Crowd {
  std::size_t count = 0;
  double room = 1.0;
  double size = 0.1;
  double travel = 1.0;
  double turn = 3.0;  // rad, at most
};

std::vector<MovingBounds> random_crowd(std::mt19937_64& random, const Crowd& crowd) {
  std::vector<MovingBounds> bodies(crowd.count);
  for (MovingBounds& body : bodies) {
    body.box_body = {-Vec3::Constant(crowd.size) + test::random_vector(random, 0.3 * crowd.size),
                     Vec3::Constant(crowd.size) + test::random_vector(random, 0.3 * crowd.size)};
    const Pose begin = random_pose(random, crowd.room);
    const Vec3 end = begin.translation + test::random_vector(random, crowd.travel);
    const double turn = uniform(random, -crowd.turn, crowd.turn);
    const Mat3 rotation = Eigen::AngleAxisd(turn, Vec3::UnitX()) * begin.rotation;
    body.motion = Motion::between(begin, {rotation, end});
    if (random() % 3 == 0) body.padding = 0.2 * crowd.size;
  }
  return bodies;
}

/// World box of the body at one instant, padding included: a sample of what must be enclosed.
Aabb box_at(const MovingBounds& body, double t) {
  Aabb box;
  const Pose pose = pose_at(body.motion, t);
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner((i & 1) ? body.box_body.hi.x() : body.box_body.lo.x(),
                      (i & 2) ? body.box_body.hi.y() : body.box_body.lo.y(),
                      (i & 4) ? body.box_body.hi.z() : body.box_body.lo.z());
    box.add(pose * corner);
  }
  box.lo.array() -= body.padding;
  box.hi.array() += body.padding;
  return box;
}

constexpr double kSlack = 1e-12;  // of the samples, which round; never given to the code under test
Aabb shrunk(Aabb box) {
  box.lo.array() += kSlack;
  box.hi.array() -= kSlack;
  return box;
}

TEST(C8_SweptBounds, ContainTheBodyAtEveryInstant) {
  const std::size_t count = test::trials(4000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const MovingBounds body = random_crowd(random, {.count = 1})[0];
    const double lo = uniform(random, 0.0, 1.0);
    const Interval span{lo, uniform(random, lo, 1.0)};
    const Aabb bounds = bounds_during(body, span);
    for (int i = 0; i <= 10; ++i) {
      const Aabb there = shrunk(box_at(body, span.lo + 0.1 * i * (span.hi - span.lo)));
      ASSERT_TRUE(bounds.contains(there.lo) && bounds.contains(there.hi)) << "trial " << trial;
    }
  }
}

/// The boxes themselves, without padding, intersect at that instant: no axis separates them.
bool boxes_meet(const MovingBounds& a, const MovingBounds& b, double t) {
  const Pose pose_a = pose_at(a.motion, t), pose_b = pose_at(b.motion, t);
  const Vec3 half_a = 0.5 * a.box_body.size(), half_b = 0.5 * b.box_body.size();
  const Vec3 between = pose_b * b.box_body.centre() - pose_a * a.box_body.centre();
  const auto separates = [&](const Vec3& n) {
    const double reach = half_a.dot((pose_a.rotation.transpose() * n).cwiseAbs()) +
                         half_b.dot((pose_b.rotation.transpose() * n).cwiseAbs());
    return std::abs(n.dot(between)) > reach - kSlack;
  };
  for (int i = 0; i < 3; ++i) {
    if (separates(pose_a.rotation.col(i)) || separates(pose_b.rotation.col(i))) return false;
    for (int j = 0; j < 3; ++j) {
      const Vec3 n = pose_a.rotation.col(i).cross(pose_b.rotation.col(j));
      if (n.norm() > 1e-6 && separates(n.normalized())) return false;
    }
  }
  return true;
}

TEST(C8_CandidatePairs, NoPairThatMeetsIsLeftOutAndNoBoundIsLate) {
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const auto bodies = random_crowd(
        random, {.count = 24, .room = 1.0, .size = 0.08, .travel = uniform(random, 0.0, 2.0)});
    std::map<std::pair<BodyId, BodyId>, double> found;
    for (const CandidatePair& pair : candidate_pairs(bodies, {0.0, 1.0})) {
      found[{pair.a, pair.b}] = pair.earliest;
    }
    for (int step = 0; step <= 100; ++step) {
      const double t = 0.01 * step;
      for (std::size_t a = 0; a < bodies.size(); ++a) {
        for (std::size_t b = a + 1; b < bodies.size(); ++b) {
          if (!boxes_meet(bodies[a], bodies[b], t)) continue;
          const auto pair = found.find({BodyId(a), BodyId(b)});
          ASSERT_NE(pair, found.end()) << "trial " << trial << ": lost " << a << ", " << b;
          ASSERT_LE(pair->second, t) << "trial " << trial;
        }
      }
    }
  }
}

bool same(const std::vector<CandidatePair>& p, const std::vector<CandidatePair>& q) {
  return std::equal(p.begin(), p.end(), q.begin(), q.end(), [](const auto& x, const auto& y) {
    return x.a == y.a && x.b == y.b && x.earliest == y.earliest;
  });
}

TEST(C8_CandidatePairs, OrderIsByBoundThenIdsWhateverTheThreads) {
  auto random = test::generator(1);
  const auto bodies = random_crowd(random, {.count = 500, .room = 2.0, .size = 0.05});
  const auto one = candidate_pairs(bodies, {0.0, 1.0}, {.threads = 1});
  EXPECT_TRUE(same(one, candidate_pairs(bodies, {0.0, 1.0}, {.threads = 2})));
  EXPECT_TRUE(same(one, candidate_pairs(bodies, {0.0, 1.0}, {.threads = 7})));
  EXPECT_TRUE(std::is_sorted(one.begin(), one.end(), [](const auto& p, const auto& q) {
    return std::tie(p.earliest, p.a, p.b) < std::tie(q.earliest, q.a, q.b);
  }));
  EXPECT_GT(one.size(), 10u);
}

/// Forward kinematics by products of poses.
Pose world_pose(const std::vector<MovingBounds>& bodies, std::size_t i, double t) {
  const Pose own = pose_at(bodies[i].motion, t);
  return bodies[i].parent ? world_pose(bodies, bodies[i].parent->index(), t) * own : own;
}

TEST(C8_CandidatePairs, BodiesOnChainsAreNotLostAndNoBoundIsLate) {
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    auto bodies = random_crowd(random, {.count = 20, .room = 0.4, .size = 0.08, .travel = 0.5});
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      if (random() % 3 != 0) bodies[i].parent = BodyId(random() % i);
    }
    std::map<std::pair<BodyId, BodyId>, double> found;
    for (const CandidatePair& pair : candidate_pairs(bodies, {0.0, 1.0})) {
      found[{pair.a, pair.b}] = pair.earliest;
    }
    for (int step = 0; step <= 50; ++step) {
      const double t = 0.02 * step;
      std::vector<MovingBounds> there = bodies;
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        there[i].motion = Motion::still(world_pose(bodies, i, t));
      }
      for (std::size_t a = 0; a < bodies.size(); ++a) {
        for (std::size_t b = a + 1; b < bodies.size(); ++b) {
          if (!boxes_meet(there[a], there[b], t)) continue;
          const auto pair = found.find({BodyId(a), BodyId(b)});
          ASSERT_NE(pair, found.end()) << "trial " << trial << ": lost " << a << ", " << b;
          ASSERT_LE(pair->second, t) << "trial " << trial;
        }
      }
    }
  }
}

TEST(C8_CandidatePairs, SlicesDropBodiesThatPassTheSamePlaceAtDifferentTimes) {
  const Aabb box{Vec3::Constant(-0.1), Vec3::Constant(0.1)};
  // With a knot in the middle: one sample cannot tell such motions apart.
  const auto from_to = [](const Vec3& from, const Vec3& to) {
    return Motion::path({{0.0, {Mat3::Identity(), from}},
                         {0.5, {Mat3::Identity(), 0.5 * (from + to)}},
                         {1.0, {Mat3::Identity(), to}}});
  };
  // One crosses the middle early, the other late.
  const std::vector<MovingBounds> bodies{{box, from_to({-1.0, 0.0, 0.0}, {9.0, 0.0, 0.0})},
                                         {box, from_to({0.0, -9.0, 0.0}, {0.0, 1.0, 0.0})}};
  EXPECT_EQ(candidate_pairs(bodies, {0.0, 1.0}, {.slices = 1}).size(), 1u);
  EXPECT_EQ(candidate_pairs(bodies, {0.0, 1.0}, {.slices = 8}).size(), 0u);
}

TEST(C8_CandidatePairs, SmoothMotionsThatPassEachOtherAreToldApartAtOnce) {
  const Aabb box{Vec3::Constant(-0.1), Vec3::Constant(0.1)};
  const auto from_to = [](const Vec3& from, const Vec3& to) {
    return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
  };
  const std::vector<MovingBounds> bodies{{box, from_to({-1.0, 0.0, 0.0}, {9.0, 0.0, 0.0})},
                                         {box, from_to({0.0, -9.0, 0.0}, {0.0, 1.0, 0.0})}};
  EXPECT_TRUE(candidate_pairs(bodies, {0.0, 1.0}, {.slices = 1}).empty());
}

TEST(C8_BoxPieces, AreReachedWhereverTheMeshIs) {
  const TriangleMesh mesh = make_shape("blob", {{"triangles", 3000}});
  const BoxPieces pieces(build_obb_tree(mesh), 200);
  EXPECT_LE(pieces.count(), 200u);
  EXPECT_GT(pieces.count(), 100u);
  MotionSample still;
  still.bounds.curvature = 0.0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    const Vec3 middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    const SweptBox there = swept_box(still, {middle, Mat3::Identity(), Vec3::Constant(1e-6)});
    ASSERT_TRUE(pieces.may_be_reached(there, bounds_of(there), 0.0)) << "triangle " << i;
  }
  const SweptBox away = swept_box(still, {Vec3(9, 0, 0), Mat3::Identity(), Vec3::Constant(0.1)});
  EXPECT_FALSE(pieces.may_be_reached(away, bounds_of(away), 0.0));
}

TEST(C8_CandidatePairs, AStillBodyIsNamedWithAPlaceInTheBoxThatStaysOffItsSurface) {
  const TriangleMesh mesh = make_shape("blob", {{"triangles", 3000}});
  const BoxPieces pieces(build_obb_tree(mesh), 200);
  const MovingBounds blob{.box_body = mesh.bounds(), .pieces = &pieces};
  const Vec3 half = 0.02 * mesh.bounds().size(), travel = 0.01 * mesh.bounds().size();
  for (const Vec3& from : {mesh.bounds().centre(), Vec3(mesh.bounds().lo + 0.5 * half)}) {
    const Motion motion =
        Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), from + travel});
    const MovingBounds mover{.box_body = {-half, half}, .motion = motion};
    for (const std::uint32_t still : {0u, 1u}) {
      std::vector<MovingBounds> bodies{mover, mover};
      bodies[still] = blob;
      std::vector<MayContain> found;
      EXPECT_TRUE(candidate_pairs(bodies, {0.0, 1.0}, {.may_contain = &found}).empty());
      ASSERT_EQ(found.size(), 1u);
      ASSERT_TRUE(found[0].still.has_value());
      EXPECT_EQ(found[0].still->body, BodyId(still));
      const double off = (found[0].still->point - (from + 0.5 * travel)).norm();
      EXPECT_LE(off, found[0].still->radius);
      EXPECT_LE(found[0].still->radius, 1e-9);
    }
  }
}

TEST(C8_CandidatePairs, FilterAndEmptyBodiesLeavePairsOut) {
  const Aabb box{Vec3::Constant(-0.1), Vec3::Constant(0.1)};
  const std::vector<MovingBounds> bodies{{box, Motion()}, {box, Motion()}, {Aabb{}, Motion()}};
  EXPECT_EQ(candidate_pairs(bodies, {0.0, 1.0}).size(), 1u);
  const auto none = [](BodyId, BodyId) { return false; };
  EXPECT_TRUE(candidate_pairs(bodies, {0.0, 1.0}, {.is_checked = none}).empty());
  EXPECT_EQ(candidate_pairs(bodies, {0.5, 0.5}).size(), 1u) << "an instant is a span, too";
  EXPECT_THROW(candidate_pairs(bodies, {0.0, 1.0}, {.slices = 0}), InputError);
}

TEST(C8_CandidatePairs, TimesForManyBodiesArePrinted) {
  for (const std::size_t count : {1000u, 10000u}) {
    auto random = test::generator(count);
    // A step of 1/60 s: travel of a tenth of the size; boxes fill 10 % of the room.
    const double size = 0.5;
    const double room = 0.5 * std::cbrt(static_cast<double>(count) * 8 * size * size * size / 0.1);
    const auto bodies = random_crowd(
        random, {.count = count, .room = room, .size = size, .travel = 0.1, .turn = 0.1});
    double best = 1e9;
    std::size_t pairs = 0;
    for (int run = 0; run < 5; ++run) {
      const auto begin = std::chrono::steady_clock::now();
      pairs = candidate_pairs(bodies, {0.0, 1.0}).size();
      best = std::min(
          best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
                    .count());
    }
    std::printf("[ broad    ] %zu bodies: %zu pairs, %.3f ms\n", count, pairs, best);
    EXPECT_GT(pairs, 0u);
  }
}

}  // namespace
}  // namespace graze
