// SPDX-License-Identifier: MIT
#include "graze/query/prepared_scene.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "graze/base/parallel.h"

namespace graze {
namespace {
Scene checked(Scene scene) {
  check(scene);
  return scene;
}

/// Bodies of fewer triangles are as quickly searched as cut.
constexpr std::size_t kTrianglesForPieces = 2000;
constexpr std::size_t kPartsOfLink = 4;

bool wants_pieces(const Body& body) {
  return body.shape.mesh().triangles().size() >= kTrianglesForPieces && body.motion.is_still() &&
         !body.parent && !body.shape.box();
}
/// Links of a chain are near each other and what stands around them most of the time.
bool wants_parts(const Body& body) {
  return body.parent.has_value() && !body.shape.box() && !body.shape.mesh().is_empty();
}
/// No point of the mesh is farther from the middle of its box, rounding included.
double radius_about_centre(const TriangleMesh& mesh) {
  const Vec3 centre = mesh.bounds().centre();
  double farthest_sq = 0.0;
  for (const Triangle& triangle : mesh.triangles()) {
    for (const std::uint32_t corner : triangle) {
      farthest_sq = std::max(farthest_sq, (mesh.vertices()[corner] - centre).squaredNorm());
    }
  }
  // Differences, squares, their sums and the root are off by less than 8 u of the result; the
  // second term covers squares that underflow.
  return std::sqrt(farthest_sq) * (1.0 + 16.0 * kUnitRoundoff) + 1e-150;
}
}  // namespace

/// Instances of one shape share its pieces and its radius.
class PreparedScene::PieceMaker {
 public:
  explicit PieceMaker(Parts& parts) : parts_(parts) {}

  double radius_of(const TriangleMesh& mesh) {
    const auto [known, is_new] = radii_.try_emplace(mesh.triangles().data());
    if (is_new) known->second = radius_about_centre(mesh);
    return known->second;
  }

  const BoxPieces* of(const Body& body) {
    if (!wants_pieces(body)) return nullptr;
    const ObbTree& tree = body.shape.tree();
    const BoxPieces*& known = made_[&tree];
    if (known == nullptr) {
      known = parts_.pieces.emplace_back(std::make_unique<const BoxPieces>(tree)).get();
    }
    return known;
  }

 private:
  Parts& parts_;
  std::unordered_map<const ObbTree*, const BoxPieces*> made_;
  std::unordered_map<const Triangle*, double> radii_;
};

PreparedScene::PreparedScene(Scene unchecked) {
  Scene scene = checked(std::move(unchecked));
  TouchRules rules(scene);
  Parts parts{std::move(scene), std::move(rules), {}, {}, {}, {}};
  const std::vector<Body>& bodies = parts.scene.bodies;
  parallel_for(bodies.size(), [&](std::size_t i) { bodies[i].shape.wide_tree(); });
  parts.parts.resize(bodies.size());
  PieceMaker pieces(parts);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    parts.motions.push_back(body.motion);
    if (wants_parts(body)) parts.parts[i] = boxes_around(body.shape.tree(), kPartsOfLink);
    parts.bounds.push_back({body.shape.mesh().bounds(), body.motion, growth_of(body), body.parent,
                            pieces.of(body), wants_parts(body) ? &parts.parts[i] : nullptr,
                            pieces.radius_of(body.shape.mesh())});
  }
  parts_ = std::make_shared<const Parts>(std::move(parts));
}

}  // namespace graze
