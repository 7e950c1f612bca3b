// SPDX-License-Identifier: MIT
#include "graze/query/prepared_scene.h"

#include <algorithm>
#include <chrono>
#include <unordered_map>
#include <unordered_set>

#include "graze/base/parallel.h"
#include "query/prepared_parts.h"

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
         !body.parent && !body.shape.box() && !body.deforms();
}

/// On a parent, or one itself. Links of a chain are near each other and what stands around them
/// most of the time.
std::vector<char> chain_members(const std::vector<Body>& bodies) {
  std::vector<char> is_member(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i].parent) is_member[i] = is_member[bodies[i].parent->index()] = 1;
  }
  return is_member;
}
}  // namespace

/// What bounds of bodies refer to. Instances of one shape share it.
class PreparedScene::PieceMaker {
 public:
  explicit PieceMaker(Parts& parts) : parts_(parts) {}

  const BoxPieces* pieces_of(const Body& body) {
    if (!wants_pieces(body)) return nullptr;
    const ObbTree& tree = body.shape.wide_tree().crown();
    const BoxPieces*& known = pieces_[&tree];
    if (known == nullptr) {
      known = parts_.pieces.emplace_back(std::make_unique<const BoxPieces>(tree)).get();
    }
    return known;
  }

  const std::vector<ShapePart>* parts_of(const Shape& shape) {
    if (shape.box() || shape.is_unbounded() || shape.mesh().is_empty()) return nullptr;
    const std::vector<ShapePart>*& known = link_parts_[&shape.wide_tree().crown()];
    if (known == nullptr) {
      auto made = std::make_unique<const std::vector<ShapePart>>(
          parts_around(shape.wide_tree().crown(), kPartsOfLink));
      known = parts_.parts.emplace_back(std::move(made)).get();
    }
    return known;
  }

  double radius_of(const TriangleMesh& mesh) {
    const auto [known, is_new] = radii_.try_emplace(mesh.triangles().data());
    if (is_new) known->second = radius_about(mesh.bounds().centre(), mesh);
    return known->second;
  }

 private:
  Parts& parts_;
  std::unordered_map<const ObbTree*, const BoxPieces*> pieces_;
  std::unordered_map<const ObbTree*, const std::vector<ShapePart>*> link_parts_;
  std::unordered_map<const Triangle*, double> radii_;
};

Preparation prepare(const Scene& scene, ShapeNeed needs) {
  std::vector<Shape> shapes;
  std::unordered_set<const void*> known;
  for (const Body& body : scene.bodies) {
    if (!body.shape.mesh().is_empty() && known.insert(body.shape.identity()).second)
      shapes.push_back(body.shape);
  }
  const auto size = [](const Shape& shape) { return shape.mesh().triangles().size(); };
  std::ranges::stable_sort(shapes, std::greater(), size);
  Preparation done{.shapes = shapes.size()};
  for (const Shape& shape : shapes) done.triangles += size(shape);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<double> seconds(shapes.size());
  parallel_for(shapes.size(), [&](std::size_t i) { seconds[i] = shapes[i].prepare(needs); });
  done.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  for (const double one : seconds) done.cpu_seconds += one;
  return done;
}

PreparedScene::PreparedScene(Scene unchecked, ShapeNeed needs) {
  Scene scene = checked(std::move(unchecked));
  TouchRules rules(scene);
  const Preparation preparation = prepare(scene, needs);
  Parts parts{std::move(scene), std::move(rules), preparation, {}, {}, {}, {}};
  const std::vector<Body>& bodies = parts.scene.bodies;
  const bool has_trees = includes(needs, ShapeNeed::kWideTree);
  const std::vector<char> is_member = chain_members(bodies);
  PieceMaker maker(parts);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Body& body = bodies[i];
    parts.motions.push_back(body.motion);
    if (body.deforms()) {
      const auto frames = body.deformation.frames();
      const Interval all{frames.front().time, frames.back().time};
      parts.bounds.push_back({body.deformation.bounds_during(all), body.motion, body.growth()});
      continue;
    }
    parts.bounds.push_back({body.shape.mesh().bounds(), body.motion, body.growth(), body.parent,
                            has_trees ? maker.pieces_of(body) : nullptr,
                            has_trees && is_member[i] ? maker.parts_of(body.shape) : nullptr,
                            maker.radius_of(body.shape.mesh())});
  }
  parts_ = std::make_shared<const Parts>(std::move(parts));
}

const Preparation& PreparedScene::preparation() const { return parts_->preparation; }
const Scene& PreparedScene::scene() const { return parts_->scene; }
const TouchRules& PreparedScene::rules() const { return parts_->rules; }
const std::vector<Motion>& PreparedScene::body_motions() const { return parts_->motions; }
const std::vector<MovingBounds>& PreparedScene::bounds() const { return parts_->bounds; }

}  // namespace graze
