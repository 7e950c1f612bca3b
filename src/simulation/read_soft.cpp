// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "graze/io/tetrahedra_io.h"
#include "io/scene_json/length_units.h"
#include "query/depth_mesh.h"
#include "simulation/soft_json.h"

namespace graze::simulation {
namespace {
using json::JsonCursor;
using json::Range;

constexpr Range kModulus{1e-9, 1e15};
constexpr Range kNotBelowZero{0.0, 1e15};

/// Named materials are in m, kg, s.
ElasticMaterial preset_in(const JsonCursor& cursor, const std::string& units) {
  ElasticMaterial material = elastic_preset(cursor.word(elastic_preset_names()));
  const auto per_m = scene_json::per_metre(units);
  if (!per_m) {
    cursor.refuse("a named material in a scene whose units are '" + units + "'", "units of length",
                  "set \"units\", or give the numbers");
  }
  const double metres = 1.0 / *per_m;  // of a unit
  material.density *= metres * metres * metres;
  material.young *= metres;
  return material;
}

ElasticMaterial read_elastic(const JsonCursor& cursor, const std::string& units) {
  if (cursor.value().is_string()) return preset_in(cursor, units);
  cursor.expect_keys({"density", "young", "poisson", "damping", "mass_damping"});
  ElasticMaterial material;
  material.density = cursor.at("density").number({1e-9, 1e12});
  material.young = cursor.at("young").number(kModulus);
  if (const auto ratio = cursor.find("poisson")) material.poisson = ratio->number({0.0, 0.49});
  if (const auto rate = cursor.find("damping")) material.damping = rate->number({0.0, 1e6});
  if (const auto rate = cursor.find("mass_damping")) {
    material.mass_damping = rate->number({0.0, 1e9});
  }
  return material;
}

ElasticModel read_lattice(const JsonCursor& cursor, const std::string& units, const Body& body) {
  cursor.expect_keys(
      {"type", "material", "cells_across", "cell_size", "pinned", "attached", "muscles"});
  LatticeOptions options;
  if (const auto across = cursor.find("cells_across")) {
    options.cells_across = static_cast<int>(across->index(65));
    if (options.cells_across == 0) across->refuse("a whole number from 1 to 64");
  }
  if (const auto size = cursor.find("cell_size")) {
    if (cursor.has("cells_across")) {
      size->refuse("'cell_size' beside 'cells_across'", "one of them", "");
    }
    options.cell_size = size->number(json::kSize);
  }
  const ElasticMaterial material = read_elastic(cursor.at("material"), units);
  return json::placed(cursor,
                      [&] { return make_lattice(solid_mesh(cursor, body), material, options); });
}

ElasticModel read_tetrahedral(const JsonCursor& cursor, const std::string& units,
                              const std::filesystem::path& base_dir, const Body& body) {
  cursor.expect_keys({"type", "material", "path", "scale", "pinned", "attached", "muscles"});
  if (!body.shape.mesh().is_empty()) {
    cursor.refuse("a shape beside a file of tetrahedra", "none: their outer faces are the surface",
                  "remove 'shape'");
  }
  const JsonCursor path = cursor.at("path");
  const double scale = cursor.has("scale") ? cursor.at("scale").number(json::kSize) : 1.0;
  const ElasticMaterial material = read_elastic(cursor.at("material"), units);
  return json::placed(path, [&] {
    TetrahedralMesh mesh = read_tetrahedra(base_dir / path.text());
    for (Vec3& v : mesh.vertices) v *= scale;
    return make_tetrahedral(mesh, material);
  });
}

ElasticModel read_particles(const JsonCursor& cursor, const Body& body) {
  cursor.expect_keys({"type", "stiffness", "damping", "pinned", "attached", "muscles"});
  const double stiffness = cursor.at("stiffness").number({0.0, 1e14, true});
  const double damping =
      cursor.has("damping") ? cursor.at("damping").number({0.0, 1e14}) : Spring{}.damping;
  return json::placed(cursor, [&] {
    const TriangleMesh mesh = solid_mesh(cursor, body);
    return make_particles(mesh, body.mass, springs_of(mesh, stiffness, damping));
  });
}

template <std::size_t N>
std::array<std::uint32_t, N> read_nodes(const std::vector<JsonCursor>& items, std::size_t count) {
  std::array<std::uint32_t, N> nodes{};
  for (std::size_t k = 0; k < N; ++k) nodes[k] = items[k].index(count);
  return nodes;
}

void read_cells(const JsonCursor& cursor, ElasticModel& model) {
  const std::size_t count = model.nodes.size();
  if (const auto size = cursor.find("cell_size")) model.cell_size = size->number(json::kSize);
  if (const auto cells = cursor.find("cells")) {
    for (const JsonCursor& cell : cells->items()) {
      const auto items = cell.items(9);
      model.cells.push_back({read_nodes<8>(items, count), items[8].number({0.0, 1.0, true})});
    }
  }
  if (const auto all = cursor.find("tetrahedra")) {
    for (const JsonCursor& t : all->items()) {
      model.tetrahedra.push_back(read_nodes<4>(t.items(4), count));
    }
  }
  if (const auto springs = cursor.find("springs")) {
    for (const JsonCursor& spring : springs->items()) {
      const auto items = spring.items(4);
      const auto ends = read_nodes<2>(items, count);
      model.springs.push_back(
          {ends[0], ends[1], items[2].number(kNotBelowZero), items[3].number(kNotBelowZero)});
    }
  }
}

void read_weights(const JsonCursor& cursor, ElasticModel& model) {
  model.first_weight = {0};
  for (const JsonCursor& vertex : cursor.items()) {
    for (const JsonCursor& pair : vertex.items()) {
      const auto items = pair.items(2);
      model.weights.push_back({items[0].index(model.nodes.size()), items[1].number({-1e6, 1e6})});
    }
    model.first_weight.push_back(static_cast<std::uint32_t>(model.weights.size()));
  }
}

ElasticModel read_elements(const JsonCursor& cursor, const std::string& units, const Body& body) {
  cursor.expect_keys({"type", "material", "nodes", "masses", "cell_size", "cells", "tetrahedra",
                      "springs", "weights", "pinned_nodes", "pinned", "attached", "muscles"});
  ElasticModel model;
  model.material = read_elastic(cursor.at("material"), units);
  for (const JsonCursor& node : cursor.at("nodes").items()) model.nodes.push_back(node.vec3());
  for (const JsonCursor& mass : cursor.at("masses").items()) {
    model.masses.push_back(mass.number(json::kMass));
  }
  read_cells(cursor, model);
  if (const auto nodes = cursor.find("pinned_nodes")) {
    for (const JsonCursor& node : nodes->items()) {
      model.pinned.push_back(node.index(model.nodes.size()));
    }
  }
  model.surface = solid_mesh(cursor, body);
  read_weights(cursor.at("weights"), model);
  json::placed(cursor, [&] { check(model); });
  return model;
}

Aabb read_box(const JsonCursor& cursor) {
  const Aabb box{cursor.at("lo").vec3(), cursor.at("hi").vec3()};
  if (box.is_empty()) cursor.refuse("a box whose 'lo' is above its 'hi'", "lo <= hi", "");
  return box;
}

void read_pinned(const JsonCursor& cursor, ElasticModel& model) {
  for (const JsonCursor& item : cursor.items()) {
    item.expect_keys({"lo", "hi"});
    json::placed(item, [&] { pin(model, read_box(item)); });
  }
}

StrainCurve read_strain(const JsonCursor& cursor) {
  StrainCurve curve;
  for (const JsonCursor& key : cursor.at("strain").items()) {
    const auto numbers = key.items(2);
    curve.times.push_back(numbers[0].number({-1e9, 1e9}));
    curve.strains.push_back(numbers[1].number({-0.9, 10.0}));
  }
  if (const auto period = cursor.find("period")) curve.period = period->number({0.0, 1e9, true});
  return curve;
}

std::vector<std::uint32_t> read_numbers(const JsonCursor& cursor, std::string_view key,
                                        std::size_t count) {
  std::vector<std::uint32_t> numbers;
  const auto list = cursor.find(key);
  if (!list) return numbers;
  for (const JsonCursor& number : list->items()) numbers.push_back(number.index(count));
  return numbers;
}

/// Elements in a box; those that Graze writes itself are named by their numbers.
void read_muscle(const JsonCursor& cursor, ElasticModel& model) {
  const StrainCurve strain = read_strain(cursor);
  if (cursor.has("lo")) {
    cursor.expect_keys({"lo", "hi", "direction", "strain", "period"});
    const bool has_direction = cursor.has("direction") || model.springs.empty();
    const Vec3 direction =
        has_direction ? cursor.at("direction").direction() : Vec3::UnitX().eval();
    return json::placed(cursor, [&] { add_muscle(model, read_box(cursor), direction, strain); });
  }
  cursor.expect_keys({"cells", "tetrahedra", "springs", "direction", "strain", "period"});
  model.muscles.push_back({read_numbers(cursor, "cells", model.cells.size()),
                           read_numbers(cursor, "tetrahedra", model.tetrahedra.size()),
                           read_numbers(cursor, "springs", model.springs.size()),
                           cursor.at("direction").vec3(), strain});
  json::placed(cursor, [&] { check(model); });
}

void read_attached(const JsonCursor& cursor, const ElasticModel& model, BodyId soft,
                   WorldScene& world) {
  for (const JsonCursor& item : cursor.items()) {
    SoftAttachment attachment{soft, named_body(item.at("to"), world), {}};
    if (const auto nodes = item.find("nodes")) {
      item.expect_keys({"to", "nodes"});
      for (const JsonCursor& node : nodes->items()) {
        attachment.nodes.push_back(node.index(model.nodes.size()));
      }
    } else {
      item.expect_keys({"to", "lo", "hi"});
      json::placed(item, [&] { attachment.nodes = nodes_within(model, read_box(item)); });
    }
    world.attachments.push_back(std::move(attachment));
  }
}
}  // namespace

TriangleMesh solid_mesh(const JsonCursor& cursor, const Body& body) {
  const auto mesh = query::depth_mesh(body.shape);
  if (!mesh || body.padding > 0.0 || body.shape.is_unbounded()) {
    cursor.refuse("a shape that is grown or infinite", "a closed mesh as it is", "");
  }
  if (mesh->is_empty()) cursor.refuse("a body without a shape", "a closed mesh", "");
  return *mesh;
}

BodyId named_body(const JsonCursor& cursor, const WorldScene& world) {
  std::vector<std::string_view> names;
  for (const WorldBody& body : world.bodies) names.push_back(body.body.name);
  const std::string name = cursor.word(names);
  return BodyId(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
}

void read_soft(const JsonCursor& cursor, const std::filesystem::path& base_dir, std::size_t number,
               WorldScene& world) {
  const std::string& units = world.units;
  const Body& given = world.bodies[number].body;
  const std::string type =
      cursor.at("type").word({"lattice", "tetrahedra", "particles", "skin", "elements"});
  const auto skin = [&] {
    return cursor.has("path") ? read_gltf_skin(cursor, base_dir, number, world)
                              : read_skin(cursor, number, world);
  };
  ElasticModel model = type == "lattice"      ? read_lattice(cursor, units, given)
                       : type == "tetrahedra" ? read_tetrahedral(cursor, units, base_dir, given)
                       : type == "particles"  ? read_particles(cursor, given)
                       : type == "skin"       ? skin()
                                              : read_elements(cursor, units, given);
  if (const auto pinned = cursor.find("pinned")) read_pinned(*pinned, model);
  if (const auto muscles = cursor.find("muscles")) {
    for (const JsonCursor& item : muscles->items()) read_muscle(item, model);
  }
  if (const auto attached = cursor.find("attached")) {
    read_attached(*attached, model, BodyId(number), world);
  }
  WorldBody& body = world.bodies[number];
  body.elastic = std::make_shared<const ElasticModel>(std::move(model));
  body.body.shape = Shape::from_mesh(body.elastic->surface, body.body.shape.source());
}

}  // namespace graze::simulation
