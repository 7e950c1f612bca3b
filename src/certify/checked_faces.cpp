// SPDX-License-Identifier: MIT
// Question   Which balls contain the faces of a surface?                                  [C10, G2]
// Source     docs/proof.md, section 3.
// Guarantee  Upper bounds in real numbers; every face that has points is below the root.
#include "graze/certify/checked_faces.h"

#include <algorithm>

#include "certify/separation.h"

namespace graze {
namespace {
constexpr double kUpward = 1.0 + 0x1p-40;  // more than a few sums and norms round

CheckedFaces::Node ball_about(const SurfaceCell& cell, std::uint32_t face) {
  const certify::Ball ball = certify::ball_of(cell);
  return {ball.centre, ball.radius, face, true};
}

/// About the middle of the box of centres.
void enclose_all(std::span<const CheckedFaces::Node> parts, CheckedFaces::Node& node) {
  Aabb centres;
  for (const auto& part : parts) centres.add(part.centre);
  node.centre = centres.centre();
  node.radius = 0.0;
  for (const auto& part : parts)
    node.radius =
        std::max(node.radius, ((part.centre - node.centre).norm() + part.radius) * kUpward);
}
}  // namespace

CheckedFaces::CheckedFaces(const Surface& surface) : surface_(surface) {
  std::vector<Node> faces;
  for (std::uint32_t k = 0; k < surface.faces().size(); ++k) {
    const SurfaceCell cell = cell_of(surface.faces()[k], whole_region(surface.faces()[k]));
    if (cell.count > 0) faces.push_back(ball_about(cell, k));
  }
  if (faces.empty()) return;
  nodes_.emplace_back();
  build(0, faces);
  for (const Node& node : nodes_)
    extent_ = std::max(extent_, 2.0 * (node.centre.norm() + node.radius) * kUpward);
}

void CheckedFaces::build(std::uint32_t node, std::span<Node> faces) {
  if (faces.size() == 1) {
    nodes_[node] = faces[0];
    return;
  }
  enclose_all(faces, nodes_[node]);
  Aabb centres;
  for (const Node& face : faces) centres.add(face.centre);
  Eigen::Index axis = 0;
  centres.size().maxCoeff(&axis);
  const auto middle = faces.begin() + static_cast<std::ptrdiff_t>(faces.size() / 2);
  std::nth_element(faces.begin(), middle, faces.end(), [axis](const Node& p, const Node& q) {
    return p.centre[axis] != q.centre[axis] ? p.centre[axis] < q.centre[axis] : p.first < q.first;
  });
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].first = first;
  nodes_[node].is_leaf = false;
  nodes_.resize(nodes_.size() + 2);
  build(first, {faces.begin(), middle});
  build(first + 1, {middle, faces.end()});
}

}  // namespace graze
