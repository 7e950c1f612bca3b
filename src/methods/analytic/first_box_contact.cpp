// SPDX-License-Identifier: MIT
// The first of all contacts as a report: bracket, point, normal.                             [B3]
#include <algorithm>
#include <cmath>

#include "contact/end_report.h"
#include "graze/methods/analytic.h"
#include "graze/motion/common_pieces.h"

namespace graze {
namespace {
/// The middle of a feature, in the world.
Vec3 middle_of(const Box& box, const BoxFeature& f, const Pose& pose) {
  const Vec3 side(f.side[0], f.side[1], f.side[2]);
  return pose * Vec3(box.centre + box.axes * Vec3(side.cwiseProduct(box.half_size)));
}

int free_axis(const BoxFeature& f) { return f.side[0] == 0 ? 0 : (f.side[1] == 0 ? 1 : 2); }

Vec3 direction(const Box& box, int axis, const Pose& pose) {
  return pose.rotation * Vec3(box.axes.col(axis));
}

struct Touch {
  Vec3 on_a, on_b, normal;
};

/// Two edges that cross: the nearest points of their lines, kept on the edges.
Touch edge_touch(const MovingBox& a, const MovingBox& b, const FeaturePair& f, const Pose& pose_a,
                 const Pose& pose_b) {
  const int i = free_axis(f.a), j = free_axis(f.b);
  const Vec3 p = middle_of(a.box, f.a, pose_a), q = middle_of(b.box, f.b, pose_b);
  const Vec3 u = direction(a.box, i, pose_a), v = direction(b.box, j, pose_b), r = q - p;
  const double uv = u.dot(v), det = std::fmax(1.0 - uv * uv, 1e-300);
  const double s =
      std::clamp((u.dot(r) - uv * v.dot(r)) / det, -a.box.half_size[i], a.box.half_size[i]);
  const double t =
      std::clamp((uv * u.dot(r) - v.dot(r)) / det, -b.box.half_size[j], b.box.half_size[j]);
  Vec3 normal = u.cross(v).normalized();
  if (normal.dot(p - pose_a * a.box.centre) < 0.0) normal = -normal;
  return {p + s * u, q + t * v, normal};
}

/// Towards `box` from the side of its face: the nearest point of the box.
Vec3 nearest_in(const Box& box, const Pose& pose, const Vec3& p) {
  const Vec3 local = box.axes.transpose() * (inverse(pose) * p - box.centre);
  const Vec3 kept = local.cwiseMax(-box.half_size).cwiseMin(box.half_size);
  return pose * Vec3(box.centre + box.axes * kept);
}

/// A face and whatever touches it: the middle of that, moved into the face's box.
Touch face_touch(const MovingBox& a, const MovingBox& b, const FeaturePair& f, const Pose& pose_a,
                 const Pose& pose_b) {
  const bool of_a = f.a.kind() == FeatureKind::kFace;
  const BoxFeature& face = of_a ? f.a : f.b;
  const MovingBox &owner = of_a ? a : b, &other = of_a ? b : a;
  const Pose &pose = of_a ? pose_a : pose_b, &other_pose = of_a ? pose_b : pose_a;
  const int axis = face.side[0] != 0 ? 0 : (face.side[1] != 0 ? 1 : 2);
  const Vec3 outward = double(face.side[axis]) * direction(owner.box, axis, pose);
  const Vec3 tip = middle_of(other.box, of_a ? f.b : f.a, other_pose);
  const Vec3 foot = nearest_in(owner.box, pose, tip);
  const Vec3 meet = nearest_in(other.box, other_pose, foot);
  return of_a ? Touch{foot, meet, outward} : Touch{meet, foot, -outward};
}

Contact contact_at(const MovingBox& a, const MovingBox& b, const FeaturePair& f, double t) {
  const Pose pose_a = pose_at(a.world_from_box, t), pose_b = pose_at(b.world_from_box, t);
  const bool edges = f.a.kind() == FeatureKind::kEdge && f.b.kind() == FeatureKind::kEdge;
  const Touch touch =
      edges ? edge_touch(a, b, f, pose_a, pose_b) : face_touch(a, b, f, pose_a, pose_b);
  Contact contact;
  contact.point_a = touch.on_a;
  contact.point_b = touch.on_b;
  contact.point = 0.5 * (touch.on_a + touch.on_b);
  contact.normal = touch.normal;
  contact.distance = (touch.on_a - touch.on_b).norm();
  contact.feature_a.kind = f.a.kind();
  contact.feature_b.kind = f.b.kind();
  return contact;
}

double closing_speed(const MovingBox& a, const MovingBox& b, const Contact& c, double t) {
  const auto velocity = [&](const Motion& motion) {
    const MotionState state = state_at(motion, t);
    const Vec3 arm = c.point - state.pose.translation;
    return Vec3(state.twist.linear + state.twist.angular.cross(arm));
  };
  return c.normal.dot(velocity(a.world_from_box) - velocity(b.world_from_box));
}

/// At a jump there is a pose before and one after: the contact is the nearer one.
void report_contact(const MovingBox& a, const MovingBox& b, const FeaturePair& features,
                    ContactReport& report) {
  const double t = report.time.hi;
  for (const CommonPiece& piece : common_pieces(a.world_from_box, b.world_from_box, report.time)) {
    const MovingBox now_a{a.box, piece.motion_a}, now_b{b.box, piece.motion_b};
    const Contact contact = contact_at(now_a, now_b, features, t);
    if (!report.contacts.empty() && report.contacts[0].distance <= contact.distance) continue;
    report.contacts = {contact};
    report.closing_speed = closing_speed(now_a, now_b, contact, t);
  }
}
}  // namespace

ContactReport first_box_contact(const MovingBox& a, const MovingBox& b, const Interval& span,
                                double tolerance) {
  ContactReport report = separated_report(Method::kAnalytic, Guarantee::kProved, span, tolerance);
  const BoxContacts contacts = box_contacts(a, b, {span, true});
  report.stats = contacts.stats;
  const BoxContactInterval* first = nullptr;
  for (const BoxContactInterval& c : contacts.intervals) {
    const bool touches_at_start = c.before_span && c.kind == IntervalKind::kGraze;
    if (touches_at_start) report.start = StartState::kTouching;
    if (!touches_at_start && !first) first = &c;
  }
  if (!contacts.is_complete() && (!first || contacts.sure_until < first->entry.lo)) {
    end_undecided(report, {contacts.sure_until, span.hi}, contacts.undecided);
    return report;
  }
  if (!first) return report;
  if (first->before_span) {
    end_in_overlap(report, span.lo);
    return report;
  }
  end_in_contact(report, {std::max(span.lo, first->entry.lo), std::min(span.hi, first->entry.hi)});
  report_contact(a, b, first->entry_features, report);
  return report;
}

}  // namespace graze
