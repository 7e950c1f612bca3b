// SPDX-License-Identifier: MIT
// The attributes of MJCF elements, with the defaults of their classes.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "graze/io/robot_io.h"
#include "io/urdf/read_geometry.h"
#include "io/xml/xml_cursor.h"

namespace graze::mjcf {

/// An element, and the default class that its body sets for its children.
struct Element {
  xml::XmlCursor cursor;
  std::string childclass;
};

/// The settings of a model: units, order of Euler angles, classes of defaults, meshes.
class Model {
 public:
  explicit Model(const xml::XmlCursor& root);

  /// An attribute of the element, of its class, or of an enclosing class; else `otherwise`.
  std::string word(const Element& element, const char* name, const std::string& otherwise) const;
  std::vector<double> numbers(const Element& element, const char* name) const;
  Vec3 vec3(const Element& element, const char* name, const Vec3& otherwise) const;
  unsigned bits(const Element& element, const char* name) const;  ///< 1 if not stated
  /// By pos and quat, axisangle, euler, xyaxes or zaxis.
  Pose pose_of(const Element& element) const;

  double angle_unit() const { return angle_unit_; }  ///< of the file's angles, in rad
  const xml::XmlCursor* mesh(const std::string& name) const;
  std::string mesh_path(const xml::XmlCursor& mesh) const;

 private:
  struct DefaultClass {
    std::string parent;
    std::vector<xml::XmlCursor> elements;
  };
  void read_class(const xml::XmlCursor& cursor, const std::string& name, const std::string& parent);
  Mat3 rotation_of(const Element& element) const;

  double angle_unit_;
  std::string euler_order_ = "xyz";
  std::string mesh_dir_;
  std::map<std::string, DefaultClass> classes_;
  std::map<std::string, xml::XmlCursor> meshes_;
};

/// A geom in its body's frame.
Shape read_geom(const Model& model, const Element& geom, urdf::GeometryReader& geometry,
                const Warn& warn);

}  // namespace graze::mjcf
