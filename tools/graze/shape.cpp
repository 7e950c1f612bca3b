// SPDX-License-Identifier: MIT
// graze shape: writes a shape made by code; each shape is a verb of its own with its parameters.
//                                                                                              [G5]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "graze/io/mesh_io.h"
#include "graze/io/written_files.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct ShapeArguments {
  std::string out;
  ShapeParameters values;
  bool json = false;
};

void list_shapes(bool json) {
  std::vector<ShapeInfo> shapes;
  for (const std::string& name : shape_names()) shapes.push_back(shape_info(name));
  if (json) return fmt::print("{}", shapes_document(shapes));
  for (const ShapeInfo& info : shapes) fmt::print("{:<16}{}\n", info.name, info.summary);
  fmt::print("\nParameters of one: graze shape NAME --help\n");
}

void write_shape(const std::string& name, const ShapeArguments& arguments) {
  const TriangleMesh mesh = make_shape(name, arguments.values);
  write_mesh(arguments.out, mesh);
  if (arguments.json) {
    fmt::print("{}", written_mesh_document({.shape = name,
                                            .out = arguments.out,
                                            .vertices = mesh.vertices().size(),
                                            .triangles = mesh.triangles().size()}));
  } else {
    fmt::print("{}: {}, {}\n", arguments.out, counted(mesh.triangles().size(), "triangle"),
               counted(mesh.vertices().size(), "vertex"));
  }
}

std::string description(const ShapeParameter& parameter) {
  return fmt::format("{} [{:g}; {:g} to {:g}]", parameter.meaning, parameter.standard, parameter.lo,
                     parameter.hi);
}

void add_one_shape(CLI::App& verb, const ShapeInfo& info) {
  const auto arguments = std::make_shared<ShapeArguments>();
  CLI::App* shape = verb.add_subcommand(info.name, info.summary);
  shape->allow_extras(false);  // the verb itself takes extras, for unknown names
  shape->footer(fmt::format("Example: graze shape {0} {0}.stl", info.name));
  for (const ShapeParameter& parameter : info.parameters) {
    const std::string name = parameter.name;
    shape->add_option_function<double>(
        "--" + name, [arguments, name](const double& value) { arguments->values[name] = value; },
        description(parameter));
  }
  shape->add_option("OUT", arguments->out, "File to write: .obj, .stl, .ply or .off")->required();
  shape->add_flag("--json", arguments->json, "Print what was written as JSON");
  shape->callback([arguments, name = info.name] { write_shape(name, *arguments); });
}
}  // namespace

void add_shape_verb(CLI::App& app, int& exit_code) {
  CLI::App* verb = app.add_subcommand("shape", "Write a shape made by code, or list them all");
  verb->footer(
      "Example: graze shape gear --teeth 20 gear.stl\nWithout a NAME: the list of shapes.");
  verb->require_subcommand(0, 1);
  verb->allow_extras();
  const auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "Print the list as JSON");
  for (const std::string& name : shape_names()) add_one_shape(*verb, shape_info(name));
  verb->callback([verb, json, &exit_code] {
    exit_code = kFine;
    if (!verb->get_subcommands().empty()) return;
    const std::vector<std::string> words = verb->remaining();
    if (words.empty()) return list_shapes(*json);
    shape_info(words.front());  // refuses an unknown name
  });
}

}  // namespace graze::tool
