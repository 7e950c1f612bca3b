// SPDX-License-Identifier: MIT
// Scenes as code: worlds that tests and benchmarks share.
#pragma once
#include <string>

#include "graze/dynamics/world.h"

namespace graze::scenes {

inline constexpr double kG = 9.81;  ///< the earth's gravity, m/s^2

WorldBody body_of(const std::string& name, const Shape& shape, const Pose& pose,
                  Role role = Role::kDynamic);
WorldBody body_of(const std::string& name, const Shape& shape, const Vec3& at,
                  Role role = Role::kDynamic);
WorldBody box_of(const std::string& name, const Vec3& half, const Vec3& at,
                 Role role = Role::kDynamic);
/// With the model's surface.
WorldBody soft_body(const std::string& name, ElasticModel model, const Vec3& at = Vec3::Zero());
BodyId add_floor(World& world);
WorldOptions without_clamp();

World box_stack(int count);  ///< boxes of 0.2 on each other, body 0 is the floor
World arch(int count);       ///< of voussoirs between two abutments, half a circle
World card_house();          ///< two leaning pairs, a roof, a third pair on it
/// Links of 0.1 that hang from the first one, pulled aside so that they swing.
World chain(int links);
World blobs();                       ///< five of 3,000 triangles that fall on a floor
World car_on_floor();                ///< a body of 29,000 triangles, dropped by a centimetre
World bolt_in_nut(double friction);  ///< 5,000 triangles each; the bolt goes down by its weight
World wrecking_ball();               ///< 575 bodies: links, a ball, a wall
World spheres_and_boxes(int count);  ///< that fall on each other in a pit

}  // namespace graze::scenes
