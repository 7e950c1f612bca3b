// SPDX-License-Identifier: MIT
// A bumpy, concave blob with ears, as hard for collision search as the well-known scanned bunny.
// A sphere's radius is raised and dented by smooth bumps, then space is sheared: x += f(z) and the
// like are one-to-one, so that the surface cannot run through itself.
#include <cmath>

#include "geometry/shapes/shape_entry.h"
#include "geometry/shapes/unit_icosphere.h"

namespace graze::shapes {
namespace {
struct Bump {
  Vec3 direction;    // unit
  double height;     // part of the sphere's radius; < 0 is a dent
  double sharpness;  // > 0; half as high where the angle's versine is 0.41 / sharpness
};

// Numbers in [0, 1) from a 64-bit mixing counter: the same everywhere, unlike <random>'s.
class Sequence {
 public:
  explicit Sequence(std::uint64_t seed) : state_(seed) {}
  double next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
  }
  Vec3 next_direction() {
    for (;;) {
      const double x = 2.0 * next() - 1.0, y = 2.0 * next() - 1.0, z = 2.0 * next() - 1.0;
      const double length_sq = x * x + y * y + z * z;
      if (length_sq < 1.0 && length_sq > 0.01) return Vec3(x, y, z) / std::sqrt(length_sq);
    }
  }

 private:
  std::uint64_t state_;
};

std::vector<Bump> bumps_of(int small, std::uint64_t seed) {
  std::vector<Bump> bumps{
      {{-0.28, 0.60, 0.75}, 1.9, 36.0},                                    // ears
      {{0.28, 0.60, 0.75}, 1.9, 36.0},    {{0.0, 0.80, 0.60}, 0.55, 5.0},  // head
      {{0.0, -0.95, 0.31}, 0.35, 40.0},                                    // tail
      {{-0.55, 0.45, -0.70}, 0.45, 16.0},                                  // feet
      {{0.55, 0.45, -0.70}, 0.45, 16.0},  {{-0.60, -0.45, -0.66}, 0.45, 10.0},
      {{0.60, -0.45, -0.66}, 0.45, 10.0}, {{0.0, 0.0, -1.0}, -0.35, 6.0},  // belly
      {{0.0, 0.05, 1.0}, -0.25, 12.0},                                     // neck
  };
  for (Bump& bump : bumps) bump.direction /= bump.direction.norm();
  Sequence sequence(seed);
  for (int i = 0; i < small; ++i) {
    const double sign = i % 2 == 0 ? 1.0 : -0.7;
    bumps.push_back({sequence.next_direction(), 0.10 * sign, 60.0 + 120.0 * sequence.next()});
  }
  return bumps;
}

Vec3 pushed(const Vec3& unit, const std::vector<Bump>& bumps) {
  double radius = 1.0;
  for (const Bump& bump : bumps) {
    const double cosine = unit.x() * bump.direction.x() + unit.y() * bump.direction.y() +
                          unit.z() * bump.direction.z();
    const double fall = 1.0 + bump.sharpness * (1.0 - cosine);
    radius += bump.height / (fall * fall);
  }
  return unit * radius;
}

// Ears lean back, the body arches.
Vec3 sheared(Vec3 p) {
  const double above = p.z() > 0.9 ? p.z() - 0.9 : 0.0;
  p.y() -= 0.55 * above * above;
  p.z() -= 0.18 * p.y() * p.y();
  p.x() += 0.10 * p.y() * p.z();
  return p;
}

TriangleMesh make_blob(const Values& v) {
  const TriangleMesh unit = unit_icosphere(v["triangles"]);
  const std::vector<Bump> bumps = bumps_of(v.whole("bumps"), static_cast<std::uint64_t>(v["seed"]));
  std::vector<Vec3> vertices;
  for (const Vec3& p : unit.vertices()) {
    vertices.push_back(sheared(pushed(p, bumps)) * (0.25 * v["size"]));
  }
  return TriangleMesh(std::move(vertices), {unit.triangles().begin(), unit.triangles().end()});
}
}  // namespace

std::vector<ShapeEntry> organic_shapes() {
  return {
      {{"blob",
        "a bumpy closed animal with ears, concave, about the origin, z up; 20 k^2 triangles",
        {wanted_triangles(5120, 320), length("size", 1, "about the longest side"),
         count("bumps", 40, 0, 200, "small bumps and dents"),
         count("seed", 1, 0, 1e9, "where the small bumps are")}},
       make_blob},
  };
}

}  // namespace graze::shapes
