// SPDX-License-Identifier: MIT
#include <cmath>

#include "graze/simulation/load_world_scene.h"
#include "io/scene_json/scene_document.h"
#include "simulation/read_dynamics.h"
#include "simulation/soft_json.h"

namespace graze {
namespace {
using json::to_json;
using scene_json::OrderedJson;

void put_vector(OrderedJson& json, const char* key, const Vec3& value) {
  if (!value.isZero(0.0)) json[key] = to_json(value);
}

OrderedJson dynamics_of_body(const WorldBody& body) {
  OrderedJson json{{"role", simulation::role_name(body.role)}};
  if (body.density) json["density"] = *body.density;
  put_vector(json, "velocity", body.velocity);
  put_vector(json, "angular_velocity", body.angular_velocity);
  for (std::size_t k = 0; k < body.is_locked.size(); ++k) {
    if (body.is_locked[k]) json["locked"].push_back(simulation::locked_name(k));
  }
  if (!body.material.empty()) json["material"] = body.material;
  return json;
}

OrderedJson material_json(const ContactMaterial& material) {
  return {{"friction", material.friction},
          {"restitution", material.restitution},
          {"rolling", material.rolling},
          {"spinning", material.spinning}};
}

OrderedJson motor_json(const JointMotor& motor) {
  OrderedJson json{{"speed", motor.speed}};
  if (std::isfinite(motor.most_force)) json["most_force"] = motor.most_force;
  if (motor.target) json["target"] = *motor.target;
  return json;
}

OrderedJson joint_json(const WorldScene& scene, const WorldJoint& joint) {
  const auto body_name = [&](BodyId id) { return scene.bodies[id.index()].body.name; };
  OrderedJson json = OrderedJson::object();
  if (!joint.name.empty()) json["name"] = joint.name;
  json["type"] = simulation::link_name(joint.kind);
  json["a"] = body_name(joint.a);
  json["b"] = body_name(joint.b);
  json["point"] = to_json(joint.point);
  json["axis"] = to_json(joint.axis);
  json["point_b"] = to_json(joint.point_b);
  json["axis_b"] = to_json(joint.axis_b);
  json["pitch"] = joint.pitch;
  json["ratio"] = joint.ratio;
  if (joint.limits) json["limits"] = {joint.limits->lo, joint.limits->hi};
  if (joint.motor) json["motor"] = motor_json(*joint.motor);
  json["friction"] = joint.friction;
  if (std::isfinite(joint.break_force)) json["break_force"] = joint.break_force;
  if (!joint.is_enabled) json["enabled"] = false;
  if (!joint.bodies_may_touch) json["bodies_may_touch"] = false;
  return json;
}

OrderedJson volume_json(const VolumeContactOptions& options) {
  OrderedJson json{{"pixels", options.pixels}, {"patches", options.patches}};
  if (options.depth) json["depth"] = *options.depth;
  if (options.gap) json["gap"] = *options.gap;
  json["correction"] = options.correction;
  json["zoom"] = options.zoom;
  json["guard"] = options.guard;
  json["self_contact"] = options.self_contact;
  json["stiffness"] = options.stiffness;
  json["damping"] = options.damping;
  json["viscosity"] = options.viscosity;
  json["tolerance"] = options.tolerance;
  json["max_iterations"] = options.max_iterations;
  return json;
}

OrderedJson dynamics_of_world(const WorldScene& scene) {
  const WorldOptions& options = scene.options;
  OrderedJson json{{"gravity", to_json(options.gravity)}, {"step", options.step}};
  if (scene.seconds) json["seconds"] = *scene.seconds;
  if (options.skin) json["skin"] = *options.skin;
  if (!options.second_order) json["order"] = 1;
  json["material"] = material_json(options.material);
  for (const auto& [name, material] : options.materials) {
    json["materials"][name] = material_json(material);
  }
  for (const auto& [names, material] : options.pair_materials) {
    OrderedJson pair{{"pair", {names.first, names.second}}};
    pair.update(material_json(material));
    json["pair_materials"].push_back(std::move(pair));
  }
  json["max_inner_steps"] = options.max_inner_steps;
  json["max_rounds"] = options.max_rounds;
  json["clamp_energy"] = options.clamp_energy;
  json["contact"] = simulation::contact_name(options.contact);
  if (is_by_volume(scene)) json["volume"] = volume_json(options.volume);
  for (const WorldJoint& joint : scene.joints) json["joints"].push_back(joint_json(scene, joint));
  return json;
}
}  // namespace

std::string format_world_scene(const WorldScene& scene) {
  Scene bodies;
  bodies.name = scene.name;
  bodies.units = scene.units;
  bodies.span = {0.0, scene.seconds.value_or(1.0)};
  for (const WorldBody& body : scene.bodies) bodies.bodies.push_back(body.body);
  bodies.may_touch = scene.options.may_touch;
  OrderedJson json = scene_json::scene_document(bodies);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    json["bodies"][i]["dynamics"] = dynamics_of_body(scene.bodies[i]);
    if (!scene.bodies[i].elastic) continue;
    json["bodies"][i]["dynamics"]["soft"] = simulation::soft_json(scene, i);
  }
  for (const ConstantLoad& load : scene.loads) {
    OrderedJson& dynamics = json["bodies"][load.body.index()]["dynamics"];
    dynamics["force"] = to_json(load.force);
    if (!scene.bodies[load.body.index()].elastic) dynamics["torque"] = to_json(load.torque);
  }
  json["dynamics"] = dynamics_of_world(scene);
  return json.dump(1) + "\n";
}

}  // namespace graze
