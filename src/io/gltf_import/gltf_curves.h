// SPDX-License-Identifier: MIT
// How nodes move: curves of translation, rotation, scale and weights, and their values at a time.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "graze/motion/motion.h"
#include "io/gltf_import/gltf_file.h"

namespace graze::gltf {

enum class CurveKind { kStep, kLinear, kCubic };

/// Keys of one channel. kCubic has three groups of numbers a key: in-tangent, value, out-tangent.
struct Curve {
  CurveKind kind = CurveKind::kLinear;
  std::size_t width = 3;      ///< numbers a key
  std::vector<double> times;  ///< ascend strictly; empty: nothing moves
  std::vector<double> values;

  bool moves() const { return !times.empty(); }
  const double* key(std::size_t k) const {
    return values.data() + (kind == CurveKind::kCubic ? 3 * k + 1 : k) * width;
  }
};

/// The numbers at time t, as glTF 2.0, appendix C, says; quaternions are slerped and made unit.
std::vector<double> value_at(const Curve& curve, double t);

/// A node's place in its parent, at rest and as it moves.
struct NodeCurves {
  Vec3 translation = Vec3::Zero();
  Quat rotation{1.0, 0.0, 0.0, 0.0};
  Vec3 scale = Vec3::Ones();
  std::vector<double> morphs;  ///< weights of morph targets at rest; empty: the mesh's own
  Curve translations, rotations, scales, weights;

  bool moves() const { return translations.moves() || rotations.moves(); }
};

/// What is played of the file.
struct Playing {
  std::vector<NodeCurves> nodes;
  std::vector<std::string> played;
  Interval span{0.0, 0.0};
};
Playing read_curves(const GltfFile& file, const std::string& animation);

/// translation(t) * rotation(t) of a node whose parent is scaled by `scale`: exact.
Motion motion_of(const NodeCurves& node, double scale);

}  // namespace graze::gltf
