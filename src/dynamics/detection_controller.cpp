// SPDX-License-Identifier: MIT
// Question   Which objects come into contact first within a step, or overlap?              [K1, K2]
// Source     Zachwieja 1992, sections 3.2 to 3.4.
// Guarantee  That of the chosen method.
// Changed    Extents cover the whole step, so that nothing is missed between its ends.
#include "graze/dynamics/detection_controller.h"

#include <algorithm>

#include "contact/end_report.h"
#include "graze/broadphase/overlapping_pairs.h"
#include "graze/query/step_contact.h"

namespace graze {

Detection detected(BodyId a, BodyId b, double time, std::vector<Contact> contacts,
                   double tolerance) {
  Detection found{a, b, time, reduce_contacts(contacts, tolerance), {}, {}};
  found.event.time = time;
  found.report.tolerance = tolerance;
  found.report.contacts = std::move(contacts);
  end_in_contact(found.report, Interval(time));
  return found;
}

std::vector<std::pair<BodyId, BodyId>> pairs_that_meet(const Objects& objects) {
  std::vector<Aabb> extents(objects.count());
  for (std::size_t i = 0; i < extents.size(); ++i) extents[i] = objects.extent(BodyId(i));
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (const auto& [a, b] : overlapping_pairs(extents)) {
    if (objects.is_asked(BodyId(a), BodyId(b))) pairs.push_back({BodyId(a), BodyId(b)});
  }
  return pairs;
}

const Body& MethodDetector::boundary(const Objects& objects, BodyId id) {
  const auto known = boundaries_.find(id);
  if (known != boundaries_.end()) return known->second;
  ++counts_.boundaries;
  return boundaries_.emplace(id, objects.boundary(id)).first->second;
}

std::optional<Detection> MethodDetector::contact(const Objects& objects, const BodyPair& pair) {
  PairQuestion question;
  question.a = MovingShape(boundary(objects, pair.first), objects.way(pair.first));
  question.b = MovingShape(boundary(objects, pair.second), objects.way(pair.second));
  question.span = objects.span();
  const double diagonal = std::min(question.a.shape.diagonal(), question.b.shape.diagonal());
  question.tolerance = options_.tolerance.value_or(1e-6 * diagonal);
  question.all_contacts = true;
  Detection found{pair.first, pair.second, 0.0, {}, {}, {}};
  if (options_.method == Method::kBacktracking) {
    StepContact step = step_contact(question, &caches_[pair], {.reach = options_.reach * diagonal});
    found.event = std::move(step.event);
    found.report = std::move(step.report);
  } else {
    found.report = answer(question, {.method = options_.method});
    found.event = reduce_contacts(found.report.contacts, found.report.tolerance);
  }
  if (found.report.outcome != Outcome::kContact) return std::nullopt;
  found.time = found.event.time = found.report.time.lo;
  return found;
}

std::optional<Detection> MethodDetector::overlap(const Objects& objects, const BodyPair& pair) {
  const auto depth_body = [&](BodyId id) {
    auto known = surfaces_.find(id);
    if (known == surfaces_.end()) {
      known = surfaces_.emplace(id, DepthSurface(boundary(objects, id).shape.mesh())).first;
    }
    return DepthBody{known->second, pose_at(objects.way(id), objects.span().lo)};
  };
  Detection found{pair.first, pair.second, objects.span().lo, {}, {}, {}};
  found.overlap = overlap_by_depth(depth_body(pair.first), depth_body(pair.second),
                                   with_pixels(options_.pixels), &images_);
  if (!(found.overlap->volume > 0.0)) return std::nullopt;
  return found;
}

std::vector<Detection> MethodDetector::detect(const Objects& objects) {
  std::vector<Detection> all;
  const auto pairs = pairs_that_meet(objects);
  counts_.extents += objects.count();
  counts_.pairs += pairs.size();
  for (const BodyPair& pair : pairs) {
    auto found =
        options_.method == Method::kVolume ? overlap(objects, pair) : contact(objects, pair);
    if (found) all.push_back(std::move(*found));
  }
  counts_.contacts += all.size();
  return all;
}

}  // namespace graze
