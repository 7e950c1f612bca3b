// SPDX-License-Identifier: MIT
// A whole check of a scene: contacts, warnings, distances, joint limits and a tube.       [G1, C9]
#pragma once
#include <graze/query/prepared_scene.h>
#include <graze/query/prove_scene.h>
#include <graze/scene/check_result.h>
#include <graze/scene/joint_tube.h>
#include <graze/scene/timed_touch.h>

#include <optional>
#include <vector>

namespace graze {

struct CheckQuestion {
  ContactOptions contact = {};
  bool only_first = false;  ///< one report, the earliest contact of all
  /// Also ask for the curve of distances, without `timed` pairs.
  std::optional<std::size_t> curve_samples = {};
  std::vector<TimedTouch> timed = {};   ///< pairs of allow_touch, for a part of the span
  std::optional<TubeErrors> tube = {};  ///< robots: all motions this close, too
};

/// How many pairs a question is about; each body that deforms and is asked about itself is one.
std::size_t asked_pair_count(const Scene& scene, const ContactOptions& options);

/// Contacts first, then those of timed pairs over the rest of the span. The robot, if there is one,
/// is the one in the scene; the result refers to it. Throws InputError like contacts_per_pair.
CheckResult check_scene(const PreparedScene& scene, const CheckQuestion& question,
                        const RobotScene* robot = nullptr);

/// The answers with the options that a proof of each needs. In a tube each pair has its own
/// distance to keep.
std::vector<AnsweredPairs> answers_to_prove(const Scene& scene, const CheckQuestion& question,
                                            const CheckResult& result);

}  // namespace graze
