// SPDX-License-Identifier: MIT
#include <filesystem>

#include "graze/math/length.h"
#include "graze/math/rotation.h"
#include "io/mjcf/read_mjcf.h"

namespace graze::mjcf {
namespace {
using xml::XmlCursor;
constexpr std::string_view kMain = "main";

/// A mesh without a name is called like its file.
std::string mesh_name(const XmlCursor& mesh) {
  return mesh.attribute("name", std::filesystem::path(mesh.attribute("file", "")).stem().string());
}
}  // namespace

Model::Model(const XmlCursor& root) : angle_unit_(urdf::kDegree) {
  for (const XmlCursor& compiler : root.children("compiler")) {
    const std::string angle = compiler.attribute("angle", "");
    if (!angle.empty()) angle_unit_ = angle == "radian" ? 1.0 : urdf::kDegree;
    euler_order_ = compiler.attribute("eulerseq", euler_order_);
    mesh_dir_ = compiler.attribute("meshdir", compiler.attribute("assetdir", mesh_dir_));
    if (compiler.attribute("coordinate", "local") != "local") {
      compiler.refuse("global coordinates", "local ones");
    }
  }
  for (const XmlCursor& defaults : root.children("default")) {
    read_class(defaults, defaults.attribute("class", std::string(kMain)), "");
  }
  for (const XmlCursor& asset : root.children("asset")) {
    for (const XmlCursor& mesh : asset.children("mesh")) meshes_.emplace(mesh_name(mesh), mesh);
  }
}

void Model::read_class(const XmlCursor& cursor, const std::string& name,
                       const std::string& parent) {
  DefaultClass& here = classes_[name];
  here.parent = parent;
  for (const XmlCursor& child : cursor.children()) {
    if (child.name() == "default") {
      read_class(child, child.attribute("class"), name);
    } else {
      here.elements.push_back(child);
    }
  }
}

std::string Model::word(const Element& element, const char* name,
                        const std::string& otherwise) const {
  if (element.cursor.has(name)) return element.cursor.attribute(name);
  std::string where = element.cursor.attribute(
      "class", element.childclass.empty() ? std::string(kMain) : element.childclass);
  for (int level = 0; level < 64; ++level) {
    const auto found = classes_.find(where);
    if (found == classes_.end()) break;
    for (const XmlCursor& defaults : found->second.elements) {
      if (defaults.name() == element.cursor.name() && defaults.has(name)) {
        return defaults.attribute(name);
      }
    }
    if (found->second.parent.empty()) break;
    where = found->second.parent;
  }
  return otherwise;
}

std::vector<double> Model::numbers(const Element& element, const char* name) const {
  const std::string text = word(element, name, "");
  return text.empty() ? std::vector<double>{}
                      : xml::parse_numbers(text, element.cursor.place(), 16);
}

Vec3 Model::vec3(const Element& element, const char* name, const Vec3& otherwise) const {
  const std::vector<double> n = numbers(element, name);
  if (n.empty()) return otherwise;
  if (n.size() != 3)
    element.cursor.refuse(std::string(name) + " of " + std::to_string(n.size()) + " numbers",
                          "three");
  return {n[0], n[1], n[2]};
}

unsigned Model::bits(const Element& element, const char* name) const {
  const std::vector<double> n = numbers(element, name);
  return n.empty() ? 1u : static_cast<unsigned>(n[0]);
}

const XmlCursor* Model::mesh(const std::string& name) const {
  const auto found = meshes_.find(name);
  return found == meshes_.end() ? nullptr : &found->second;
}

std::string Model::mesh_path(const XmlCursor& mesh) const {
  return (std::filesystem::path(mesh_dir_) / mesh.attribute("file")).string();
}

Mat3 Model::rotation_of(const Element& element) const {
  const auto direction = [&](const Vec3& v) {
    if (!(length_of(v) > 1e-100)) element.cursor.refuse("a direction of length zero", "another");
    return Vec3(v.stableNormalized());
  };
  const auto given = [&](const char* name, std::size_t count) {
    std::vector<double> n = numbers(element, name);
    if (!n.empty() && n.size() != count) {
      element.cursor.refuse(std::string(name) + " of " + std::to_string(n.size()) + " numbers",
                            std::to_string(count));
    }
    return n;
  };
  if (const auto q = given("quat", 4); !q.empty()) {
    const Quat quat(q[0], q[1], q[2], q[3]);
    if (!(quat.norm() > 1e-6)) element.cursor.refuse("a quaternion of length zero", "w x y z");
    return rotation_from_quaternion(quat.normalized());
  }
  if (const auto a = given("axisangle", 4); !a.empty()) {
    return rotation_about(direction({a[0], a[1], a[2]}), a[3] * angle_unit_);
  }
  if (const auto e = given("euler", 3); !e.empty()) {
    Mat3 turned = Mat3::Identity();
    for (int k = 0; k < 3; ++k) {
      const char axis = euler_order_[std::size_t(k)];
      const Mat3 one =
          rotation_about(Vec3::Unit((axis | 0x20) - 'x'), e[std::size_t(k)] * angle_unit_);
      turned = axis >= 'x' ? times(turned, one) : times(one, turned);  // small: about turned axes
    }
    return turned;
  }
  if (const auto a = given("xyaxes", 6); !a.empty()) {
    const Vec3 x = direction({a[0], a[1], a[2]}), y(a[3], a[4], a[5]);
    const Vec3 across = direction(y - x.dot(y) * x);
    Mat3 turned;
    turned << x, across, x.cross(across);
    return turned;
  }
  if (const auto z = given("zaxis", 3); !z.empty()) {
    return Quat::FromTwoVectors(Vec3::UnitZ(), direction({z[0], z[1], z[2]})).toRotationMatrix();
  }
  return Mat3::Identity();
}

Pose Model::pose_of(const Element& element) const {
  return {rotation_of(element), vec3(element, "pos", Vec3::Zero())};
}

}  // namespace graze::mjcf
