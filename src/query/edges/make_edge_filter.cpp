// SPDX-License-Identifier: MIT
// A robot in its world, written down as plain numbers for the filter of edges.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "graze/base/error.h"
#include "graze/geometry/convex_polytope.h"
#include "query/edges/edge_filter.h"

namespace graze::query::edges {
namespace {
constexpr int kDeepestBox = 8;  // of a still body's tree
constexpr double kFrameDefect = 1e-12;
constexpr std::size_t kFewPoints = 48;
constexpr std::size_t kMostVertices = 256;

/// A rotation that takes z to `axis`.
Mat3 rotation_from_z(const Vec3& axis) {
  return Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix();
}

void store(const Mat3& m, double (&rows)[9]) {
  for (int i = 0; i < 9; ++i) rows[i] = m(i / 3, i % 3);
}
void store(const Vec3& v, double (&out)[3]) {
  for (int i = 0; i < 3; ++i) out[i] = v[i];
}

/// Vertices that triangles use, each once.
std::vector<Vec3> corners_of(const TriangleMesh& mesh) {
  std::vector<char> is_used(mesh.vertices().size());
  for (const Triangle& t : mesh.triangles()) {
    for (int i = 0; i < 3; ++i) is_used[t[static_cast<std::size_t>(i)]] = 1;
  }
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (is_used[i] != 0) corners.push_back(mesh.vertices()[i]);
  }
  return corners;
}

std::vector<Vec3> corners_of(const Box& box) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k) {
    const Vec3 s((k & 1) ? 1.0 : -1.0, (k & 2) ? 1.0 : -1.0, (k & 4) ? 1.0 : -1.0);
    corners.push_back(box.centre + box.axes * s.cwiseProduct(box.half_size));
  }
  return corners;
}

/// Few points whose hull contains the shape. If rounding makes a k-DOP not quite convex, so that it
/// is refused, a box is used.
std::vector<Vec3> points_around(const Shape& shape) {
  try {
    const ConvexPolytope polytope = k_dop(shape.mesh(), 26);
    return {polytope.mesh().vertices().begin(), polytope.mesh().vertices().end()};
  } catch (const InputError&) {
    return corners_of(shape.wide_tree().box());
  }
}

bool is_rotation(const Mat3& m) {
  return (m.transpose() * m - Mat3::Identity()).cwiseAbs().maxCoeff() <= kFrameDefect;
}
}  // namespace

class EdgeFilter::Maker {
 public:
  Maker(const Source& source, EdgeFilter& filter)
      : source_(source),
        bodies_(source.scene.scene().bodies),
        motions_(world_motions(source.scene.scene())),
        filter_(filter) {}

  void make() {
    index_bodies();
    if (!add_links()) {
      filter_.unknown_ = robot_pairs();
      return;
    }
    find_moving_joints();
    for (const IdPair& pair : robot_pairs()) add_pair(pair);
    sort_pairs();
    filter_.extent_ = extent_ + farthest_;
  }

 private:
  /// All that must not touch; the world's bodies may touch each other.
  std::vector<IdPair> robot_pairs() const { return checked_pairs(source_.scene.scene()); }

  void index_bodies() {
    link_of_.assign(bodies_.size(), -1);
    for (std::size_t link = 0; link < source_.bodies.all.size(); ++link) {
      for (const BodyId body : source_.bodies.all[link]) {
        link_of_[body.index()] = static_cast<std::int32_t>(link);
      }
    }
    body_at_.assign(bodies_.size(), -1);
    still_at_.assign(bodies_.size(), -1);
  }

  /// False if the robot is not one that the kernel knows: too many links, or on a moving base.
  bool add_links() {
    const Robot& robot = source_.robot;
    const std::vector<std::size_t> order = links_from_root(robot);
    const Motion& root = motions_[source_.bodies.links[order[0]].index()];
    if (order.size() > kMostLinks || !root.is_still()) return false;
    at_.assign(order.size(), 0);
    turned_.assign(order.size(), Mat3::Identity());
    const Pose world_from_root = pose_at(root, 0.0);
    bool is_known = is_rotation(world_from_root.rotation);
    for (const std::size_t link : order) {
      at_[link] = static_cast<std::int32_t>(filter_.links_.size());
      const auto above = joint_above(robot, link);
      is_known &= !above || is_rotation(robot.joints[*above].frame.parent_from_joint.rotation);
      filter_.links_.push_back(above ? link_below(robot.joints[*above], *above, link)
                                     : root_link(world_from_root));
    }
    return is_known;
  }

