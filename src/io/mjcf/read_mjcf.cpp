// SPDX-License-Identifier: MIT
// Question   Which robot does an MJCF model describe?                                          [G3]
// Source     mujoco.readthedocs.io, XML reference: the part that URDF also has.
// Guarantee  The same frames, axes and shapes in double precision, or a refusal with its line.
// Changed    Meshes collide as they are, not as their hulls. As there, a body and its parent may
//            touch unless the parent is fixed to the world. A <pair> checks all geoms of its two
//            bodies that collide at all.
#include "io/mjcf/read_mjcf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/math/length.h"
#include "io/urdf/other_robots.h"

namespace graze::urdf {
namespace {
using mjcf::Element;
using xml::XmlCursor;
constexpr const char* kFloor = "worldbody";

/// The collision bits of a geom. Geoms that collide with nothing are only visual.
struct Bits {
  unsigned type = 1, affinity = 1;
  bool meet(const Bits& other) const {
    return (type & other.affinity) != 0 || (other.type & affinity) != 0;
  }
};

class MjcfReader {
 public:
  MjcfReader(const XmlCursor& root, GeometryReader& geometry, const UrdfOptions& options)
      : model_(root), geometry_(geometry), options_(options) {}

  Robot read(const XmlCursor& root) {
    robot_.name = root.attribute("model", "robot");
    robot_.links.push_back({.name = "world"});
    bits_.emplace_back();
    weld_.push_back(0);
    note_pairs(root);
    const auto world = root.find("worldbody");
    if (!world) root.refuse("no <worldbody>", "one that holds the bodies");
    if (world->find("geom")) add_geoms(Element{*world, ""}, add_standing(kFloor, {}), {});
    for (const XmlCursor& body : world->children("body")) add_body(Element{body, ""}, 0, {});
    check_pairs();
    let_what_stands_touch();
    let_neighbours_touch();
    read_excludes(root);
    read_equalities(root);
    read_keys(root);
    allow_filtered_pairs();
    return std::move(robot_);
  }

 private:
  /// `parent_from_frame`: the parent link's frame sits at its joint, not where its body does.
  void add_body(const Element& body, std::size_t parent, const Pose& link_from_parent) {
    const std::string name =
        body.cursor.attribute("name", "body_" + std::to_string(robot_.links.size()));
    const std::string childclass = body.cursor.attribute("childclass", body.childclass);
    const Element inside{body.cursor, childclass};
    Pose link_from_body = link_from_parent * model_.pose_of(inside);
    const auto joints = joints_of(body.cursor);
    const bool stands = joints.empty() && parent == 0;
    if (stands) {
      add_geoms(inside, add_standing(name, link_from_body), {});
    } else if (joints.empty()) {
      parent = add_link(name, parent,
                        {.name = name + " (fixed)", .frame = {link_from_body, Vec3::UnitX()}});
      link_from_body = {};
      weld_.back() = weld_[robot_.joints.back().parent];
    }
    const std::size_t carrier = weld_[parent];
    for (std::size_t j = 0; j < joints.size(); ++j) {
      const bool is_last = j + 1 == joints.size();
      RobotJoint joint = read_joint({joints[j], childclass}, name, j);
      const Vec3 at = model_.vec3({joints[j], childclass}, "pos", Vec3::Zero());
      joint.frame.parent_from_joint = link_from_body * Pose{Mat3::Identity(), at};
      const std::string link = is_last ? name : name + "/" + joint.name;
      parent = add_link(link, parent, std::move(joint));
      link_from_body = {Mat3::Identity(), -at};
    }
    if (joints.size() > 1 && carrier != 0) across_.emplace_back(carrier, parent);
    if (!stands) add_geoms(inside, parent, link_from_body);
    for (const XmlCursor& child : body.cursor.children("body")) {
      add_body({child, childclass}, parent, link_from_body);
    }
  }

  std::vector<XmlCursor> joints_of(const XmlCursor& body) const {
    std::vector<XmlCursor> joints;
    for (const XmlCursor& child : body.children()) {
      if (child.name() == "joint" || child.name() == "freejoint") joints.push_back(child);
      if (child.name() == "include" || child.name() == "replicate" || child.name() == "frame") {
        child.refuse("<" + child.name() + ">", "bodies, joints and geoms",
                     "write the model out first: mj_saveLastXML, or MuJoCo's compile program");
      }
    }
    return joints;
  }

  std::size_t add_link(const std::string& name, std::size_t parent, RobotJoint joint) {
    joint.parent = parent;
    joint.child = robot_.links.size();
    numbers_.push_back(std::exchange(numbers_of_next_, 0));
    robot_.links.push_back({.name = name});
    bits_.emplace_back();
    weld_.push_back(joint.child);
    robot_.joints.push_back(std::move(joint));
    return robot_.links.size() - 1;
  }

