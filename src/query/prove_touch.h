// SPDX-License-Identifier: MIT
// Proofs about curved bodies in touch.                                                    [C10, G2]
#pragma once
#include "graze/query/prove.h"
#include "graze/scene/shape.h"

namespace graze::query {

/// Steps that prove that no point of the sunk body's surface gets deeper into the other than the
/// depth; nothing if none were found. Faces of the sunk body that are `known` (by number) not to
/// are left out: such steps are no proof for others.
std::optional<ProofSteps> prove_touch(const ProofPair& pair, const Interval& span, double distance,
                                      const ProveOptions& options,
                                      const std::vector<bool>& known = {});

/// Whether the mesh of a solid leaves out points of the sunk body's frame when a piece of the
/// motions begins.
std::function<bool(const CommonPiece&, const Vec3&)> outside_of(const Shape& solid,
                                                                const Shape& sunk, bool is_a_sunk);

}  // namespace graze::query
