// SPDX-License-Identifier: MIT
// A moving scene as one glTF 2.0 binary file that any viewer can play.                       [G4]
#pragma once
#include <graze/base/id.h>
#include <graze/contact/contact_report.h>
#include <graze/scene/scene.h>

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace graze {

/// A contact to show: a ball at the point, an arrow along the normal and the two touching
/// triangles, all of which appear at `time`.
struct ContactMark {
  BodyId a;
  BodyId b;
  double time = 0.0;  ///< seconds of scene time; ContactReport::time.hi
  Contact contact;
};

struct GltfOptions {
  /// Largest distance between where a body point is and where the file says it is, apart from the
  /// rounding to float that glTF asks for. Scene units, > 0. Default: 1e-4 of the body's diagonal.
  /// Motions that glTF can express exactly (still, slerp, step) have no such error. Custom motions
  /// without derivative bounds are sampled 1000 times per piece, without a promise.
  std::optional<double> max_error;
  /// Which of the scene's axes points up, 'y' or 'z'. In glTF it is y, so for 'z' one node above
  /// all others turns the scene.
  char up = 'z';
};

/// Time in the file starts at 0 = scene.span.lo. Each body is one node in the world frame, with the
/// body's name and a colour of its own; units are those of the scene (viewers take metres). Padding
/// is not shown. Throws InputError if the scene is bad, a mark names a body or triangle that does
/// not exist, a coordinate is too large for a float, or a motion needs more than a million samples.
std::string format_glb(const Scene& scene, std::span<const ContactMark> marks = {},
                       const GltfOptions& options = {});

/// Writes the same to a file, completely or not at all.
void write_glb(const std::filesystem::path& path, const Scene& scene,
               std::span<const ContactMark> marks = {}, const GltfOptions& options = {});

}  // namespace graze
