// SPDX-License-Identifier: MIT
#include "octree_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace graze::tool {
namespace {
constexpr double kSide = 460.0;
constexpr std::array<const char*, 6> kColours{"#7aa6d6", "#8cc48c", "#d6b27a",
                                              "#b79bd1", "#7fc7c3", "#c9c97a"};
constexpr const char* kMeeting = "#d03a2f";

/// A polygon in the picture; what is farther away is drawn first.
struct Face {
  std::vector<Eigen::Vector2d> corners;
  double depth = 0.0;
  std::string colour;
  double light = 1.0;
};

/// Looks at the workspace from above, from the corner of small x and small y.
class Camera {
 public:
  explicit Camera(const OctreeCube& cube)
      : centre_(cube.bounds().lo + Vec3::Constant(0.5 * cube.side)),
        scale_(kSide / (1.75 * cube.side)) {}

  Eigen::Vector2d at(const Vec3& p, double left) const {
    const Vec3 q = scale_ * (p - centre_);
    return {left + 0.5 * kSide + q.dot(right_), 0.5 * kSide + 20.0 - q.dot(up_)};
  }
  double depth(const Vec3& p) const { return (p - centre_).dot(forward_); }
  double light(const Vec3& normal) const { return 0.72 + 0.28 * normal.dot(sun_); }
  bool is_seen(const Vec3& normal) const { return normal.dot(forward_) < 0.0; }

 private:
  Vec3 centre_;
  double scale_;
  Vec3 forward_ = Vec3(1.0, 1.4, -0.9).normalized();
  Vec3 right_ = Vec3(1.4, -1.0, 0.0).normalized();
  Vec3 up_ = right_.cross(forward_);
  Vec3 sun_ = Vec3(-0.5, -0.2, 1.0).normalized();
};

void add_triangles(const SweptBody& body, const std::string& colour, const Camera& camera,
                   std::vector<Face>& faces) {
  const TriangleMesh& mesh = body.octree.mesh();
  for (const Triangle& t : mesh.triangles()) {
    const Vec3 p[3] = {body.sweep.begin * mesh.vertices()[t[0]],
                       body.sweep.begin * mesh.vertices()[t[1]],
                       body.sweep.begin * mesh.vertices()[t[2]]};
    const Vec3 normal = (p[1] - p[0]).cross(p[2] - p[0]).normalized();
    if (!camera.is_seen(normal)) continue;
    Face face{{}, camera.depth((p[0] + p[1] + p[2]) / 3.0), colour, camera.light(normal)};
    for (const Vec3& corner : p) face.corners.push_back(camera.at(corner, 0.0));
    faces.push_back(std::move(face));
  }
}

/// The three sides of a cell that are seen.
void add_cell(const OctreeCube& cube, const std::string& colour, const Camera& camera,
              std::vector<Face>& faces) {
  const double depth = camera.depth(cube.bounds().lo + Vec3::Constant(0.5 * cube.side));
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {0.0, 1.0}) {
      Vec3 normal = Vec3::Zero();
      normal[axis] = 2.0 * side - 1.0;
      if (!camera.is_seen(normal)) continue;
      Face face{{}, depth, colour, camera.light(normal)};
      for (const auto& [u, v] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}) {
        Vec3 corner;
        corner[axis] = side;
        corner[(axis + 1) % 3] = u;
        corner[(axis + 2) % 3] = v;
        face.corners.push_back(camera.at(cube.lo + cube.side * corner, kSide));
      }
      faces.push_back(std::move(face));
    }
  }
}

void add_leaves(const Octree& tree, std::uint32_t node, const OctreeCell& cell,
                const std::string& colour, const Camera& camera, std::vector<Face>& faces) {
  const OctreeNode& here = tree.nodes()[node];
  if (!here.is_leaf()) {
    for (std::uint32_t k = 0; k < 8; ++k) {
      add_leaves(tree, here.first() + k, cell.child(k), colour, camera, faces);
    }
  } else if (here.colour() != CellColour::kWhite) {
    add_cell(cube_of(tree.root(), cell), colour, camera, faces);
  }
}

std::string shaded(const std::string& colour, double light) {
  const auto part = [&](std::size_t from) {
    const int value = std::stoi(colour.substr(from, 2), nullptr, 16);
    return std::clamp(int(std::lround(value * light)), 0, 255);
  };
  return fmt::format("#{:02x}{:02x}{:02x}", part(1), part(3), part(5));
}

