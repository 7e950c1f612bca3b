// SPDX-License-Identifier: MIT
// A serial arm with seven joints, its axes in turn along the arm and across it.
#include "geometry/shapes/revolve.h"
#include "geometry/shapes/shape_entry.h"
#include "graze/base/error.h"

namespace graze {
namespace shapes {
namespace {
constexpr int kLinks = 8;  // the base and seven moving links

struct LinkForm {
  double length;  // from its joint to the next
  double radius;
  bool is_across;  // the joint's axis is across the link
};
constexpr LinkForm kForms[kLinks] = {
    {0.16, 0.10, false}, {0.18, 0.075, false}, {0.20, 0.070, true}, {0.20, 0.065, false},
    {0.20, 0.060, true}, {0.18, 0.055, false}, {0.09, 0.050, true}, {0.06, 0.035, false}};

// A bar with round ends around both joints. The base stands flat on z = 0.
TriangleMesh bar(const LinkForm& form, bool is_base, double triangles) {
  const double r = form.radius, z = form.length;
  const Eigen::Vector2d waist_low(0.7 * r, 0.4 * z), waist_high(0.7 * r, 0.6 * z);
  std::vector<OutlinePiece> outline;
  if (is_base) {
    outline = {line({0, 0}, {r, 0}), line({r, 0}, waist_low)};
  } else {
    outline = {arc({0, 0}, r, 3, 1), line({r, 0}, waist_low)};
  }
  outline.push_back(line(waist_low, waist_high));
  outline.push_back(line(waist_high, {0.8 * r, z}));
  outline.push_back(arc({0, z}, 0.8 * r, 0, 1));
  return revolved(outline, triangles);
}

// Takes z to -y: a joint across the arm turns about z while its link points along -y. Exact.
Mat3 across_from_along() {
  Mat3 m;
  m << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return m;
}

TriangleMesh link_mesh(int link, double triangles) {
  const TriangleMesh along = bar(kForms[link], link == 0, triangles);
  if (!kForms[link].is_across) return along;
  std::vector<Vec3> vertices;
  for (const Vec3& p : along.vertices()) vertices.emplace_back(p.x(), -p.z(), p.y());
  return TriangleMesh(std::move(vertices), {along.triangles().begin(), along.triangles().end()});
}

TriangleMesh make_arm_link(const Values& v) { return link_mesh(v.whole("link"), v["triangles"]); }

// The way from a link's joint frame to the next one's: along the link, and a quarter turn about x
// where the axes change between along and across.
Pose parent_from_joint(int link) {
  if (link == 0) return {};
  const LinkForm& parent = kForms[link - 1];
  Pose pose;
  pose.translation = parent.is_across ? Vec3(0, -parent.length, 0) : Vec3(0, 0, parent.length);
  if (kForms[link].is_across && !parent.is_across) {
    pose.rotation = across_from_along().transpose();
  }
  if (!kForms[link].is_across && parent.is_across) pose.rotation = across_from_along();
  return pose;
}
}  // namespace

std::vector<ShapeEntry> arm_shapes() {
  return {{{"arm_link",
            "a link of the seven-jointed arm, in the frame of its joint (see make_arm); link 0 is "
            "the base",
            {count("link", 1, 0, kLinks - 1, "which link"), wanted_triangles(1000, 100, 1e5)}},
           make_arm_link}};
}
}  // namespace shapes

std::vector<ArmLink> make_arm(double triangles) {
  std::vector<ArmLink> links;
  for (int link = 0; link < shapes::kLinks; ++link) {
    ArmLink entry;
    entry.name = link == 0 ? "base" : "link_" + std::to_string(link);
    entry.mesh = make_shape("arm_link", {{"link", link}, {"triangles", triangles}});
    entry.parent_from_joint = shapes::parent_from_joint(link);
    if (link > 0) entry.upper_limit = shapes::kForms[link].is_across ? 2.0 : 2.9;
    entry.lower_limit = -entry.upper_limit;
    links.push_back(std::move(entry));
  }
  return links;
}

}  // namespace graze
