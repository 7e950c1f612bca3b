// SPDX-License-Identifier: MIT
#include "brought_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <regex>
#include <vector>

#include "graze/base/error.h"
#include "graze/io/cad_io.h"
#include "graze/io/file.h"
#include "graze/io/load_gltf.h"
#include "graze/io/load_robot_scene.h"
#include "graze/io/report_page.h"
#include "temporary_folder.h"

extern char** environ;

namespace graze::tool {
namespace {
namespace fs = std::filesystem;

constexpr rlim_t kSeconds = 60;  // of processor time

std::string ending_of(const fs::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_mesh(const std::string& ending) {
  constexpr std::array<std::string_view, 6> kMeshes{".stl", ".obj", ".ply", ".off", ".3mf", ".dae"};
  return std::find(kMeshes.begin(), kMeshes.end(), ending) != kMeshes.end();
}

/// A robot names its meshes by package and folder; here they lie beside it.
std::string with_plain_names(std::string_view robot) {
  static const std::regex kNamed(R"re((filename\s*=\s*["'])[^"']*/([^"'/]+["']))re");
  return std::regex_replace(std::string(robot), kNamed, "$1$2");
}

std::string mesh_scene(const std::string& file) {
  const std::string stem = fs::path(file).stem().string();
  return nlohmann::json{
      {"bodies", {{{"name", stem}, {"shape", {{"type", "file"}, {"path", file}}}}}}}
      .dump();
}

/// Writes the files into the folder; the one to open.
fs::path put_into(const fs::path& folder, std::span<const BroughtFile> files) {
  for (const BroughtFile& file : files) {
    const bool is_robot = is_robot_file(file.name);
    write_file(folder / file.name, is_robot ? with_plain_names(file.bytes) : file.bytes);
  }
  if (!is_mesh(ending_of(files[0].name))) return folder / files[0].name;
  write_file(folder / "graze_scene.json", mesh_scene(files[0].name));
  return folder / "graze_scene.json";
}

/// Runs this program again and waits for it; its error messages go into a file.
int run_self(std::vector<std::string> words, const fs::path& errors) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT,
                                   0600);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  const rlimit limit{kSeconds, kSeconds};
  ::prlimit(child, RLIMIT_CPU, &limit, nullptr);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

/// The child's sentence about the file, without our folder in it.
[[noreturn]] void refuse(const std::string& name, const fs::path& folder, std::string said) {
  for (std::size_t at; (at = said.find(folder.string() + "/")) != std::string::npos;)
    said.erase(at, folder.string().size() + 1);
  if (const std::size_t end = said.find('\n'); end != std::string::npos) said.resize(end);
  constexpr std::string_view kWho = "graze: ";
  if (said.starts_with(kWho)) said.erase(0, kWho.size());
  if (said.starts_with(name + ": ")) said.erase(0, name.size() + 2);
  throw InputError({name, said.empty() ? "a file that its reader could not finish" : said,
                    "a robot, an animation, a CAD part or a mesh that can be read",
                    "drop the meshes that a robot names together with it"});
}

void refuse_unknown(const std::string& name) {
  const std::string ending = ending_of(name);
  if (is_robot_file(name) || is_gltf(name) || is_cad_file(name) || is_mesh(ending) ||
      ending == ".json")
    return;
  throw InputError({name, "a file of another kind",
                    "scene.json, .urdf, .sdf, .glb, .gltf, .step, .brep, .stl, .obj, .ply, .off, "
                    ".3mf or .dae",
                    ""});
}
}  // namespace

std::string read_brought(std::span<const BroughtFile> files) {
  const std::string& name = files[0].name;
  refuse_unknown(name);
  const TemporaryFolder folder, made;
  const fs::path main = put_into(folder.path(), files);
  const fs::path scene = made.path() / "scene.json", said = made.path() / "said";
  // The scene is written before anything is asked; the answer itself is not needed here.
  run_self({"graze", "--root", folder.path(), "check", main, "--write-scene", scene, "--budget",
            "0.001", "--json"},
           said);
  if (!fs::exists(scene)) refuse(name, folder.path(), fs::exists(said) ? read_file(said) : "");
  return with_up(read_file(scene), is_gltf(name) ? "y" : "z");
}

}  // namespace graze::tool
