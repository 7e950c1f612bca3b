// SPDX-License-Identifier: MIT
#include "simulation/soft_json.h"

namespace graze::simulation {
namespace {
using json::OrderedJson;
using json::to_json;

OrderedJson elastic_json(const ElasticMaterial& material) {
  return {{"density", material.density},
          {"young", material.young},
          {"poisson", material.poisson},
          {"damping", material.damping},
          {"mass_damping", material.mass_damping}};
}

OrderedJson weights_json(const ElasticModel& model) {
  OrderedJson all = OrderedJson::array();
  for (std::size_t v = 0; v < model.surface.vertices().size(); ++v) {
    OrderedJson weights = OrderedJson::array();
    for (const auto& w : model.weights_of(v)) {
      weights.push_back(OrderedJson::array({w.node, w.weight}));
    }
    all.push_back(std::move(weights));
  }
  return all;
}

void put_elements(const ElasticModel& model, OrderedJson& json) {
  for (const LatticeCell& cell : model.cells) {
    OrderedJson numbers = cell.nodes;
    numbers.push_back(cell.fill);
    json["cells"].push_back(std::move(numbers));
  }
  if (!model.cells.empty()) json["cell_size"] = model.cell_size;
  if (!model.tetrahedra.empty()) json["tetrahedra"] = model.tetrahedra;
  for (const Spring& spring : model.springs) {
    json["springs"].push_back(
        OrderedJson::array({spring.a, spring.b, spring.stiffness, spring.damping}));
  }
}
OrderedJson muscle_json(const Muscle& muscle) {
  OrderedJson json{{"direction", to_json(muscle.direction)}};
  if (!muscle.cells.empty()) json["cells"] = muscle.cells;
  if (!muscle.tetrahedra.empty()) json["tetrahedra"] = muscle.tetrahedra;
  if (!muscle.springs.empty()) json["springs"] = muscle.springs;
  for (std::size_t k = 0; k < muscle.strain.times.size(); ++k) {
    json["strain"].push_back(
        OrderedJson::array({muscle.strain.times[k], muscle.strain.strains[k]}));
  }
  if (muscle.strain.period > 0.0) json["period"] = muscle.strain.period;
  return json;
}
}  // namespace

OrderedJson soft_json(const WorldScene& world, std::size_t body) {
  const ElasticModel& model = *world.bodies[body].elastic;
  OrderedJson json{{"type", "elements"}, {"material", elastic_json(model.material)}};
  json["nodes"] = OrderedJson::array();
  for (const Vec3& node : model.nodes) json["nodes"].push_back(to_json(node));
  json["masses"] = model.masses;
  put_elements(model, json);
  if (!model.pinned.empty()) json["pinned_nodes"] = model.pinned;
  for (const Muscle& muscle : model.muscles) json["muscles"].push_back(muscle_json(muscle));
  for (const SoftAttachment& attachment : world.attachments) {
    if (attachment.soft.index() != body) continue;
    json["attached"].push_back(
        {{"to", world.bodies[attachment.to.index()].body.name}, {"nodes", attachment.nodes}});
  }
  json["weights"] = weights_json(model);
  return json;
}

}  // namespace graze::simulation
