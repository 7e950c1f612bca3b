// SPDX-License-Identifier: MIT
#include "graze/query/prepared_scene.h"

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
}  // namespace

/// Instances of one shape share its pieces.
class PreparedScene::PieceMaker {
 public:
  explicit PieceMaker(Parts& parts) : parts_(parts) {}

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
                            pieces.of(body), wants_parts(body) ? &parts.parts[i] : nullptr});
  }
  parts_ = std::make_shared<const Parts>(std::move(parts));
}

}  // namespace graze