  RobotJoint read_joint(const Element& element, const std::string& body, std::size_t number) {
    RobotJoint joint;
    const std::string otherwise = body + "_joint" + (number == 0 ? "" : std::to_string(number + 1));
    joint.name = element.cursor.attribute("name", otherwise);
    const std::string type =
        element.cursor.name() == "freejoint" ? "free" : model_.word(element, "type", "hinge");
    numbers_of_next_ = type == "free" ? 7 : type == "ball" ? 4 : 1;
    joint.kind = type == "hinge"   ? RobotJointKind::kContinuous
                 : type == "slide" ? RobotJointKind::kPrismatic
                                   : RobotJointKind::kFree;
    if (!joint.has_value()) return joint;
    const Vec3 axis = model_.vec3(element, "axis", Vec3::UnitZ());
    if (!(length_of(axis) > 1e-100)) element.cursor.refuse("an axis of length zero", "a direction");
    joint.frame.axis = axis.stableNormalized();
    const auto range = model_.numbers(element, "range");
    const std::string limited = model_.word(element, "limited", "auto");
    const bool is_limited = limited == "true" || (limited == "auto" && range.size() == 2);
    if (is_limited && range.size() != 2) element.cursor.refuse("no range", "two numbers");
    const double unit = type == "hinge" ? model_.angle_unit() : 1.0;
    if (is_limited) {
      joint.limits = JointLimits{range[0] * unit, range[1] * unit, 0.0};
      if (!(range[0] <= range[1]))
        element.cursor.refuse("a range that descends", "an ascending one");
    }
    if (is_limited && type == "hinge") joint.kind = RobotJointKind::kRevolute;
    if (!is_limited && type == "slide") joint.limits = JointLimits{-1e3, 1e3, 0.0};
    return joint;
  }

  void add_geoms(const Element& body, std::size_t link, const Pose& link_from_body) {
    for (const XmlCursor& cursor : body.cursor.children("geom")) {
      const Element geom{cursor, body.childclass};
      const Bits bits{model_.bits(geom, "contype"), model_.bits(geom, "conaffinity")};
      const std::string name = cursor.attribute("name", "");
      const bool is_paired = std::ranges::any_of(pairs_, [&](const GeomPair& pair) {
        return !name.empty() && (pair.names[0] == name || pair.names[1] == name);
      });
      if (is_paired) links_of_geoms_.emplace(name, link);
      const bool collides = is_paired || bits.type != 0 || bits.affinity != 0;
      if (!collides && !options_.use_visual) continue;
      robot_.links[link].shapes.push_back(
          mjcf::read_geom(model_, geom, geometry_, options_.warn).moved(link_from_body));
      bits_[link].push_back(collides ? bits : Bits{});
    }
  }

  /// Bodies without a joint between them and the world are part of it. They are not neighbours of
  /// what moves, so each is a separate link, and what it carries is attached to the world itself.
  std::size_t add_standing(const std::string& name, const Pose& world_from_body) {
    standing_.push_back(name);
    return add_link(name, 0,
                    {.name = name + " (free)",
                     .kind = RobotJointKind::kFree,
                     .frame = {world_from_body, Vec3::UnitX()}});
  }

  void let_what_stands_touch() {
    for (std::size_t a = 0; a < standing_.size(); ++a) {
      for (std::size_t b = a + 1; b < standing_.size(); ++b)
        robot_.may_touch.emplace_back(standing_[a], standing_[b]);
    }
  }

  /// Neighbours across several joints of one body, with what is fixed to either.
  void let_neighbours_touch() {
    for (const auto& [carrier, carried] : across_) {
      for (std::size_t a = 0; a < weld_.size(); ++a) {
        for (std::size_t b = 0; b < weld_.size(); ++b) {
          if (weld_[a] != carrier || weld_[b] != carried || are_paired(a, b)) continue;
          robot_.may_touch.emplace_back(robot_.links[a].name, robot_.links[b].name);
        }
      }
    }
  }

  /// <pair> names two geoms that collide even if other rules exclude it.
  void note_pairs(const XmlCursor& root) {
    for (const XmlCursor& contact : root.children("contact")) {
      for (const XmlCursor& pair : contact.children("pair"))
        pairs_.push_back({pair, {pair.attribute("geom1"), pair.attribute("geom2")}});
    }
  }

  /// Checks that the geoms exist and that their bodies are not neighbours, whose links may always
  /// touch here.
  void check_pairs() {
    for (const GeomPair& pair : pairs_) {
      std::array<std::size_t, 2> links;
      for (std::size_t k = 0; k < 2; ++k) {
        const auto found = links_of_geoms_.find(pair.names[k]);
        if (found == links_of_geoms_.end())
          pair.cursor.refuse("geom '" + pair.names[k] + "'", "the name of a geom of a body");
        links[k] = found->second;
      }
      if (are_neighbours(links[0], links[1]) && options_.warn) {
        options_.warn(pair.cursor.place() + " is not checked: geoms of one body or of a body and " +
                      "its parent may touch here");
      }
    }
  }

  bool are_neighbours(std::size_t a, std::size_t b) const {
    if (weld_[a] == weld_[b]) return true;
    return std::ranges::any_of(robot_.joints, [&](const RobotJoint& joint) {
      const std::size_t p = weld_[joint.parent], c = weld_[joint.child];
      return p != 0 && ((p == weld_[a] && c == weld_[b]) || (p == weld_[b] && c == weld_[a]));
    });
  }

