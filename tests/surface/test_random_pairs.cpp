// SPDX-License-Identifier: MIT
// Random trimmed faces of every kind in random motion, against samples of their points by formulas
// of their own in extended precision.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "graze/methods/certified_surfaces.h"
#include "support/trials.h"
#include "surface/faces.h"

namespace graze::test {
namespace {

/// A face that keeps what is inside a circle of its parameters, and outside a smaller one; what is
/// inside is decided here once more, by distances.
struct TrimmedFace {
  KnownFace known;
  double u0 = 0.0, v0 = 0.0, ru = 0.0, rv = 0.0;
  bool is_trimmed = false, has_hole = false;

  bool contains(double u, double v, double margin) const {
    if (!is_trimmed) return true;
    const double r = std::hypot((u - u0) / ru, (v - v0) / rv);
    return r <= 1.0 - margin && (!has_hole || r >= 0.5 + margin);
  }
};

TrimCurve ellipse(const TrimmedFace& face, double share) {
  return {
      ArcCurve{{face.u0, face.v0, 0.0}, {share * face.ru, 0.0, 0.0}, {0.0, share * face.rv, 0.0}},
      {0.0, 6.283185307179586}};
}

TrimmedFace random_trimmed(std::mt19937_64& random) {
  TrimmedFace face;
  face.known = random_face(kPatchKinds[random() % kPatchKinds.size()], random);
  auto& patch = std::get<PatchFace>(face.known.face.form);
  face.u0 = patch.u.middle(), face.v0 = patch.v.middle();
  face.ru = 0.45 * patch.u.width(), face.rv = 0.45 * patch.v.width();
  face.is_trimmed = random() % 3 != 0;
  face.has_hole = face.is_trimmed && random() % 2 == 0;
  if (!face.is_trimmed) return face;
  std::vector<std::vector<TrimCurve>> loops{{ellipse(face, 1.0)}};
  if (face.has_hole) loops.push_back({ellipse(face, 0.5)});
  patch.trim = TrimLoops(std::move(loops));
  return face;
}

struct Sample {
  double u, v;
  Vec3 p;
};

Vec3 rounded(const LongPoint& p) { return {double(p[0]), double(p[1]), double(p[2])}; }

std::vector<Sample> samples_of(const TrimmedFace& face, std::mt19937_64& random, int count) {
  const auto& patch = std::get<PatchFace>(face.known.face.form);
  std::uniform_real_distribution<double> u(patch.u.lo, patch.u.hi), v(patch.v.lo, patch.v.hi);
  std::vector<Sample> samples;
  for (int k = 0; k < 20 * count && int(samples.size()) < count; ++k) {
    const double at_u = u(random), at_v = v(random);
    if (!face.contains(at_u, at_v, 1e-9)) continue;
    samples.push_back({at_u, at_v, rounded(face.known.at(at_u, at_v))});
  }
  return samples;
}

struct Pair {
  TrimmedFace a, b;
  Motion motion;  ///< of b

  double distance(const Sample& x, const Sample& y, const Pose& pose) const {
    return (x.p - pose * y.p).norm();
  }

  /// Walks downhill from two samples, in ever smaller steps; stays on the faces.
  double nearer(Sample x, Sample y, const Pose& pose) const {
    double best = distance(x, y, pose), step = 0.05;
    for (int round = 0; round < 24; ++round) {
      bool moved = false;
      for (int k = 0; k < 8; ++k) {
        Sample to_x = x, to_y = y;
        const double by = (k & 1) ? step : -step;
        (k < 4 ? (k & 2 ? to_x.v : to_x.u) : (k & 2 ? to_y.v : to_y.u)) += by;
        const bool is_a = k < 4;
        if (!stays(is_a ? a : b, is_a ? to_x : to_y)) continue;
        is_a ? to_x.p = rounded(a.known.at(to_x.u, to_x.v))
             : to_y.p = rounded(b.known.at(to_y.u, to_y.v));
        const double d = distance(to_x, to_y, pose);
        if (d < best) best = d, x = to_x, y = to_y, moved = true;
      }
      if (!moved) step *= 0.5;
    }
    return best;
  }

