// SPDX-License-Identifier: MIT
// Question   Are two points of two bodies as near as claimed at an instant?                    [G2]
// Source     docs/proof.md, section 6.
// Guarantee  Accepted only if they are, in real numbers.
#include <algorithm>
#include <cmath>

#include "certify/separation.h"
#include "graze/certify/check_proof.h"
#include "graze/math/interval_pose.h"

namespace graze {
namespace {
/// Exact: where 1 - max rounds, max is below one half and so is the other.
bool are_weights(const double (&w)[2]) {
  return w[0] >= 0.0 && w[1] >= 0.0 && std::min(w[0], w[1]) <= 1.0 - std::max(w[0], w[1]);
}

IntervalVec3 point_of(const TriangleMesh& mesh, std::uint32_t triangle, const double (&w)[2]) {
  const auto corners = mesh.corners(triangle);
  return IntervalVec3(corners[0]) + w[0] * (IntervalVec3(corners[1]) - corners[0]) +
         w[1] * (IntervalVec3(corners[2]) - corners[0]);
}

IntervalVec3 place(const ProofBody& body, const Motion& motion, std::uint32_t triangle,
                   const double (&w)[2], double t) {
  IntervalVec3 p = point_of(body.tree->tree().mesh(), triangle, w);
  if (body.end != nullptr) {
    p = (Interval(1.0) - t) * p + Interval(t) * point_of(body.end->tree().mesh(), triangle, w);
  }
  return enclose_pose(motion, t) * p;
}

/// >= the distance of the two points under these motions.
double distance_above(const ContactWitness& w, const ProofPair& pair, const Motion& motion_a,
                      const Motion& motion_b) {
  const IntervalVec3 p = place(pair.a, motion_a, w.triangles[0], w.weights_a, w.time);
  const IntervalVec3 q = place(pair.b, motion_b, w.triangles[1], w.weights_b, w.time);
  return norm(q - p).hi;
}

/// The motions' formulas just before t: another pose than at t if one of them jumps there.
double distance_before(const ContactWitness& w, const ProofPair& pair) {
  const double before = std::nextafter(w.time, -kInfinity);
  for (const ProofBody* body : {&pair.a, &pair.b}) {
    if (body->motion.outside() == Outside::kError && before < body->motion.domain().lo)
      return kInfinity;
  }
  const auto pieces = certify::common_pieces(pair.a.motion, pair.b.motion, {before, w.time});
  return distance_above(w, pair, pieces[0].motion_a, pieces[0].motion_b);
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
  if (!(distance_above(witness, pair, pair.a.motion, pair.b.motion) <= witness.distance) &&
      !(distance_before(witness, pair) <= witness.distance))
    return refused("the points are farther apart");
  return {true, {}, {}, 0, 1};
}

}  // namespace graze
