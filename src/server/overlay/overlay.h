// SPDX-License-Identifier: MIT
// Overlays: what a method looks at when it is asked about a pair at an instant.               [G4]
//
// For the eye. They walk the same trees, images and maps as the methods, by plain loops that can
// be drawn; answers never come from here.
#pragma once
#include "graze/query/prepared_scene.h"
#include "io/json/json_cursor.h"
#include "server/overlay/drawing.h"

namespace graze::server {

/// The pair that is looked at, and when.
struct ViewedPair {
  const PreparedScene& prepared;
  BodyId a, b;
  double time = 0.0;
  std::uint32_t level = 0;

  const Scene& scene() const { return prepared.scene(); }
  const Body& body(BodyId id) const { return scene().bodies[id.index()]; }
  Pose world_from(BodyId id) const { return pose_at(world_motion(scene(), id), time); }
};

inline constexpr std::size_t kMostBoxes = 20'000;  ///< of one drawing

/// Boxes of the two trees at a level of the walk: pairs that were cut off, and those opened.
void draw_tree(const ViewedPair& viewed, Drawing& drawing);
/// Cells of the two octrees at a level, and those that meet the other body's.
void draw_octree(const ViewedPair& viewed, Drawing& drawing);
/// Columns of depth images that lie in both, their volume, and the forces that part the two.
void draw_depth(const ViewedPair& viewed, Drawing& drawing);
/// The Gauss maps of the two hulls, and how far each plane keeps them apart over the span.
void draw_gauss_maps(const ViewedPair& viewed, Drawing& drawing);
/// The instants at which the search back in time looked, from a step that ends after a contact.
void draw_steps(const ViewedPair& viewed, Drawing& drawing);

/// {"kind": "tree", "octree", "depth", "gauss" or "steps", "a", "b", "time", "level", "centre"}:
/// the drawing as JSON. Throws InputError that names the place, or says why a pair has none.
std::string overlay(const json::JsonCursor& cursor, const PreparedScene& scene);

}  // namespace graze::server