  ArmLink root_link(const Pose& world_from_root) {
    ArmLink link{};
    store(world_from_root.rotation, link.parent_from_joint);
    store(world_from_root.translation, link.offset);
    link.parent = link.joint = -1;
    extent_ += world_from_root.translation.norm();
    return link;
  }

  ArmLink link_below(const RobotJoint& joint, std::size_t index, std::size_t child) {
    ArmLink link{};
    link.parent = at_[joint.parent];
    link.joint = joint.has_value() ? static_cast<std::int32_t>(index) : -1;
    link.slides = joint.kind == RobotJointKind::kPrismatic;
    if (joint.has_value()) turned_[child] = rotation_from_z(joint.frame.axis.stableNormalized());
    const Mat3 to_parent = turned_[joint.parent].transpose();
    const Pose& frame = joint.frame.parent_from_joint;
    store(to_parent * frame.rotation * turned_[child], link.parent_from_joint);
    const Vec3 offset = to_parent * frame.translation;
    store(offset, link.offset);
    link.along = std::abs(offset.z());
    link.across = std::hypot(offset.x(), offset.y());
    extent_ += frame.translation.norm();
    if (link.slides && joint.limits) {
      extent_ += std::max(std::abs(joint.limits->lower), std::abs(joint.limits->upper));
    }
    return link;
  }

  void find_moving_joints() {
    const Robot& robot = source_.robot;
    moves_.assign(robot.joints.size(), 0);
    for (const std::size_t joint : source_.joints) moves_[joint] = 1;
    for (std::size_t turn = 0; turn < robot.joints.size(); ++turn) {
      for (std::size_t j = 0; j < robot.joints.size(); ++j) {
        if (robot.joints[j].mimic && moves_[robot.joints[j].mimic->joint] != 0) moves_[j] = 1;
      }
    }
  }

  void add_pair(const IdPair& ids) {
    IdPair pair = ids;
    if (link_of_[pair.first.index()] < 0) std::swap(pair.first, pair.second);
    const bool is_still = link_of_[pair.second.index()] < 0;
    const bool is_rigid =
        !bodies_[pair.first.index()].deforms() && !bodies_[pair.second.index()].deforms();
    if (link_of_[pair.first.index()] < 0 || !is_rigid ||
        (is_still && !motions_[pair.second.index()].is_still())) {
      filter_.unknown_.push_back(ids);
      return;
    }
    const std::int32_t link = at_of(pair.first), other_link = is_still ? -1 : at_of(pair.second);
    // The deeper one moves, seen from the other, in a chain.
    const std::int32_t frame = is_still ? -1 : common_link(link, other_link);
    if (!moves_from(frame, link) && (is_still || !moves_from(frame, other_link))) {
      filter_.fixed_.push_back(ids);
      return;
    }
    ArmPair made{};
    made.body = body_at(pair.first);
    made.other = is_still ? still_at(pair.second) : body_at(pair.second);
    made.is_still = is_still;
    made.frame = frame;
    made.may_fit = may_fit(pair.first, pair.second) || may_fit(pair.second, pair.first);
    made.may_be_pierced = is_still && bodies_[pair.second.index()].shape.box() &&
                          bodies_[pair.first.index()].shape.shells().size() == 1;
    made.views[0] = view_of(made.body, frame);
    made.views[1] = is_still ? 0 : view_of(made.other, frame);
    filter_.pairs_.push_back(made);
    filter_.ids_.push_back(ids);
  }

