// SPDX-License-Identifier: MIT
// Long motions are asked about stretch by stretch.                                            [C8]
#pragma once
#include <span>
#include <vector>

#include "graze/query/prepared_scene.h"
#include "query/rounds.h"

namespace graze::query {

/// The span cut at knots of the motions, some dozens to a stretch: one stretch unless there are
/// many. The broad phase drops a whole stretch for all pairs that are far apart during it, and
/// memory holds only one stretch. Each begins where the one before it ends. Throws InputError for
/// bad options and motions that refuse a part of the span.
std::vector<Interval> stretches_of(const PreparedScene& scene, std::span<const Motion> motions,
                                   const ContactOptions& options);

/// Progress over all stretches: each counts alike, and within one each pair does.
class StretchProgress {
 public:
  StretchProgress(const ContactOptions& options, std::size_t stretches);
  /// The next stretch begins.
  Progress& of_stretch(std::size_t pairs);
  void finish();

 private:
  const std::function<void(double)>& callback_;
  double stretches_;
  double begun_ = 0.0;
  std::function<void(double)> share_;
  std::optional<Progress> progress_;
};

/// What the next stretch says, after `so_far` was separated up to its start.
void append(const ContactReport& next, ContactReport& so_far);

}  // namespace graze::query
