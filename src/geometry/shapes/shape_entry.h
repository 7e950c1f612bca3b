// SPDX-License-Identifier: MIT
// A row of the registry: what a shape takes and the function that makes it.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "graze/geometry/shapes.h"

namespace graze::shapes {

/// Checked values of all parameters of one shape.
class Values {
 public:
  /// Throws InputError unless `given` fits `info`.
  Values(const ShapeInfo& info, const ShapeParameters& given);
  double operator[](std::string_view name) const;
  int whole(std::string_view name) const { return static_cast<int>((*this)[name]); }
  /// Throws InputError with `expected` unless `holds`: for values that contradict each other.
  void require(bool holds, std::string_view name, const std::string& expected) const;

 private:
  std::string shape_;
  ShapeParameters values_;
};

struct ShapeEntry {
  ShapeInfo info;
  TriangleMesh (*make)(const Values&);
};

/// A length, > 0.
ShapeParameter length(std::string name, double standard, std::string meaning);
/// A count in [lo, hi].
ShapeParameter count(std::string name, double standard, double lo, double hi, std::string meaning);
/// The wanted number of triangles.
ShapeParameter wanted_triangles(double standard, double lo = 100, double hi = 2e6);

std::vector<ShapeEntry> flat_sided_shapes();  ///< box, L-bracket, stairs
std::vector<ShapeEntry> round_shapes();       ///< spheres, torus, cylinder, capsule, cone, …
std::vector<ShapeEntry> machine_shapes();     ///< gear, chain link
std::vector<ShapeEntry> threaded_shapes();    ///< bolt, nut
std::vector<ShapeEntry> organic_shapes();     ///< blob
std::vector<ShapeEntry> vehicle_shapes();     ///< shuttle, car body, car door
std::vector<ShapeEntry> arm_shapes();         ///< links of the arm

}  // namespace graze::shapes
