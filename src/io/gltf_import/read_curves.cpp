// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <set>

#include "io/gltf_import/gltf_curves.h"
#include "io/gltf_import/tinygltf_header.h"

namespace graze::gltf {
namespace {
constexpr std::size_t kMostKeys = 10'000'000;

Vec3 vec3_or(const std::vector<double>& numbers, const Vec3& otherwise) {
  return numbers.size() == 3 ? Vec3(numbers[0], numbers[1], numbers[2]) : otherwise;
}

/// glTF requires that a matrix can be decomposed into translation, rotation and scale.
void take_apart(const GltfFile& file, const std::vector<double>& m, const std::string& where,
                NodeCurves& node) {
  Mat3 linear;
  for (int column = 0; column < 3; ++column) {
    for (int row = 0; row < 3; ++row)
      linear(row, column) = m[static_cast<std::size_t>(4 * column + row)];
  }
  node.translation = Vec3(m[12], m[13], m[14]);
  node.scale = linear.colwise().norm().transpose();
  if (linear.determinant() < 0.0) node.scale.x() = -node.scale.x();
  Mat3 turn = Mat3::Identity();
  for (int k = 0; k < 3; ++k) {
    if (node.scale[k] != 0.0) turn.col(k) = linear.col(k) / node.scale[k];
  }
  if (!((turn.transpose() * turn - Mat3::Identity()).norm() < 1e-3)) {
    file.refuse(where + ".matrix", "a matrix that shears or flattens",
                "translation, rotation and scale");
  }
  node.rotation = Quat(turn).normalized();
}

NodeCurves rest_of(const GltfFile& file, std::size_t index) {
  const tinygltf::Node& source = file.model().nodes[index];
  const std::string where = "nodes[" + std::to_string(index) + "]";
  NodeCurves node;
  node.morphs = source.weights;
  if (source.matrix.size() == 16) {
    take_apart(file, source.matrix, where, node);
  } else {
    node.translation = vec3_or(source.translation, Vec3::Zero());
    node.scale = vec3_or(source.scale, Vec3::Ones());
    if (source.rotation.size() == 4) {
      const auto& r = source.rotation;
      node.rotation = Quat(r[3], r[0], r[1], r[2]);
    }
  }
  const double length = node.rotation.norm();
  const double size =
      std::max(node.translation.cwiseAbs().maxCoeff(), node.scale.cwiseAbs().maxCoeff());
  if (!(std::isfinite(length) && length > 1e-3) || !(size < 1e12)) {
    file.refuse(where, "a transform that is not finite, or a quaternion of length zero",
                "finite numbers");
  }
  node.rotation.normalize();
  return node;
}

CurveKind kind_of(const GltfFile& file, const std::string& name, const std::string& where) {
  if (name == "STEP") return CurveKind::kStep;
  if (name == "LINEAR" || name.empty()) return CurveKind::kLinear;
  if (name == "CUBICSPLINE") return CurveKind::kCubic;
  file.refuse(where + ".interpolation", "'" + name + "'", "STEP, LINEAR or CUBICSPLINE");
}

void check_times(const GltfFile& file, const Curve& curve, const std::string& where) {
  for (std::size_t k = 0; k < curve.times.size(); ++k) {
    const bool ascends = k == 0 ? curve.times[0] >= 0.0 : curve.times[k - 1] < curve.times[k];
    if (!ascends || curve.times[k] > 1e9) {
      file.refuse(where + ".input", "times that do not ascend",
                  "seconds that ascend strictly from 0 on");
    }
  }
  if (curve.times.empty()) file.refuse(where + ".input", "no keys", "at least one");
  if (curve.times.size() > kMostKeys)
    file.refuse(where + ".input", "more than 10 million keys", "fewer");
}

/// Rotations must not pass through zero; LINEAR and STEP keys are normalised.
void check_rotations(const GltfFile& file, const Curve& curve, const std::string& where) {
  for (std::size_t k = 0; k < curve.times.size(); ++k) {
    const double* q = curve.key(k);
    const double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    if (!(length > 1e-3 && length < 1e3)) {
      file.refuse(where + ".output", "a quaternion of length " + std::to_string(length),
                  "length 1");
    }
  }
}

/// How many numbers a key has, and how many of them are in one element of the accessor.
struct KeyWidth {
  std::size_t numbers = 3;
  std::size_t components = 3;
};

Curve read_curve(const GltfFile& file, const tinygltf::AnimationSampler& sampler,
                 const KeyWidth& width, const std::string& where) {
  Curve curve;
  curve.kind = kind_of(file, sampler.interpolation, where);
  curve.width = width.numbers;
  curve.times = file.numbers(sampler.input, 1, where + ".input");
  check_times(file, curve, where);
  curve.values = file.numbers(sampler.output, width.components, where + ".output");
  const std::size_t groups = curve.times.size() * (curve.kind == CurveKind::kCubic ? 3 : 1);
  if (curve.values.size() != groups * width.numbers) {
    file.refuse(where + ".output", std::to_string(curve.values.size()) + " numbers",
                std::to_string(groups * width.numbers) + " for " +
                    std::to_string(curve.times.size()) + " keys");
  }
  return curve;
}

std::size_t target_count(const GltfFile& file, const tinygltf::Node& node) {
  if (node.mesh < 0 || static_cast<std::size_t>(node.mesh) >= file.model().meshes.size()) return 0;
  std::size_t count = 0;
  for (const auto& primitive :
       file.model().meshes[static_cast<std::size_t>(node.mesh)].primitives) {
    count = std::max(count, primitive.targets.size());
  }
  return count;
}

void read_channel(const GltfFile& file, const tinygltf::Animation& animation, std::size_t c,
                  const std::string& of, Playing& playing) {
  const tinygltf::AnimationChannel& channel = animation.channels[c];
  const std::string where = of + ".channels[" + std::to_string(c) + "]";
  if (channel.target_node < 0) return;  // an extension's target
  const std::size_t index =
      file.index(channel.target_node, playing.nodes.size(), where + ".target.node");
  const auto& sampler =
      animation
          .samplers[file.index(channel.sampler, animation.samplers.size(), where + ".sampler")];
  NodeCurves& node = playing.nodes[index];
  const std::string& path = channel.target_path;
  if (path == "translation") node.translations = read_curve(file, sampler, {3, 3}, where);
  if (path == "rotation") {
    node.rotations = read_curve(file, sampler, {4, 4}, where);
    check_rotations(file, node.rotations, where);
  }
  if (path == "scale") node.scales = read_curve(file, sampler, {3, 3}, where);
  if (path == "weights") {
    const std::size_t targets = target_count(file, file.model().nodes[index]);
    if (targets == 0) file.refuse(where, "weights of a mesh without morph targets", "targets");
    node.weights = read_curve(file, sampler, {targets, 1}, where);
  }
  for (const Curve* curve : {&node.translations, &node.rotations, &node.scales, &node.weights}) {
    if (curve->moves()) playing.span.hi = std::max(playing.span.hi, curve->times.back());
  }
}

std::string name_of(const tinygltf::Animation& animation, std::size_t index) {
  return animation.name.empty() ? std::to_string(index) : animation.name;
}

/// All animations at once if no two move the same thing, otherwise the first.
std::vector<std::size_t> played_by_default(const tinygltf::Model& model) {
  std::set<std::pair<int, std::string>> moved;
  std::vector<std::size_t> all;
  for (std::size_t a = 0; a < model.animations.size(); ++a) {
    all.push_back(a);
    for (const auto& channel : model.animations[a].channels) {
      if (!moved.emplace(channel.target_node, channel.target_path).second) return {0};
    }
  }
  return all;
}

std::vector<std::size_t> chosen(const GltfFile& file, const std::string& wanted) {
  const auto& animations = file.model().animations;
  if (wanted.empty()) return played_by_default(file.model());
  std::string names;
  for (std::size_t a = 0; a < animations.size(); ++a) {
    if (name_of(animations[a], a) == wanted || std::to_string(a) == wanted) return {a};
    if (a < 10) names += (a > 0 ? ", " : "") + name_of(animations[a], a);
  }
  file.refuse("animations", "no animation '" + wanted + "'",
              names.empty() ? "a file with animations" : "one of " + names);
}
}  // namespace

Playing read_curves(const GltfFile& file, const std::string& wanted) {
  Playing playing;
  for (std::size_t i = 0; i < file.model().nodes.size(); ++i)
    playing.nodes.push_back(rest_of(file, i));
  for (const std::size_t a : chosen(file, wanted)) {
    const tinygltf::Animation& animation = file.model().animations[a];
    playing.played.push_back(name_of(animation, a));
    for (std::size_t c = 0; c < animation.channels.size(); ++c) {
      read_channel(file, animation, c, "animations[" + std::to_string(a) + "]", playing);
    }
  }
  return playing;
}

}  // namespace graze::gltf
