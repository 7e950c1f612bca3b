// SPDX-License-Identifier: MIT
// Pairs of vertices, edges and faces that are near each other, and their gap at other poses. [C11]
#pragma once
#include <vector>

#include "dynamics/mesh_topology.h"
#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"
#include "graze/spatial/wide_obb_tree.h"

namespace graze::dynamics {

/// What a search needs of a body.
struct ContactShape {
  const WideObbTree* tree = nullptr;
  const MeshTopology* topology = nullptr;
  double growth = 0.0;  ///< the mesh is grown by this much
};

/// How two features stand to each other at given poses, world frame.
struct FeatureGap {
  double gap = 0.0;            ///< < 0: they have passed each other
  Vec3 normal = Vec3::Zero();  ///< unit, from a towards b
  Vec3 point = Vec3::Zero();   ///< midway between the surfaces
};

/// Two features with all that their gap needs, in the bodies' frames.
struct FeaturePair {
  enum class Kind : std::uint8_t {
    kVertexFace,
    kFaceVertex,
    kEdgeEdge,
    kVertexEdge,
    kEdgeVertex,
    kVertexVertex
  };
  Kind kind = Kind::kVertexVertex;
  std::uint32_t id_a = 0, id_b = 0;  ///< of vertex, edge or triangle in its mesh
  Vec3 a0, a1, b0, b1;               ///< ends of an edge; a face's corner and normal
  Vec3 toward_b;                     ///< a's frame: the normal when they were found
  double growth = 0.0;               ///< of both
  double growth_a = 0.0;             ///< of it, a's
};

FeatureGap gap_at(const FeaturePair& pair, const Pose& world_from_a, const Pose& world_from_b);

struct NearFeatures {
  std::vector<FeaturePair> pairs;
  double distance = 0.0;  ///< of the bodies; `reach` if nothing is nearer
};

/// All pairs of features within `reach` that can bear a contact there: the normal lies in both
/// normal cones (to 0.03 rad). The nearest pair is there in any case.
NearFeatures near_features(const ContactShape& a, const Pose& world_from_a, const ContactShape& b,
                           const Pose& world_from_b, double reach);

}  // namespace graze::dynamics
