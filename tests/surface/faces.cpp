// SPDX-License-Identifier: MIT
#include "surface/faces.h"

#include <cmath>
#include <utility>

#include "graze/geometry/triangle_distance.h"

namespace graze::test {
namespace {

double uniform(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

Vec3 random_point(std::mt19937_64& random) {
  return {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
}

LongPoint in_frame(const Pose& frame, long double x, long double y, long double z) {
  LongPoint p;
  for (int k = 0; k < 3; ++k) {
    p[static_cast<std::size_t>(k)] = frame.translation[k] + frame.rotation(k, 0) * x +
                                     frame.rotation(k, 1) * y + frame.rotation(k, 2) * z;
  }
  return p;
}

long double bernstein(int n, int k, long double t) {
  long double value = 1.0L;
  for (int i = 0; i < k; ++i) value *= t * static_cast<long double>(n - i) / (i + 1);
  for (int i = k; i < n; ++i) value *= 1.0L - t;
  return value;
}

KnownFace bezier_face(std::mt19937_64& random, bool rational) {
  BezierPatch patch{2 + static_cast<int>(random() % 3), 2 + static_cast<int>(random() % 3), {}, {}};
  for (int k = 0; k < patch.rows * patch.columns; ++k) {
    patch.points.push_back(random_point(random));
    if (rational) patch.weights.push_back(uniform(random, 0.2, 3.0));
  }
  return {{"bezier", PatchFace{patch, {0, 1}, {0, 1}, {}}},
          [patch](long double u, long double v) { return bezier_at(patch, u, v); }};
}

KnownFace turned(const Pose& frame, const RevolutionPatch& patch, const Interval& v,
                 const std::function<std::array<long double, 2>(long double)>& profile) {
  const auto at = [frame, profile](long double u, long double w) {
    const auto [r, z] = profile(w);
    return in_frame(frame, r * cosl(u), r * sinl(u), z);
  };
  return {{"turned", PatchFace{patch, {-3.0, 3.0}, v, {}}}, at};
}

KnownFace round_face(const std::string& kind, std::mt19937_64& random) {
  const Pose frame = random_frame(random);
  const double r = uniform(random, 0.2, 2.0), slope = uniform(random, -0.5, 0.5);
  const long double small = r;
  const double major = 2.0 + r;
  if (kind == "cylinder") {
    return turned(frame, cylinder_patch(frame, r), {-1, 2}, [=](long double v) {
      return std::array<long double, 2>{small, v};
    });
  }
  if (kind == "cone") {
    const double end = r + slope;
    return turned(frame, cone_patch(frame, r, slope), {-1, 2}, [=](long double v) {
      const long double top = end;
      return std::array<long double, 2>{small + v * (top - small), v};
    });
  }
  if (kind == "sphere") {
    return turned(frame, sphere_patch(frame, r), {-1.5, 1.5}, [=](long double v) {
      return std::array<long double, 2>{small * cosl(v), small * sinl(v)};
    });
  }
  return turned(frame, torus_patch(frame, major, r), {-3, 3}, [=](long double v) {
    const long double ring = major;
    return std::array<long double, 2>{ring + small * cosl(v), small * sinl(v)};
  });
}

KnownFace revolved_bezier(std::mt19937_64& random) {
  const Pose frame = random_frame(random);
  BezierCurve curve;
  for (int k = 0; k < 4; ++k) {
    curve.points.push_back({uniform(random, 0.5, 2.0), 0.0, uniform(random, -1, 1)});
    curve.weights.push_back(uniform(random, 0.3, 2.0));
  }
  return turned(frame, {frame, curve}, {0, 1}, [curve](long double t) {
    long double r = 0, z = 0, w = 0;
    for (int k = 0; k < 4; ++k) {
      const auto i = static_cast<std::size_t>(k);
      const long double b = bernstein(3, k, t) * static_cast<long double>(curve.weights[i]);
      w += b, r += b * curve.points[i].x(), z += b * curve.points[i].z();
    }
    return std::array<long double, 2>{r / w, z / w};
  });
}

KnownFace extruded_arc(std::mt19937_64& random) {
  const ArcCurve arc{random_point(random), random_point(random), random_point(random)};
  const Vec3 d = random_point(random);
  const auto at = [arc, d](long double u, long double v) {
    LongPoint p;
    for (int k = 0; k < 3; ++k) {
      p[static_cast<std::size_t>(k)] =
          arc.centre[k] + cosl(u) * arc.x[k] + sinl(u) * arc.y[k] + v * d[k];
    }
    return p;
  };
  return {{"extrusion", PatchFace{ExtrusionPatch{arc, d}, {-2, 2}, {-1, 1}, {}}}, at};
}

KnownFace plane_face(std::mt19937_64& random) {
  const Vec3 origin = random_point(random), x = random_point(random), y = random_point(random);
  const ExtrusionPatch patch = plane_patch(origin, x, y);
  const LineCurve line = std::get<LineCurve>(patch.curve);
  const auto at = [line, y](long double u, long double v) {
    LongPoint p;
    for (int k = 0; k < 3; ++k) {
      const long double a = line.begin[k], b = line.end[k];
      p[static_cast<std::size_t>(k)] = a + u * (b - a) + v * y[k];
    }
    return p;
  };
  return {{"plane", PatchFace{patch, {0, 1}, {0, 1}, {}}}, at};
}

// A helicoid, and a bump with a quotient and a root.
KnownFace formula_face(std::mt19937_64& random) {
  const double pitch = uniform(random, 0.1, 0.5);
  const FormulaPatch patch = formula_patch(
      {"(1 + v) * cos(u)", "(1 + v) * sin(u)", "pitch * u + sqrt(1 + u^2 * v^2) / (2 + cos(v))"},
      {{"pitch", pitch}});
  const auto at = [pitch](long double u, long double v) {
    return LongPoint{
        (1 + v) * cosl(u), (1 + v) * sinl(u),
        static_cast<long double>(pitch) * u + sqrtl(1 + u * u * v * v) / (2 + cosl(v))};
  };
  return {{"formula", PatchFace{patch, {-2, 2}, {0, 1}, {}}}, at};
}

// z = u^2 - v^2 / 2, in code.
KnownFace function_face() {
  FunctionPatch patch;
  patch.enclose = [](const Interval& u, const Interval& v) {
    return IntervalVec3(u, v, sqr(u) - 0.5 * sqr(v));
  };
  patch.second_derivatives = [](const Interval&, const Interval&) {
    return std::array<double, 2>{2.0, 1.0};
  };
  const auto at = [](long double u, long double v) {
    return LongPoint{u, v, u * u - 0.5L * v * v};
  };
  return {{"function", PatchFace{std::move(patch), {-1, 1}, {-1, 1}, {}}}, at};
}

// The point of the hull of four points that is nearest to p; p if it is inside.
Vec3 nearest_in_hull(const SurfaceCell& cell, const Vec3& p) {
  if (cell.count == 1) return cell.corners[0];
  const auto& c = cell.corners;
  static constexpr int kFaces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
  double best = kInfinity;
  Vec3 nearest = p;
  bool inside = true;
  for (const auto& f : kFaces) {
    const Vec3 a = c[static_cast<std::size_t>(f[0])], b = c[static_cast<std::size_t>(f[1])],
               d = c[static_cast<std::size_t>(f[2])], e = c[static_cast<std::size_t>(f[3])];
    const Vec3 n = (b - a).cross(d - a);
    if (!(n.dot(p - a) * n.dot(e - a) > 0.0)) inside = false;
    const auto near = point_triangle(p, {a, b, d});
    if (near.distance_sq < best) best = near.distance_sq, nearest = near.point;
  }
  return inside ? p : nearest;
}

}  // namespace

const std::array<const char*, 11> kPatchKinds{"bezier",     "rational", "cylinder", "cone",
                                              "sphere",     "torus",    "plane",    "extrusion",
                                              "revolution", "formula",  "function"};

Pose random_frame(std::mt19937_64& random) {
  const Vec3 axis = random_point(random).normalized();
  Pose frame;
  frame.rotation = Eigen::AngleAxisd(uniform(random, -3, 3), axis).toRotationMatrix();
  frame.translation = random_point(random);
  return frame;
}

LongPoint bezier_at(const BezierPatch& patch, long double u, long double v) {
  LongPoint sum{};
  long double weights = 0.0L;
  for (int i = 0; i < patch.rows; ++i) {
    for (int j = 0; j < patch.columns; ++j) {
      const auto k = static_cast<std::size_t>(i * patch.columns + j);
      const long double w = (patch.weights.empty() ? 1.0L : patch.weights[k]) *
                            bernstein(patch.rows - 1, i, v) * bernstein(patch.columns - 1, j, u);
      weights += w;
      for (std::size_t x = 0; x < 3; ++x) {
        sum[x] += w * static_cast<long double>(patch.points[k][static_cast<Eigen::Index>(x)]);
      }
    }
  }
  for (auto& x : sum) x /= weights;
  return sum;
}

KnownFace random_face(const std::string& kind, std::mt19937_64& random) {
  if (kind == "bezier" || kind == "rational") return bezier_face(random, kind == "rational");
  if (kind == "plane") return plane_face(random);
  if (kind == "extrusion") return extruded_arc(random);
  if (kind == "revolution") return revolved_bezier(random);
  if (kind == "formula") return formula_face(random);
  if (kind == "function") return function_face();
  return round_face(kind, random);
}

long double outside(const SurfaceCell& cell, const LongPoint& p) {
  const Vec3 rounded(static_cast<double>(p[0]), static_cast<double>(p[1]),
                     static_cast<double>(p[2]));
  const Vec3 way = rounded - nearest_in_hull(cell, rounded);
  const long double length = sqrtl(static_cast<long double>(way.x()) * way.x() +
                                   static_cast<long double>(way.y()) * way.y() +
                                   static_cast<long double>(way.z()) * way.z());
  if (length == 0.0L) return -1.0L;
  long double least = static_cast<long double>(kInfinity);
  for (int c = 0; c < cell.count; ++c) {
    long double along = 0.0L;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto i = static_cast<Eigen::Index>(k);
      along += way[i] * (p[k] - cell.corners[static_cast<std::size_t>(c)][i]) / length;
    }
    least = std::min(least, along);
  }
  return least - static_cast<long double>(cell.slack);
}

double to_triangles(const SurfaceCell& cell, const LongPoint& p) {
  const Vec3 q(static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2]));
  const auto& c = cell.corners;
  if (cell.count == 1) return (q - c[0]).norm();
  return std::sqrt(std::min(point_triangle(q, {c[0], c[1], c[2]}).distance_sq,
                            point_triangle(q, {c[2], c[1], c[3]}).distance_sq));
}

}  // namespace graze::test
