// SPDX-License-Identifier: MIT
// Question   Do two solids overlap at an instant?                                       [V1, G1]
// Source     methods/volume.
// Guarantee  kOverlapAtStart: some column lies in both, to rounding. kSeparated is sampled.
// Changed    -
#include "query/volume_method.h"

#include "contact/end_report.h"
#include "graze/methods/volume.h"
#include "query/depth_mesh.h"

namespace graze::query {
namespace {
DepthBody body_at(const MovingShape& moving, double time) {
  return {DepthSurface(*depth_mesh(moving.shape)), pose_at(moving.frame_from_shape, time)};
}

Contact contact_of(const OverlapVolume& overlap) {
  Contact contact;
  contact.point = contact.point_a = contact.point_b = overlap.centre;
  contact.normal = -overlap.way_out_of_a();
  return contact;
}
}  // namespace

bool volume_applies(const PairQuestion& question) {
  const auto is_solid = [](const MovingShape& moving) {
    if (moving.growth > moving.shape.rounding() || moving.is_said_hollow) return false;
    const std::optional<TriangleMesh> mesh = depth_mesh(moving.shape);
    return mesh && DepthSurface(*mesh).is_closed();
  };
  return question.span.lo == question.span.hi && question.min_separation == 0.0 &&
         is_solid(question.a) && is_solid(question.b);
}

ContactReport by_volume(const PairQuestion& question) {
  const double time = question.span.lo;
  const OverlapVolume overlap =
      overlap_by_depth(body_at(question.a, time), body_at(question.b, time));
  ContactReport report =
      separated_report(Method::kVolume, Guarantee::kSampled, question.span, question.tolerance);
  report.stats.triangle_tests = overlap.stats.rasterised;
  report.stats.poses = 2;
  report.stats.seconds = overlap.stats.seconds;
  if (!overlap.is_empty()) {
    end_in_overlap(report, time);
    report.contacts.push_back(contact_of(overlap));
  }
  return report;
}

}  // namespace graze::query
