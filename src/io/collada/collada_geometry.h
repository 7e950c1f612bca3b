// SPDX-License-Identifier: MIT
// The meshes of a COLLADA file, each in its own frame.
#pragma once
#include <string>
#include <unordered_map>
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "io/xml/xml_cursor.h"

namespace graze::collada {

struct Geometry {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// Elements by their id, without the '#': what urls and sources refer to.
using Ids = std::unordered_map<std::string, xml::XmlCursor>;

/// The element that attribute `key` of `cursor` refers to. Throws InputError if there is none.
xml::XmlCursor referred(const xml::XmlCursor& cursor, const char* key, const Ids& ids);

/// All faces of a <geometry>: triangles, polylist, polygons, tristrips, trifans. Lines are left
/// out. A geometry without a <mesh> is empty. Throws InputError with the line.
Geometry read_geometry(const xml::XmlCursor& geometry, const Ids& ids);

}  // namespace graze::collada
