// SPDX-License-Identifier: MIT
// Question   Are two points of two bodies as near as claimed at an instant?                    [G2]
// Source     docs/proof.md, section 6.
// Guarantee  Accepted only if they are, in real numbers.
#include <cmath>

#include "graze/certify/check_proof.h"
#include "graze/math/interval_pose.h"

namespace graze {
namespace {
bool are_weights(const double (&w)[2]) {
  return w[0] >= 0.0 && w[1] >= 0.0 && (Interval(w[0]) + w[1]).hi <= 1.0;
}

IntervalVec3 point_of(const TriangleMesh& mesh, std::uint32_t triangle, const double (&w)[2]) {
  const auto corners = mesh.corners(triangle);
  return IntervalVec3(corners[0]) + w[0] * (IntervalVec3(corners[1]) - corners[0]) +
         w[1] * (IntervalVec3(corners[2]) - corners[0]);
}

IntervalVec3 place(const ProofBody& body, std::uint32_t triangle, const double (&w)[2], double t) {
  IntervalVec3 p = point_of(body.tree->tree().mesh(), triangle, w);
  if (body.end != nullptr) {
    p = (Interval(1.0) - t) * p + Interval(t) * point_of(body.end->tree().mesh(), triangle, w);
  }
  return enclose_pose(body.motion, t) * p;
}

Verdict refused(const char* reason) { return {false, "witness", reason, 0, 0}; }
}  // namespace

Verdict check_witness(const ContactWitness& witness, const ProofPair& pair) {
  if (!are_weights(witness.weights_a) || !are_weights(witness.weights_b))
    return refused("weights are not those of a point in a triangle");
  if (!std::isfinite(witness.time)) return refused("no time");
  for (const ProofBody* body : {&pair.a, &pair.b}) {
    const std::size_t triangles = body->tree->tree().mesh().triangles().size();
    if (witness.triangles[body == &pair.b] >= triangles) return refused("no such triangle");
  }
  const IntervalVec3 p = place(pair.a, witness.triangles[0], witness.weights_a, witness.time);
  const IntervalVec3 q = place(pair.b, witness.triangles[1], witness.weights_b, witness.time);
  if (!(norm(q - p).hi <= witness.distance)) return refused("the points are farther apart");
  return {true, {}, {}, 0, 1};
}

}  // namespace graze