  bool are_paired(std::size_t a, std::size_t b) const {
    return std::ranges::any_of(pairs_, [&](const GeomPair& pair) {
      const std::size_t x = links_of_geoms_.at(pair.names[0]);
      const std::size_t y = links_of_geoms_.at(pair.names[1]);
      return (x == a && y == b) || (x == b && y == a);
    });
  }

  /// As in MuJoCo, a <pair> overrides an <exclude>.
  void read_excludes(const XmlCursor& root) {
    for (const XmlCursor& contact : root.children("contact")) {
      for (const XmlCursor& exclude : contact.children("exclude")) {
        const std::size_t a = body_link(exclude, "body1"), b = body_link(exclude, "body2");
        if (!are_paired(a, b))
          robot_.may_touch.emplace_back(robot_.links[a].name, robot_.links[b].name);
      }
    }
  }

  /// The geoms of the world body are a link of their own.
  std::size_t body_link(const XmlCursor& cursor, const char* key) const {
    const std::string name = cursor.attribute(key);
    const auto floor = name == "world" ? find_link(robot_, kFloor) : std::nullopt;
    const auto link = floor ? floor : find_link(robot_, name);
    if (!link) cursor.refuse("body '" + name + "'", "a body of the model");
    return *link;
  }

  /// joint1 = c0 + c1 joint2: a mimic. Other couplings give a warning.
  void read_equalities(const XmlCursor& root) {
    const auto equality = root.find("equality");
    if (!equality) return;
    for (const XmlCursor& one : equality->children()) {
      const auto c = xml::parse_numbers(one.attribute("polycoef", "0 1 0 0 0"), one.place(), 5);
      const bool is_line = std::all_of(c.begin() + std::min<std::ptrdiff_t>(2, std::ssize(c)),
                                       c.end(), [](double x) { return x == 0.0; });
      const auto first = find_joint(robot_, one.attribute("joint1", ""));
      const auto second = find_joint(robot_, one.attribute("joint2", ""));
      if (one.name() == "joint" && first && second && c.size() >= 2 && is_line) {
        robot_.joints[*first].mimic = JointMimic{*second, c[1], c[0]};
      } else if (options_.warn) {
        options_.warn(one.place() + " is not read: its bodies move independently here");
      }
    }
  }

  /// Keyframes as named states: the values of hinges and slides among their numbers.
  void read_keys(const XmlCursor& root) {
    const auto keyframe = root.find("keyframe");
    if (!keyframe) return;
    for (const XmlCursor& key : keyframe->children("key")) {
      const auto qpos = xml::parse_numbers(key.attribute("qpos", ""), key.place(), 100'000);
      NamedState state{.name = key.attribute("name", "key"), .group = "keyframe", .values = {}};
      std::size_t at = 0;
      for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
        const RobotJoint& joint = robot_.joints[j];
        if (joint.has_value() && !joint.mimic && at < qpos.size())
          state.values[joint.name] = qpos[at];
        at += numbers_[j];
      }
      if (at == qpos.size() && at > 0) robot_.states.push_back(std::move(state));
    }
  }

  /// Links none of whose geoms are meant to collide with each other.
  void allow_filtered_pairs() {
    for (std::size_t a = 0; a < bits_.size(); ++a) {
      for (std::size_t b = a + 1; b < bits_.size(); ++b) {
        if (bits_[a].empty() || bits_[b].empty()) continue;
        const bool meet = std::ranges::any_of(bits_[a], [&](const Bits& x) {
          return std::ranges::any_of(bits_[b], [&](const Bits& y) { return x.meet(y); });
        });
        if (!meet && !are_paired(a, b))
          robot_.may_touch.emplace_back(robot_.links[a].name, robot_.links[b].name);
      }
    }
  }

  struct GeomPair {
    XmlCursor cursor;
    std::array<std::string, 2> names;
  };

  mjcf::Model model_;
  GeometryReader& geometry_;
  const UrdfOptions& options_;
  Robot robot_;
  std::vector<std::vector<Bits>> bits_;  ///< of each link's shapes
  std::vector<std::size_t> numbers_;     ///< of each joint in a keyframe
  std::size_t numbers_of_next_ = 0;
  std::vector<GeomPair> pairs_;
  std::map<std::string, std::size_t> links_of_geoms_;  ///< of geoms that pairs name
  std::vector<std::string> standing_;                  ///< links that are part of the world
  std::vector<std::size_t> weld_;  ///< of each link: the one that fixed joints hold it to
  std::vector<std::pair<std::size_t, std::size_t>> across_;  ///< such links, several joints between
};
}  // namespace

Robot read_mjcf(const XmlCursor& root, GeometryReader& geometry, const UrdfOptions& options) {
  if (const auto include = root.find("include")) {
    include->refuse("<include>", "a model in one file",
                    "check the file that it names, or write the model out: mj_saveLastXML");
  }
  return MjcfReader(root, geometry, options).read(root);
}

}  // namespace graze::urdf
