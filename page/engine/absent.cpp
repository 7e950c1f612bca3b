// SPDX-License-Identifier: MIT
// What the engine of the page goes without: readers of XML (scenes reach it with their robots and
// meshes spelled out), and packing files into pages (it writes none).
#include "graze/base/error.h"
#include "graze/io/robot_io.h"
#include "io/mesh_formats.h"
#include "io/page/gzip.h"

namespace graze {
namespace {
[[noreturn]] void refuse(const std::string& place) {
  throw InputError({place, "a file in XML", "a scene that stands alone",
                    "open it by graze view, or write it by graze check --write-scene"});
}
}  // namespace

Robot load_urdf(const std::filesystem::path& path, const UrdfOptions&) { refuse(path.string()); }
void load_srdf(const std::filesystem::path& path, Robot&) { refuse(path.string()); }
std::string io::gzip_base64(std::string_view) { refuse("page"); }
TriangleMesh io::read_collada(InputBytes&, const std::string& place) { refuse(place); }

}  // namespace graze