  static bool stays(const TrimmedFace& face, const Sample& s) {
    const auto& patch = std::get<PatchFace>(face.known.face.form);
    return patch.u.contains(s.u) && patch.v.contains(s.v) && face.contains(s.u, s.v, 1e-9);
  }
};

/// The least distance that samples find at an instant; an upper bound of the true one, but for
/// roundings.
double sampled_distance(const Pair& pair, const std::vector<Sample>& a,
                        const std::vector<Sample>& b, double t) {
  const Pose pose = pose_at(pair.motion, t);
  double best = kInfinity;
  const Sample *best_a = nullptr, *best_b = nullptr;
  for (const Sample& y : b) {
    const Vec3 q = pose * y.p;
    for (const Sample& x : a) {
      const double d = (x.p - q).squaredNorm();
      if (d < best) best = d, best_a = &x, best_b = &y;
    }
  }
  return best_a == nullptr ? kInfinity : pair.nearer(*best_a, *best_b, pose);
}

Pair random_pair(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Pose begin = random_frame(random), end = random_frame(random);
  begin.translation = 4.0 * Vec3(unit(random), unit(random), unit(random)).normalized();
  end.translation = -begin.translation + 1.5 * Vec3(unit(random), unit(random), unit(random));
  return {random_trimmed(random), random_trimmed(random), Motion::between(begin, end)};
}

TEST(C10_RandomPairs, NoSampleIsNearerThanWhatWasProved) {
  // A quarter of a second each: a fifth of the usual share, unless all are asked for.
  const std::size_t share = trials(20'000), all = share < 20'000 ? share / 5 : share;
  int contacts = 0, apart = 0, undecided = 0, near = 0;
  for (std::size_t trial = 0; trial < all; ++trial) {
    auto random = generator(trial);
    const Pair pair = random_pair(random);
    CertifiedOptions options;
    options.tolerance = 1e-4;
    options.min_separation =
        std::pow(10.0, -1.0 - 2.0 * std::uniform_real_distribution<>()(random));
    options.budget.max_tests = 20'000;
    const auto report =
        first_contact_certified({SurfaceTree(Surface({pair.a.known.face})), Motion()},
                                {SurfaceTree(Surface({pair.b.known.face})), pair.motion}, options);
    (report.outcome == Outcome::kContact     ? contacts
     : report.outcome == Outcome::kSeparated ? apart
                                             : undecided)++;
    // Proved farther apart than the separation until then.
    const double until = report.outcome == Outcome::kSeparated ? 1.0 : report.time.lo;
    const auto a = samples_of(pair.a, random, 60), b = samples_of(pair.b, random, 60);
    for (int k = 0; k < 6 && until > 0.0; ++k) {
      const double t = until * (k < 3 ? k / 3.0 : 1.0 - std::pow(0.1, k - 2));
      const double d = sampled_distance(pair, a, b, t);
      EXPECT_GT(d, options.min_separation - 1e-12) << "trial " << trial << " at " << t;
      near += d < 1.1 * options.min_separation;
    }
    if (report.outcome != Outcome::kContact) continue;
    // The two points of the contact are on the faces, inside of their loops, and near.
    const auto& [place_a, place_b] = std::pair(report.place_a, report.place_b);
    EXPECT_TRUE(pair.a.contains(place_a.uv[0], place_a.uv[1], -1e-9)) << trial;
    EXPECT_TRUE(pair.b.contains(place_b.uv[0], place_b.uv[1], -1e-9)) << trial;
    const Vec3 p = rounded(pair.a.known.at(place_a.uv[0], place_a.uv[1]));
    const Vec3 q = pose_at(pair.motion, report.time.hi) *
                   rounded(pair.b.known.at(place_b.uv[0], place_b.uv[1]));
    EXPECT_LE((p - q).norm(), options.min_separation + options.tolerance + 1e-12) << trial;
  }
  std::printf(
      "[ pairs    ] %zu: %d contacts, %d apart, %d undecided; %d samples within 1.1 of it\n", all,
      contacts, apart, undecided, near);
  EXPECT_GT(contacts, int(all) / 20);
  EXPECT_GT(apart, int(all) / 20);
  EXPECT_GT(near, 0);  // the sampler is near enough to find out a wrong answer
}

}  // namespace
}  // namespace graze::test