std::string escaped_text(const std::string& text) {
  std::string result;
  for (const char c : text) result += c == '<' ? "&lt;" : (c == '&' ? "&amp;" : std::string(1, c));
  return result;
}

std::string head(double width, double height, const std::string& title) {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {0:.0f} {1:.0f}' width='{0:.0f}' "
      "height='{1:.0f}' font-family='sans-serif' font-size='13'>\n"
      "<rect width='100%' height='100%' fill='white'/>\n<text x='12' y='18'>{2}</text>\n",
      width, height, escaped_text(title));
}
}  // namespace

std::string octree_picture(const std::string& title, const std::vector<SweptBody>& bodies,
                           const std::vector<Octree>& trees, const Workspace& workspace) {
  const Camera camera(workspace.cube);
  std::vector<Face> faces;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string colour = kColours[i % kColours.size()];
    add_triangles(bodies[i], colour, camera, faces);
    add_leaves(trees[i], 0, {}, colour, camera, faces);
  }
  for (const InterferingCell& cell : interfering_cells(trees)) {
    add_cell(cube_of(workspace.cube, cell.cell), kMeeting, camera, faces);
  }
  std::ranges::stable_sort(faces, std::greater{}, &Face::depth);
  std::string svg = head(2.0 * kSide, kSide + 40.0, title);
  for (const Face& face : faces) {
    svg += "<polygon points='";
    for (const auto& corner : face.corners)
      svg += fmt::format("{:.1f},{:.1f} ", corner.x(), corner.y());
    svg += fmt::format("' fill='{}' stroke='#333' stroke-width='0.3'/>\n",
                       shaded(face.colour, face.light));
  }
  return svg + "</svg>\n";
}

std::string cycle_curves(const std::string& title, const std::string& unit,
                         const std::vector<CycleCurve>& curves) {
  constexpr double kWidth = 720.0, kHeight = 380.0, kLeft = 70.0, kTop = 34.0, kBottom = 40.0;
  double least = 1e300, most = 0.0;
  std::size_t cycles = 2;
  for (const CycleCurve& curve : curves) {
    cycles = std::max(cycles, curve.values.size());
    for (const double v : curve.values) {
      if (v > 0.0) least = std::min(least, v), most = std::max(most, v);
    }
  }
  const double low = std::floor(std::log10(std::min(least, most))),
               high = std::max(low + 1.0, std::ceil(std::log10(most)));
  const auto x = [&](std::size_t k) {
    return kLeft + double(k) / double(cycles - 1) * (kWidth - kLeft - 150.0);
  };
  const auto y = [&](double v) {
    return kTop + (high - std::log10(v)) / (high - low) * (kHeight - kTop - kBottom);
  };
  std::string svg = head(kWidth, kHeight, title);
  for (double e = low; e <= high; e += 1.0) {
    svg += fmt::format(
        "<line x1='{:.0f}' x2='{:.0f}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n"
        "<text x='{:.0f}' y='{:.1f}' text-anchor='end'>1e{:g}</text>\n",
        kLeft, kWidth - 150.0, y(std::pow(10.0, e)), y(std::pow(10.0, e)), kLeft - 6.0,
        y(std::pow(10.0, e)) + 4.0, e);
  }
  svg += fmt::format("<text x='{:.0f}' y='{:.0f}'>cycle 0 to {}; {}</text>\n", kLeft,
                     kHeight - 12.0, cycles - 1, escaped_text(unit));
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const char* colour = std::array{"#1f5fa8", "#c0392b", "#2e8b57", "#8e5aa8"}[c % 4];
    std::string points;
    for (std::size_t k = 0; k < curves[c].values.size(); ++k) {
      if (curves[c].values[k] > 0.0)
        points += fmt::format("{:.1f},{:.1f} ", x(k), y(curves[c].values[k]));
    }
    svg += fmt::format(
        "<polyline points='{}' fill='none' stroke='{}' stroke-width='1.4'/>\n"
        "<text x='{:.0f}' y='{:.0f}' fill='{}'>{}</text>\n",
        points, colour, kWidth - 142.0, kTop + 16.0 * double(c + 1), colour,
        escaped_text(curves[c].name));
  }
  return svg + "</svg>\n";
}

}  // namespace graze::tool