  /// Still ones body by body, then the others.
  void sort_pairs() {
    std::vector<std::size_t> order(filter_.pairs_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
      const ArmPair& pair = filter_.pairs_[i];
      return std::pair(!pair.is_still, pair.body);
    });
    const auto sorted = [&](const auto& old) {
      auto made = old;
      for (std::size_t i = 0; i < order.size(); ++i) made[i] = old[order[i]];
      return made;
    };
    filter_.pairs_ = sorted(filter_.pairs_);
    filter_.ids_ = sorted(filter_.ids_);
  }

  /// By their sizes: no side of what is inside is longer than the diagonal of what it is in.
  bool may_fit(BodyId inner, BodyId outer) const {
    const Body& solid = bodies_[outer.index()];
    const Aabb& box = bodies_[inner.index()].shape.mesh().bounds();
    return solidity_of(solid).is_solid() &&
           box.size().maxCoeff() <= 1.001 * solid.shape.mesh().bounds().diagonal();
  }

  std::int32_t at_of(BodyId body) const {
    return at_[static_cast<std::size_t>(link_of_[body.index()])];
  }
  std::int32_t parent_of(std::int32_t link) const {
    return filter_.links_[static_cast<std::size_t>(link)].parent;
  }
  /// Links come after those that they hang on.
  std::int32_t common_link(std::int32_t a, std::int32_t b) const {
    while (a != b) (a > b ? a : b) = parent_of(std::max(a, b));
    return a;
  }
  std::vector<std::uint32_t> path(std::int32_t frame, std::int32_t link) const {
    std::vector<std::uint32_t> links;
    for (; link != frame; link = parent_of(link)) links.push_back(static_cast<std::uint32_t>(link));
    std::reverse(links.begin(), links.end());
    return links;
  }
  bool moves_from(std::int32_t frame, std::int32_t link) const {
    return std::ranges::any_of(path(frame, link), [&](std::uint32_t i) {
      const std::int32_t joint = filter_.links_[i].joint;
      return joint >= 0 && moves_[static_cast<std::size_t>(joint)] != 0;
    });
  }

  std::uint32_t view_of(std::uint32_t body, std::int32_t frame) {
    View view{body, path(frame, filter_.bodies_[body].link)};
    if (view.path.empty()) return 0;
    const auto known = std::ranges::find_if(filter_.views_, [&](const View& other) {
      return other.body == view.body && other.path == view.path;
    });
    const auto at = static_cast<std::uint32_t>(known - filter_.views_.begin());
    if (known == filter_.views_.end()) filter_.views_.push_back(std::move(view));
    return at;
  }

  std::uint32_t body_at(BodyId id) {
    std::int32_t& known = body_at_[id.index()];
    if (known < 0) known = add_body(id);
    return static_cast<std::uint32_t>(known);
  }

  std::int32_t add_body(BodyId id) {
    const Body& body = bodies_[id.index()];
    const Mat3 turn = turned_[static_cast<std::size_t>(link_of_[id.index()])].transpose();
    std::vector<Vec3> vertices;
    for (const Vec3& p : corners_of(body.shape.mesh())) vertices.push_back(turn * p);
    ArmBody made{};
    made.link = at_of(id);
    made.growth = body.growth() + 0.5 * source_.margin;
    set_ball(vertices, made);
    set_points(body.shape, turn, vertices, made);
    extent_ += Vec3(made.across, made.across, made.along).norm() + made.growth;
    filter_.bodies_.push_back(made);
    return static_cast<std::int32_t>(filter_.bodies_.size() - 1);
  }

  /// Not quite the smallest: steps towards the farthest point, ever smaller (Badoiu, Clarkson
  /// 2003).
  static void set_ball(const std::vector<Vec3>& points, ArmBody& body) {
    Vec3 centre = bounds_of(points).centre();
    for (int step = 1; step <= 32; ++step) {
      const Vec3 farthest = *std::ranges::max_element(
          points, {}, [&](const Vec3& p) { return (p - centre).squaredNorm(); });
      centre += (farthest - centre) / (step + 8.0);
    }
    store(centre, body.centre);
    for (const Vec3& p : points) {
      body.radius = std::max(body.radius, (p - centre).norm());
      body.along = std::max(body.along, std::abs(p.z()));
      body.across = std::max(body.across, std::hypot(p.x(), p.y()));
    }
  }

  /// A direction costs the number of points.
  void set_points(const Shape& shape, const Mat3& turn, const std::vector<Vec3>& vertices,
                  ArmBody& body) {
    std::vector<Vec3> probes;
    const std::size_t stride = 1 + vertices.size() / kMostVertices;
    for (std::size_t i = 0; i < vertices.size(); i += stride) probes.push_back(vertices[i]);
    body.probes = add_points(probes);
    if (stride == 1) body.vertices = body.probes;
    body.around = body.vertices;
    if (vertices.size() <= kFewPoints) return;
    std::vector<Vec3> around;
    for (const Vec3& p : points_around(shape)) around.push_back(turn * p);
    body.around = add_points(around);
  }

  PointRange add_points(const std::vector<Vec3>& points) {
    const PointRange range{static_cast<std::uint32_t>(filter_.points_.size() / 3),
                           static_cast<std::uint32_t>(points.size())};
    for (const Vec3& p : points) filter_.points_.insert(filter_.points_.end(), p.begin(), p.end());
    return range;
  }

  std::uint32_t still_at(BodyId id) {
    std::int32_t& known = still_at_[id.index()];
    if (known < 0) known = add_still(id);
    return static_cast<std::uint32_t>(known);
  }

  std::int32_t add_still(BodyId id) {
    const Body& body = bodies_[id.index()];
    const Pose world_from_body = pose_at(motions_[id.index()], 0.0);
    StillBody made{};
    made.growth = body.growth() + 0.5 * source_.margin;
    made.first_box = static_cast<std::uint32_t>(filter_.boxes_.size());
    if (body.shape.box()) {
      add_box(world_from_body * *body.shape.box());
      filter_.boxes_.back().skip = made.first_box + 1;
    } else {
      add_boxes(body.shape.wide_tree().crown(), 0, 0, world_from_body);
    }
    made.end_box = static_cast<std::uint32_t>(filter_.boxes_.size());
    set_bounds(filter_.boxes_[made.first_box], made);
    filter_.still_.push_back(made);
    return static_cast<std::int32_t>(filter_.still_.size() - 1);
  }

  static void set_bounds(const StillBox& box, StillBody& body) {
    for (int i = 0; i < 3; ++i) {
      double reach = 0.0;
      for (int k = 0; k < 3; ++k) reach += std::abs(box.axes[3 * k + i]) * box.half[k];
      body.lo[i] = box.centre[i] - reach;
      body.hi[i] = box.centre[i] + reach;
    }
  }

  void add_boxes(const ObbTree& tree, std::uint32_t node, int depth, const Pose& world_from_body) {
    const ObbNode& from = tree.nodes()[node];
    const std::size_t own = filter_.boxes_.size();
    add_box(world_from_body * from.box);
    if (!from.is_leaf() && depth < kDeepestBox) {
      add_boxes(tree, from.first, depth + 1, world_from_body);
      add_boxes(tree, from.first + 1, depth + 1, world_from_body);
    }
    filter_.boxes_[own].skip = static_cast<std::uint32_t>(filter_.boxes_.size());
  }

  void add_box(const Box& box) {
    StillBox made{};
    store(Mat3(box.axes.transpose()), made.axes);
    store(box.centre, made.centre);
    store(box.half_size, made.half);
    farthest_ = std::max(farthest_, box.centre.norm() + box.half_size.norm());
    filter_.boxes_.push_back(made);
  }

  const Source& source_;
  const std::vector<Body>& bodies_;
  std::vector<Motion> motions_;
  EdgeFilter& filter_;
  std::vector<std::int32_t> link_of_;  // by body; -1: not of the robot
  std::vector<std::int32_t> at_;       // by link: its place in the filter
  std::vector<Mat3> turned_;           // by link: link_from_its_turned_frame
  std::vector<std::int32_t> body_at_, still_at_;
  std::vector<char> moves_;  // by joint
  double extent_ = 0.0, farthest_ = 0.0;
};

EdgeFilter::EdgeFilter(const Source& source) : tolerance_(source.tolerance) {
  Maker(source, *this).make();
}

}  // namespace graze::query::edges
