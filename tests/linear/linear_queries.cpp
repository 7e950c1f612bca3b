// SPDX-License-Identifier: MIT
#include "linear_queries.h"

#include <cmath>
#include <cstdio>
#include <utility>

#include "support/random_doubles.h"
#include "support/soups.h"

namespace graze::test {
namespace {
using Random = std::mt19937_64;

double power_of_ten(Random& random, double lo, double hi) {
  return std::pow(10.0, uniform(random, lo, hi));
}

template <typename Function>
LinearQuery changed(LinearQuery query, Function change) {
  for (Vec3& p : query.start) change(p);
  for (Vec3& p : query.end) change(p);
  return query;
}

LinearQuery generic(LinearKind kind, Random& random) {
  return changed({kind, {}, {}}, [&](Vec3& p) { p = random_vector(random); });
}

LinearQuery grid(LinearKind kind, Random& random, int dimensions) {
  std::uniform_int_distribution<int> coordinate(-2, 2);
  return changed({kind, {}, {}}, [&](Vec3& p) {
    p.setZero();
    for (int axis = 0; axis < dimensions; ++axis) p[axis] = coordinate(random);
  });
}

/// Where and when the two are made to touch.
struct Place {
  double t, alpha, beta;
};

/// Inside, on the border, at a corner; sometimes at the first or last instant.
Place place(Random& random) {
  const auto share = [&](double most) {
    return uniform(random, 0.0, 1.0) < 0.3 ? 0.0 : uniform(random, 0.0, most);
  };
  const double t = uniform(random, 0.0, 1.0) < 0.1 ? 1.0 : share(1.0);
  return {t, share(0.5), share(0.5)};
}

/// Shifts one of the two so that they coincide there (up to rounding).
LinearQuery joined(LinearQuery query, const Place& place) {
  Vec3 p[4];
  for (int k = 0; k < 4; ++k) p[k] = (1.0 - place.t) * query.start[k] + place.t * query.end[k];
  const bool face = query.kind == LinearKind::kVertexFace;
  const Vec3 on_a = face ? p[0] : Vec3(p[0] + place.beta * (p[1] - p[0]));
  const Vec3 on_b = face ? Vec3(p[1] + place.alpha * (p[2] - p[1]) + place.beta * (p[3] - p[1]))
                         : Vec3(p[2] + place.alpha * (p[3] - p[2]));
  for (int k = 0; k < (face ? 1 : 2); ++k) {
    query.start[k] += on_b - on_a;
    query.end[k] += on_b - on_a;
  }
  return query;
}

LinearQuery touching(LinearKind kind, Random& random, double motion) {
  LinearQuery query = generic(kind, random);
  for (int k = 0; k < 4; ++k) query.end[k] = query.start[k] + motion * random_vector(random);
  return joined(query, place(random));
}

LinearQuery near_miss(LinearKind kind, Random& random) {
  LinearQuery query = touching(kind, random, 1.0);
  const Vec3 off = power_of_ten(random, -12.0, -4.0) * random_vector(random);
  for (int k = 0; k < (kind == LinearKind::kVertexFace ? 1 : 2); ++k) {
    query.start[k] += off;
    query.end[k] += off;
  }
  return query;
}

LinearQuery sliver(LinearKind kind, Random& random) {
  LinearQuery query = generic(kind, random);
  const double width = power_of_ten(random, -12.0, -6.0);
  const int thin = kind == LinearKind::kVertexFace ? 3 : 1;
  query.start[thin] = query.start[thin - 1] + width * random_vector(random);
  query.end[thin] = query.end[thin - 1] + width * random_vector(random);
  return joined(query, place(random));
}

/// In one plane but for rounding, just outside each other, and both turned by the same affine
/// motion, so that they stay so.
LinearQuery gliding(LinearKind kind, Random& random) {
  LinearQuery query = generic(kind, random);
  query.end = query.start;
  const double gap = power_of_ten(random, -7.0, -5.0);
  query = joined(query, {0.0, -gap, uniform(random, 0.0, 0.9)});
  Mat3 turn;
  turn << random_vector(random), random_vector(random), random_vector(random);
  const Vec3 drift = random_vector(random);
  for (int k = 0; k < 4; ++k) {
    query.end[k] = query.start[k] + 0.3 * (turn * query.start[k]) + drift;
  }
  return query;
}

LinearQuery far_away(LinearKind kind, Random& random) {
  const Vec3 offset = power_of_ten(random, 0.0, 6.0) * random_vector(random);
  return changed(touching(kind, random, 0.5), [&](Vec3& p) { p += offset; });
}

LinearQuery scaled(LinearKind kind, Random& random) {
  const double scale = power_of_ten(random, -6.0, 6.0);
  return changed(touching(kind, random, 1.0), [&](Vec3& p) { p *= scale; });
}

LinearQuery one_moving(LinearKind kind, Random& random) {
  LinearQuery query = generic(kind, random);
  for (int k = 1; k < 4; ++k) query.end[k] = query.start[k];
  return query;
}

LinearQuery rearranged(const LinearQuery& query, const int (&from)[4]) {
  LinearQuery other = query;
  for (int k = 0; k < 4; ++k) {
    other.start[k] = query.start[from[k]];
    other.end[k] = query.end[from[k]];
  }
  return other;
}
}  // namespace

LinearQuery random_query(QueryFamily family, LinearKind kind, Random& random) {
  switch (family) {
    case QueryFamily::kGeneric:
      return generic(kind, random);
    case QueryFamily::kGrid:
      return grid(kind, random, 3);
    case QueryFamily::kFlat:
      return grid(kind, random, 2);
    case QueryFamily::kLine:
      return grid(kind, random, 1);
    case QueryFamily::kSlow:
      return touching(kind, random, power_of_ten(random, -6.0, -1.0));
    case QueryFamily::kNearMiss:
      return near_miss(kind, random);
    case QueryFamily::kSliver:
      return sliver(kind, random);
    case QueryFamily::kFarAway:
      return far_away(kind, random);
    case QueryFamily::kScaled:
      return scaled(kind, random);
    case QueryFamily::kGliding:
      return gliding(kind, random);
    case QueryFamily::kOneMoving:
      return one_moving(kind, random);
  }
  return {};
}

LinearQuery swapped(const LinearQuery& query) {
  return query.kind == LinearKind::kVertexFace ? rearranged(query, {0, 2, 3, 1})
                                               : rearranged(query, {2, 3, 1, 0});
}

LinearQuery reversed(const LinearQuery& query) {
  LinearQuery other = query;
  std::swap(other.start, other.end);
  return other;
}

std::string describe(const LinearQuery& query) {
  std::string text = query.kind == LinearKind::kVertexFace ? "vertex-face" : "edge-edge";
  for (int k = 0; k < 8; ++k) {
    const Vec3& p = k < 4 ? query.start[k] : query.end[k - 4];
    char line[120];
    std::snprintf(line, sizeof line, "\n  %.17g %.17g %.17g", p.x(), p.y(), p.z());
    text += line;
  }
  return text;
}

}  // namespace graze::test
