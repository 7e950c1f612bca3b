// SPDX-License-Identifier: MIT
// Question   Where should a long question be cut, and what do the parts say together?          [C8]
// Source     A robot's trajectory of 100,000 waypoints: boxes around all of its way meet
//            everything.
// Guarantee  Stretches cover the span and are closed: no instant is left out. Bodies in touch where
//            a stretch begins have been in touch since the start, or the stretch before it reported
//            the contact.
// Changed    -
#include "query/stretches.h"

#include <algorithm>

#include "query/check_options.h"

namespace graze::query {
namespace {
constexpr std::size_t kKnotsOfStretch = 32;  // more make boxes wide, fewer cost a broad phase each
constexpr std::size_t kKnotsWorthCutting = 4 * kKnotsOfStretch;
}  // namespace

std::vector<Interval> stretches_of(const PreparedScene& scene, std::span<const Motion> motions,
                                   const ContactOptions& options) {
  check(options, scene.scene());
  const Interval span = options.span.value_or(scene.scene().span);
  std::vector<double> most;  // knots
  for (std::size_t i = 0; i < motions.size(); ++i) {
    check_domain(scene.scene(), BodyId(i), motions[i], span);
    std::vector<double> knots = scene.scene().bodies[i].deformation.knots_within(span);
    const std::vector<SmoothPiece> pieces = smooth_pieces(motions[i], span);
    if (knots.size() + pieces.size() <= most.size()) continue;
    for (const SmoothPiece& piece : pieces) knots.push_back(piece.span.lo);
    most = std::move(knots);
  }
  if (most.size() < kKnotsWorthCutting) return {span};
  std::ranges::sort(most);
  std::vector<Interval> stretches;
  double begin = span.lo;
  for (std::size_t k = kKnotsOfStretch; k < most.size(); k += kKnotsOfStretch) {
    const double end = most[k];
    if (!(begin < end && end < span.hi)) continue;
    stretches.emplace_back(begin, end);
    begin = end;
  }
  stretches.emplace_back(begin, span.hi);
  return stretches;
}

StretchProgress::StretchProgress(const ContactOptions& options, std::size_t stretches)
    : callback_(options.progress), stretches_(static_cast<double>(stretches)) {
  if (!callback_) return;
  share_ = [this](double done) { callback_((begun_ - 1.0 + done) / stretches_); };
}

Progress& StretchProgress::of_stretch(std::size_t pairs) {
  begun_ += 1.0;
  return progress_.emplace(share_, pairs);
}

void StretchProgress::finish() {
  if (callback_) callback_(1.0);
}

void append(const ContactReport& next, ContactReport& so_far) {
  const StartState start = so_far.start;
  const Interval time = so_far.time;
  const Guarantee weaker = std::max(so_far.guarantee, next.guarantee);
  Stats stats = so_far.stats;
  stats += next.stats;
  so_far = next;
  so_far.start = start;
  so_far.guarantee = weaker;
  so_far.stats = stats;
  if (next.outcome == Outcome::kSeparated) so_far.time.lo = time.lo;
}

}  // namespace graze::query
