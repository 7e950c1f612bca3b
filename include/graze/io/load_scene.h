// SPDX-License-Identifier: MIT
// scene.json to a Scene. The format is docs/scene.md, its schema docs/scene.schema.json.       [G3]
#pragma once
#include <graze/scene/scene.h>
#include <graze/scene/scene_change.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace graze {

/// Reads a scene and the meshes that it names (paths are relative to the file). Throws InputError
/// that names line and column (syntax) or the JSON path (meaning), what was found and what was
/// expected. `beside` is the span of a robot's trajectory that is checked together with the scene:
/// motions without times then fill it, unless the scene states a span of its own.
Scene load_scene(const std::filesystem::path& path, std::optional<Interval> beside = {});

/// The same for text in memory; `place` names it in errors, mesh files are looked up in `base_dir`.
Scene parse_scene(std::string_view text, const std::string& place = "scene.json",
                  const std::filesystem::path& base_dir = ".");

/// Two frames of one mesh, or of each of two meshes: A0 A1 [B0 B1]. Bodies "a" and "b" that deform
/// from the first frame at time 0 to the second at 1. Throws InputError unless only positions
/// differ.
Scene load_frames(std::span<const std::string> files);

/// One line of a batch: {"motions": {"body": {…}}, "joints": {"body": [from, to]}, "span": [a, b]},
/// all optional. Joints move uniformly over the span; rad or length.
SceneChange parse_scene_change(std::string_view text, const std::string& place, const Scene& scene);

/// One motion as docs/scene.md describes it; without times of its own it fills `span`.
Motion parse_motion(std::string_view text, const std::string& place, const Interval& span);

}  // namespace graze
