// SPDX-License-Identifier: MIT
// The two bodies of a question at an instant, by formulas in doubles; in quadruple precision where
// doubles are too near to call.
#pragma once
#include <optional>
#include <span>

#include "attack/truth.h"

namespace graze::attack {

/// A mesh at an instant.
template <typename S>
struct PlacedMesh {
  std::vector<Point<S>> corners;
  std::span<const Triangle> triangles;

  PlacedMesh(const TriangleMesh& mesh, const Recipe& motion, double t);
  Facet<S> facet(std::size_t i) const;
  std::size_t size() const { return triangles.size(); }
};

class Moment {
 public:
  Moment(const AttackQuestion& question, double t);

  double distance() const { return distance_; }  ///< of the meshes, to rounding of doubles
  bool is_within(Quad distance) const;
  bool cross() const;                  ///< certainly: by more than the question's slack
  bool is_inside(double depth) const;  ///< one in the other, a solid, by a corner this deep

 private:
  struct Exact {
    PlacedMesh<Quad> a, b;
  };
  const Exact& exact() const;

  const AttackQuestion& question_;
  double t_, margin_, distance_;
  PlacedMesh<double> a_, b_;
  mutable std::optional<Exact> exact_;
};

}  // namespace graze::attack
