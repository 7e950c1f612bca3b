// SPDX-License-Identifier: MIT
// What the engine of the page goes without: readers of XML and YAML (scenes reach it with their
// robots and meshes spelled out), files in memory, packing files into pages (it writes none), and
// worlds.
#include <cerrno>

#include "graze/base/error.h"
#include "graze/io/robot_io.h"
#include "graze/server/session.h"
#include "io/mesh_formats.h"
#include "io/page/gzip.h"
#include "io/yaml/yaml_text.h"
#include "server/live_world.h"

extern "C" int memfd_create(const char*, unsigned) {
  errno = ENOSYS;
  return -1;
}

namespace graze {
namespace {
[[noreturn]] void refuse(const std::string& place) {
  throw InputError({place, "a file", "a scene that stands alone",
                    "open it by graze view, or write it by graze check --write-scene"});
}
}  // namespace

Robot load_urdf(const std::filesystem::path& path, const UrdfOptions&) { refuse(path.string()); }
void load_srdf(const std::filesystem::path& path, Robot&, const Warn&) { refuse(path.string()); }
std::string io::gzip_base64(std::string_view) { refuse("page"); }
TriangleMesh io::read_collada(InputBytes&, const std::string& place) { refuse(place); }
MeshInUnits io::read_3mf(InputBytes&, const std::string& place) { refuse(place); }
bool yaml::is_yaml(const std::filesystem::path&) { return false; }
json::Json yaml::parse_document(std::string_view, const std::string& place) { refuse(place); }

std::shared_ptr<const WorldScene> world_of(std::string_view) { return nullptr; }

namespace server {
std::shared_ptr<LiveWorld> begin_world(const json::JsonCursor& cursor, const Scene&,
                                       const WorldScene*) {
  cursor.refuse("a world", "a question about given motions", "simulations run in graze view");
}
std::string step_world(LiveWorld&, const json::JsonCursor&) { return {}; }
std::string state_json(const LiveWorld&) { return {}; }
}  // namespace server

}  // namespace graze
