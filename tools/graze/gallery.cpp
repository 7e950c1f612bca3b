// SPDX-License-Identifier: MIT
#include "gallery.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "demo_scenes.h"
#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "graze/io/load_gltf.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "page_report.h"

namespace graze::tool {
namespace {
namespace fs = std::filesystem;

/// A scene made of files of the public data; their names in `text` are below its folder.
struct DataScene {
  const char* name;
  const char* needs;  ///< a file of the data
  const char* text;   ///< scene.json; null: the file itself is shown
  const char* title;
  const char* description;
};

constexpr DataScene kDataScenes[] = {
    {"data_bunnies", "meshes/common/bunny.off", R"json({
  "units": "m",
  "bodies": [
    {"name": "floor", "shape": {"type": "box", "size": [0.8, 0.8, 0.04]}, "pose": {"position": [0, 0, -0.02]}},
    {"name": "first bunny", "shape": {"type": "file", "path": "meshes/common/bunny.off"},
     "motion": {"type": "slerp", "from": {"position": [-0.05, 0, 0.06], "rotation": {"axis": [1, 0, 0], "angle_degrees": 90}},
                "to": {"position": [-0.05, 0, -0.12], "rotation": {"axis": [1, 0.2, 0], "angle_degrees": 120}}}},
    {"name": "second bunny", "shape": {"type": "file", "path": "meshes/common/bunny.off"},
     "motion": {"type": "slerp", "from": {"position": [0.09, 0.02, 0.24], "rotation": {"axis": [1, 0, 0.3], "angle_degrees": 70}},
                "to": {"position": [0.01, 0.02, -0.02], "rotation": {"axis": [1, 0.4, 0.2], "angle_degrees": 150}}}}
  ]
})json",
     "two scanned bunnies",
     "Two of Stanford's scanned bunnies, 6,966 triangles each, tumble onto a floor and each other. "
     "Ears and feet pass within millimetres before anything touches. Let them go (L) and they "
     "bounce."},
    {"data_truck", "gltf/CesiumMilkTruck.glb", nullptr, "an animated truck",
     "An animation as its author's program wrote it, in glTF: a truck whose wheels turn. As drawn, "
     "the wheels overlap the body, and the page says so at once. Press X to cut the truck open "
     "and see how the axles sit in the body."},
    {"data_panda", "robots/panda/panda.urdf", nullptr, "a robot arm from its URDF",
     "Franka's Panda, with the collision meshes that its maker publishes. At rest a few of its "
     "links overlap by design, which an SRDF would allow. Move the joints with their sliders, set "
     "start and end, and ask."},
    {"data_parts", "step/odri/transmission_pulley_at3_t10_motor.STEP", R"json({
  "units": "mm",
  "bodies": [
    {"name": "plate", "shape": {"type": "step", "path": "step/so101/WaveShare_Mounting_Plate_SO101.step"}},
    {"name": "pulley", "shape": {"type": "step", "path": "step/odri/transmission_pulley_at3_t10_motor.STEP"},
     "motion": {"type": "screw", "from": {"position": [0, 0, 60]}, "to": {"position": [0, 0, -20]}}}
  ]
})json",
     "parts of two STEP files",
     "A mounting plate and a pulley, read from STEP as the curved faces that their designers drew. "
     "The pulley comes down on the plate. First contact is proved for the faces themselves, not "
     "for triangles in their place."},
};

fs::path data_folder() {
  const char* folder = std::getenv("GRAZE_DATA");
  return folder != nullptr ? folder : "";
}

bool is_there(const DataScene& scene) {
  std::error_code ignored;
  const fs::path folder = data_folder();
  return !folder.empty() && fs::is_regular_file(folder / scene.needs, ignored) &&
         (!is_cad_file(scene.needs) || has_cad_reader());
}

/// Null: none of that name, or its file is missing.
const DataScene* data_scene(const std::string& name) {
  for (const DataScene& scene : kDataScenes) {
    if (scene.name == name) return is_there(scene) ? &scene : nullptr;
  }
  return nullptr;
}

struct OpenedScene {
  Scene scene;
  std::string up;
};

OpenedScene open(const std::string& name) {
  const DataScene* data = data_scene(name);
  if (data == nullptr) {
    const std::string_view text = demo_scene(name).text;
    return {parse_scene(text, "demo " + name), up_of(text)};
  }
  const fs::path file = data_folder() / data->needs;
  OpenedScene opened = data->text != nullptr
                           ? OpenedScene{parse_scene(data->text, name, data_folder()), "z"}
                           : OpenedScene{load_shown({.file = file, .up = {}, .robot = {}}),
                                         is_gltf(file) ? "y" : "z"};
  opened.scene.name = data->title;
  return opened;
}
}  // namespace

std::string gallery_list() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const DemoScene& demo : demo_scenes()) {
    const auto scene = nlohmann::json::parse(demo.text);
    all.push_back({{"name", demo.name},
                   {"title", scene.value("name", std::string(demo.name))},
                   {"description", scene.value("description", "")},
                   {"scene", demo.text}});
  }
  for (const DataScene& scene : kDataScenes) {
    if (is_there(scene))
      all.push_back(
          {{"name", scene.name}, {"title", scene.title}, {"description", scene.description}});
  }
  return all.dump();
}

std::string gallery_picture(const std::string& name) {
  const OpenedScene opened = open(name);
  return view_document(opened.scene, {},
                       report_page({.file = {}, .up = opened.up, .robot = {}}, opened.scene));
}

std::string gallery_scene(const std::string& name) {
  const OpenedScene opened = open(name);
  return with_up(format_scene(opened.scene), opened.up);
}

}  // namespace graze::tool
