// SPDX-License-Identifier: MIT
// Scenes with boxes that are stretched and sheared on their way: type "affine".            [B6, G3]
#pragma once
#include <graze/motion/affine_motion.h>
#include <graze/scene/scene.h>

#include <filesystem>
#include <map>

namespace graze {

/// A scene, and the motions of the bodies that do not keep their shape. In `scene` such a body
/// stands still.
struct AffineScene {
  Scene scene;
  std::map<BodyId, AffineMotion> affine;
};

/// Like load_scene, but takes affine motions, too; load_scene refuses them, since only
/// box_contacts() can use them. A rational matrix that is not a rotation is taken as affine, with a
/// note in scene.notes. Throws InputError.
AffineScene load_affine_scene(const std::filesystem::path& path);

}  // namespace graze
