// SPDX-License-Identifier: MIT
#include "io/foreign_format.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "io/opened_file.h"

namespace graze::io {
namespace {
namespace fs = std::filesystem;

/// What an ending says, and what to do with it where it is not read.
struct KnownFormat {
  std::string_view ending;
  std::string_view what;
  std::string_view advice;
};

constexpr std::string_view kMeshAdvice =
    "a mesh alone does not move: name it in a scene.json with its motion (docs/scene.md), or look "
    "at it with graze info";
constexpr std::string_view kCadAdvice =
    "name its parts in a scene.json, as shapes of type step (docs/scene.md)";
constexpr std::string_view kToGltf = "export it as .glb from the program that made it";

constexpr std::array<KnownFormat, 28> kFormats{{
    {".obj", "a mesh", kMeshAdvice},
    {".stl", "a mesh", kMeshAdvice},
    {".ply", "a mesh", kMeshAdvice},
    {".off", "a mesh", kMeshAdvice},
    {".dae", "a mesh", kMeshAdvice},
    {".3mf", "a mesh", kMeshAdvice},
    {".step", "a CAD model", kCadAdvice},
    {".stp", "a CAD model", kCadAdvice},
    {".iges", "a CAD model", "export it as STL or OBJ; each body as a file of its own"},
    {".igs", "a CAD model", "export it as STL or OBJ; each body as a file of its own"},
    {".sldprt", "a SolidWorks part", "export it as STL"},
    {".sldasm", "a SolidWorks assembly", "export its parts as STL, or the assembly as URDF"},
    {".f3d", "a Fusion model", "export it as STL or OBJ"},
    {".fcstd", "a FreeCAD model", "export its bodies as STL or OBJ"},
    {".fbx", "an FBX animation", kToGltf},
    {".blend", "a Blender file", kToGltf},
    {".usd", "a USD stage", kToGltf},
    {".usda", "a USD stage", kToGltf},
    {".usdz", "a USD stage", kToGltf},
    {".abc", "an Alembic cache", "export its frames as OBJ and ask graze deform"},
    {".xacro", "a xacro macro file", "expand it first: xacro robot.xacro > robot.urdf"},
    {".world", "a Gazebo world", "rename it to .sdf: its models are read as one robot"},
    {".bag", "a ROS bag", "export the topic as CSV or JSON: rostopic echo -p -b way.bag /topic"},
    {".db3", "a ROS 2 bag", "export the topic as CSV, for example with PlotJuggler"},
    {".mcap", "an MCAP recording", "export the topic as CSV, for example with PlotJuggler"},
    {".srdf", "an SRDF", "name the URDF, and the SRDF with --srdf"},
    {".zip", "an archive", "unpack it first"},
    {".gz", "a compressed file", "unpack it first"},
}};

std::string_view name_of(Wanted wanted) {
  switch (wanted) {
    case Wanted::kScene:
      return "a scene.json";
    case Wanted::kRobot:
      return "a robot: .urdf, .sdf or MJCF's .xml";
    case Wanted::kMesh:
      return "a mesh: .obj, .stl, .ply, .off, .dae or .3mf";
    case Wanted::kTrajectory:
      return "a trajectory: .csv, .json or .yaml";
    case Wanted::kWorld:
      return "a world: scene.json, MoveIt's .scene or .yaml";
  }
  return "";
}

bool is_mesh(const KnownFormat& format) { return format.advice == kMeshAdvice; }

/// What other verbs take.
std::optional<KnownFormat> elsewhere(std::string_view ending, Wanted wanted) {
  if (wanted == Wanted::kMesh) return std::nullopt;
  const bool is_robot = ending == ".urdf" || ending == ".sdf" || ending == ".xml";
  if (is_robot && wanted != Wanted::kRobot) {
    return KnownFormat{ending, "a robot",
                       "graze check robot.urdf --write-scene scene.json makes a scene of it"};
  }
  const bool is_planning = ending == ".yaml" || ending == ".yml" || ending == ".scene";
  if (is_planning && wanted == Wanted::kScene) {
    return KnownFormat{
        ending, ending == ".scene" ? "a scene of MoveIt" : "YAML",
        "a planning scene goes beside its robot: graze check robot.urdf --scene FILE"};
  }
  if ((ending == ".glb" || ending == ".gltf")) {
    return KnownFormat{ending, "an animation",
                       "graze check animation.glb --write-scene scene.json makes a scene of it"};
  }
  if (ending == ".csv" && wanted != Wanted::kTrajectory) {
    return KnownFormat{ending, "a table", "trajectories are named by --trajectory"};
  }
  return std::nullopt;
}
}  // namespace

std::string lower_extension(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return ending;
}

void refuse_foreign_format(const fs::path& path, Wanted wanted) {
  const std::string ending = lower_extension(path);
  const auto refuse = [&](const KnownFormat& format) {
    refuse_file(path, std::string(format.what) + " (" + ending + ")", std::string(name_of(wanted)),
                std::string(format.advice));
  };
  if (const auto format = elsewhere(ending, wanted)) refuse(*format);
  for (const KnownFormat& format : kFormats) {
    if (format.ending != ending) continue;
    if (!(wanted == Wanted::kMesh && is_mesh(format))) refuse(format);
  }
}

}  // namespace graze::io
