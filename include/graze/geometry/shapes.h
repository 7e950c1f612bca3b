// SPDX-License-Identifier: MIT
// Shapes made by code: closed, outward oriented, the same bits on every machine.             [G5]
#pragma once
#include <graze/geometry/triangle_mesh.h>
#include <graze/math/pose.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// One number that a shape takes.
struct ShapeParameter {
  std::string name;
  double standard = 0.0;  ///< used where the caller gives none
  double lo = 0.0;        ///< smallest legal value
  double hi = 0.0;        ///< largest legal value
  bool is_whole = false;  ///< a count
  std::string meaning;    ///< with unit
};

/// What a shape is and takes. The table of all of them is docs/shapes.md.
struct ShapeInfo {
  std::string name;
  std::string summary;  ///< form, frame and what the triangle count comes to
  std::vector<ShapeParameter> parameters;
};

/// Values by parameter name; parameters that are not given have their standard values.
using ShapeParameters = std::map<std::string, double, std::less<>>;

/// All names that make_shape knows, in alphabetical order.
std::vector<std::string> shape_names();

/// Throws InputError for a name that is not in shape_names().
const ShapeInfo& shape_info(std::string_view name);

/// The mesh of a named shape: closed, consistently oriented, outward, without degenerate triangles
/// (as long as its lengths do not differ by more than a factor 1e6).
/// If there is a parameter `triangles`, the mesh has the nearest count that its grid allows: within
/// 10 % of the wanted number if that is 1,000 or more, unless the summary says otherwise. Equal
/// arguments give equal bits on every machine. Throws InputError for an unknown name, an unknown
/// parameter, a value that is out of range or not whole where it must be, and values that
/// contradict each other (a tube wider than its torus).
TriangleMesh make_shape(std::string_view name, const ShapeParameters& parameters = {});

/// A link of a serial arm and the joint that carries it.
struct ArmLink {
  std::string name;
  TriangleMesh mesh;                            ///< in the frame of its joint
  Pose parent_from_joint;                       ///< at joint angle 0
  Vec3 axis = Vec3::UnitZ();                    ///< of rotation, in the joint's frame
  double lower_limit = 0.0, upper_limit = 0.0;  ///< of the joint angle, radians; 0, 0: fixed
};

/// A base and seven links, about 1.3 units long when straight up along z. Neighbours overlap at
/// their joint, others are apart at angles 0. `triangles` is wanted for each link, in [100,
/// 100000]. Throws InputError outside of it.
std::vector<ArmLink> make_arm(double triangles = 1000);

}  // namespace graze
