// SPDX-License-Identifier: MIT
#include "io/moveit/robot_state.h"

namespace graze::moveit {
namespace {
using json::JsonCursor;

/// Is x, y or z other than 0, in [x, y, z, …] or {"x": …}?
bool has_direction(const JsonCursor& vector) {
  const char* names[] = {"x", "y", "z"};
  for (std::size_t i = 0; i < 3; ++i) {
    const json::Json& all = vector.value();
    const json::Json part = all.is_array() && i < all.size() ? all[i]
                            : all.is_object()                ? all.value(names[i], json::Json(0))
                                                             : json::Json(0);
    if (part.is_number() && part.get<double>() != 0.0) return true;
  }
  return false;
}

/// True unless the transform is the identity: a quaternion without x, y and z turns nothing.
bool moves(const JsonCursor& transform) {
  for (const char* key : {"translation", "rotation"}) {
    const auto part = transform.find(key);
    if (part && has_direction(*part)) return true;
  }
  return false;
}
}  // namespace

std::vector<std::string> base_warnings(const JsonCursor& state) {
  const auto joints = state.find("multi_dof_joint_state");
  const auto transforms = joints ? joints->find("transforms") : std::nullopt;
  if (!transforms || !transforms->value().is_array()) return {};
  for (const JsonCursor& transform : transforms->items()) {
    if (!moves(transform)) continue;
    return {transform.place() +
            " moves the robot's base and is not read: --place says where the root stands"};
  }
  return {};
}

std::vector<std::string> attached_ids(const JsonCursor& state) {
  std::vector<std::string> ids;
  const auto attached = state.find("attached_collision_objects");
  if (!attached || !attached->value().is_array()) return ids;
  for (const JsonCursor& item : attached->items()) ids.push_back(item.at("object").at("id").text());
  return ids;
}

}  // namespace graze::moveit
