// SPDX-License-Identifier: MIT
// New contacts of an animation, gathered by the bones or bodies that touch.                  [G3]
#pragma once
#include <string>
#include <vector>

#include "graze/io/load_gltf.h"
#include "graze/query/new_contacts.h"

namespace graze::tool {

/// What one bone or body does with another.
struct CrossingGroup {
  std::string a, b;                         ///< "hero/hand.R", "sword"
  const NewContacts* pair = nullptr;        ///< the bodies
  std::vector<const LinearTouch*> touches;  ///< by time; at least one
};

/// By the time of their first touch. `origins` may be empty: then bodies have no bones.
std::vector<CrossingGroup> grouped(const Scene& scene, const std::vector<GltfBody>& origins,
                                   const std::vector<NewContacts>& contacts);

}  // namespace graze::tool
