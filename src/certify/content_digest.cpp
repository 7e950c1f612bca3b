// SPDX-License-Identifier: MIT
#include "certify/content_digest.h"

#include <algorithm>
#include <bit>

#include "graze/motion/motion_kinds.h"
#include "motion/hash_motion.h"

namespace graze::certify {
namespace {
/// Numbers as eight little-endian bytes, doubles by their bits (-0 as +0), texts with their length:
/// lists that differ feed different bytes.
class Feed {
 public:
  void add(std::uint64_t number) {
    std::array<std::byte, 8> bytes;
    for (std::size_t k = 0; k < 8; ++k) bytes[k] = std::byte(number >> (8 * k));
    sha_.add(bytes);
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number == 0.0 ? 0.0 : number)); }
  void add(std::string_view text) {
    sha_.add(text);
    add(std::uint64_t(text.size()));
  }
  Sha256::Digest digest() const { return sha_.digest(); }

 private:
  Sha256 sha_;
};

void feed_mesh(const TriangleMesh& mesh, Feed& feed) {
  feed.add(std::uint64_t(mesh.vertices().size()));
  for (const Vec3& v : mesh.vertices())
    for (int k = 0; k < 3; ++k) feed.add(v[k]);
  for (const Triangle& triangle : mesh.triangles())
    for (const std::uint32_t corner : triangle) feed.add(std::uint64_t(corner));
}

/// Faces: every number that describes them, each kind with its place among the kinds.
class FaceFeeder {
 public:
  explicit FaceFeeder(Feed& feed) : feed_(feed) {}

  void add(const SurfaceFace& face) {
    feed_.add(std::uint64_t(face.flipped ? 1 : 0));
    feed_.add(std::uint64_t(face.form.index()));
    std::visit([this](const auto& form) { add_form(form); }, face.form);
  }

 private:
  void add_form(const PatchFace& face) {
    feed_.add(std::uint64_t(face.patch.index()));
    std::visit([this](const auto& patch) { add_patch(patch); }, face.patch);
    add(face.u);
    add(face.v);
    if (!face.trim) return feed_.add(std::uint64_t(0));
    feed_.add(std::uint64_t(face.trim->curves().size()));
    for (const TrimCurve& trim : face.trim->curves()) {
      add(trim.curve);
      add(trim.range);
      feed_.add(std::uint64_t(trim.backwards ? 1 : 0));
    }
  }
  void add_form(const ImplicitSurface& surface) {
    add(*surface.f);
    add(surface.bounds.lo);
    add(surface.bounds.hi);
  }

  void add_patch(const BezierPatch& patch) {
    feed_.add(std::uint64_t(patch.rows));
    add(patch.points, patch.weights);
  }
  void add_patch(const RevolutionPatch& patch) {
    for (int k = 0; k < 3; ++k) add(Vec3(patch.frame.rotation.col(k)));
    add(patch.frame.translation);
    add(patch.profile);
  }
  void add_patch(const ExtrusionPatch& patch) {
    add(patch.curve);
    add(patch.direction);
  }
  void add_patch(const FormulaPatch& patch) {
    for (const auto& formula : patch.xyz) add(*formula);
  }
  void add_patch(const FunctionPatch&) {}

  void add(const SurfaceCurve& curve) {
    feed_.add(std::uint64_t(curve.index()));
    if (const auto* line = std::get_if<LineCurve>(&curve)) {
      add(line->begin);
      add(line->end);
    } else if (const auto* arc = std::get_if<ArcCurve>(&curve)) {
      for (const Vec3& v : {arc->centre, arc->x, arc->y}) add(v);
    } else {
      add(std::get<BezierCurve>(curve).points, std::get<BezierCurve>(curve).weights);
    }
  }
  void add(const std::vector<Vec3>& points, const std::vector<double>& weights) {
    feed_.add(std::uint64_t(points.size()));
    for (const Vec3& p : points) add(p);
    feed_.add(std::uint64_t(weights.size()));
    for (const double w : weights) feed_.add(w);
  }
  void add(const Expression& formula) {
    feed_.add(std::string_view(formula.text()));
    feed_.add(std::uint64_t(formula.constants().size()));
    for (const auto& [name, value] : formula.constants()) {
      feed_.add(std::string_view(name));
      feed_.add(value);
    }
  }
  void add(const Interval& range) {
    feed_.add(range.lo);
    feed_.add(range.hi);
  }
  void add(const Vec3& v) {
    for (int k = 0; k < 3; ++k) feed_.add(v[k]);
  }

  Feed& feed_;
};
}  // namespace

Sha256::Digest digest_of(const TriangleMesh& mesh) {
  Feed feed;
  feed_mesh(mesh, feed);
  return feed.digest();
}

Sha256::Digest digest_of(const TriangleMesh& mesh, const Surface& faces) {
  Feed feed;
  feed_mesh(mesh, feed);
  feed.add(std::uint64_t(faces.faces().size()));
  for (const SurfaceFace& face : faces.faces()) FaceFeeder(feed).add(face);
  return feed.digest();
}

Sha256::Digest digest_of(const Deformation& deformation) {
  Feed feed;
  for (const DeformationFrame& frame : deformation.frames()) {
    feed.add(frame.time);
    feed.add(std::uint64_t(frame.vertices.size()));
    for (const Vec3& v : frame.vertices)
      for (int k = 0; k < 3; ++k) feed.add(v[k]);
  }
  return feed.digest();
}

Sha256::Digest digest_of(const Motion& motion) {
  Feed feed;
  MotionFeeder(feed).add(motion);
  return feed.digest();
}

Sha256::Digest digest_of(std::span<const std::pair<BodyId, BodyId>> pairs) {
  Feed feed;
  for (const auto& [a, b] : pairs) {
    feed.add(std::uint64_t(a.value));
    feed.add(std::uint64_t(b.value));
  }
  return feed.digest();
}

bool is_custom(const Motion& motion) {
  const MotionDescription description = describe(motion);
  if (const auto* parts = std::get_if<CompositionDescription>(&description))
    return std::ranges::any_of(parts->parts, is_custom);
  return std::holds_alternative<CustomDescription>(description);
}

}  // namespace graze::certify
