// SPDX-License-Identifier: MIT
// SHA-256 of what a certificate is about: nobody can make two contents that share it.          [G2]
#pragma once
#include <span>
#include <utility>

#include "graze/base/id.h"
#include "graze/base/sha256.h"
#include "graze/geometry/deformation.h"
#include "graze/geometry/surface.h"
#include "graze/geometry/triangle_mesh.h"
#include "graze/motion/motion.h"

namespace graze::certify {

Sha256::Digest digest_of(const TriangleMesh& mesh);
/// Of curved faces and the mesh near them. Of a user's own function: that it is one.
Sha256::Digest digest_of(const TriangleMesh& mesh, const Surface& faces);
Sha256::Digest digest_of(const Deformation& deformation);
/// Every stored double of its formulas. Of a custom motion: its domain and some of its poses, since
/// functions cannot be hashed.
Sha256::Digest digest_of(const Motion& motion);
Sha256::Digest digest_of(std::span<const std::pair<BodyId, BodyId>> pairs);

/// Part of the motion is a user's own functions.
bool is_custom(const Motion& motion);

}  // namespace graze::certify
