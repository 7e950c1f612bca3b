// SPDX-License-Identifier: MIT
// Which reader or writer a file goes to.
#include "graze/io/mesh_io.h"

#include <algorithm>
#include <array>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "io/foreign_format.h"
#include "io/mesh_formats.h"
#include "io/scene_json/length_units.h"

namespace graze {
namespace {
using io::InputBytes;
constexpr std::string_view kKnown = "a mesh file: .obj, .stl, .ply, .off, .dae or .3mf";

struct FormatName {
  std::string_view name;
  MeshFormat format;
};

/// The first entry of an extension is what write_mesh takes for it.
constexpr std::array<FormatName, 7> kNames{{{"obj", MeshFormat::kObj},
                                            {"stl", MeshFormat::kStlBinary},
                                            {"ply", MeshFormat::kPlyBinaryLittleEndian},
                                            {"off", MeshFormat::kOff},
                                            {"stl-ascii", MeshFormat::kStlAscii},
                                            {"ply-ascii", MeshFormat::kPlyAscii},
                                            {"ply-big-endian", MeshFormat::kPlyBinaryBigEndian}}};

/// In lower case, without the point.
std::string extension_of(const std::filesystem::path& path) {
  const std::string extension = io::lower_extension(path);
  return extension.empty() ? extension : extension.substr(1);
}

TriangleMesh read_without_units(InputBytes& input, const std::string& place) {
  const std::string_view bytes = input.view();
  const std::string extension = extension_of(place);
  if (io::is_ply(bytes)) return io::read_ply(input, place);
  if (io::is_binary_stl(bytes)) return io::read_stl(input, place);
  if (extension == "obj") return io::read_obj(input, place);
  if (io::is_off(bytes)) return io::read_off(input, place);
  if (extension == "stl" || io::is_ascii_stl(bytes)) return io::read_stl(input, place);
  if (extension == "ply") return io::read_ply(input, place);
  if (extension == "off") return io::read_off(input, place);
  throw InputError({place, extension.empty() ? "no extension" : "the extension ." + extension,
                    std::string(kKnown), "convert the file, or name it after its format"});
}

MeshInUnits read_any(InputBytes& input, const std::string& place) {
  const std::string extension = extension_of(place);
  if (extension == "3mf") return io::read_3mf(input, place);
  const std::string_view bytes = input.view();
  const bool says_itself = io::is_ply(bytes) || io::is_binary_stl(bytes);
  if (extension == "dae" && !says_itself) return {io::read_collada(input, place), "m"};
  return {read_without_units(input, place), {}};
}

TriangleMesh scaled(const TriangleMesh& mesh, double by) {
  std::vector<Vec3> vertices;
  vertices.reserve(mesh.vertices().size());
  for (const Vec3& v : mesh.vertices()) vertices.push_back(by * v);
  return TriangleMesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}
}  // namespace

std::string_view name(MeshFormat format) {
  return std::find_if(kNames.begin(), kNames.end(),
                      [&](const FormatName& entry) { return entry.format == format; })
      ->name;
}

std::optional<MeshFormat> mesh_format_named(std::string_view name) {
  for (const FormatName& entry : kNames) {
    if (entry.name == name) return entry.format;
  }
  return std::nullopt;
}

TriangleMesh parse_mesh(std::string_view bytes, const std::string& place) {
  InputBytes input(bytes);
  return read_any(input, place).mesh;
}

TriangleMesh parse_obj(std::string_view bytes, const std::string& place) {
  InputBytes input(bytes);
  return io::read_obj(input, place);
}

TriangleMesh parse_stl(std::string_view bytes, const std::string& place) {
  InputBytes input(bytes);
  return io::read_stl(input, place);
}

TriangleMesh parse_ply(std::string_view bytes, const std::string& place) {
  InputBytes input(bytes);
  return io::read_ply(input, place);
}

TriangleMesh parse_off(std::string_view bytes, const std::string& place) {
  InputBytes input(bytes);
  return io::read_off(input, place);
}

TriangleMesh parse_3mf(std::string_view bytes, const std::string& place) {
  InputBytes input(bytes);
  return io::read_3mf(input, place).mesh;
}

MeshInUnits read_mesh_in_its_units(const std::filesystem::path& path) {
  io::refuse_foreign_format(path, io::Wanted::kMesh);
  FileBytes bytes = read_bytes(path);
  InputBytes input(bytes);
  return read_any(input, path.string());
}

TriangleMesh read_mesh(const std::filesystem::path& path) {
  return read_mesh_in_its_units(path).mesh;
}

TriangleMesh read_mesh_in(const std::filesystem::path& path, const std::string& units,
                          std::string* note) {
  MeshInUnits read = read_mesh_in_its_units(path);
  if (read.units.empty() || read.units == units) return std::move(read.mesh);
  const auto from = scene_json::per_millimetre(read.units), to = scene_json::per_millimetre(units);
  const std::string file = path.filename().string() + ": its lengths are in " + read.units;
  if (!from || !to) {
    if (note != nullptr)
      *note = file + "; numbers were kept, since the scene has no unit of length";
    return std::move(read.mesh);
  }
  if (note != nullptr) *note = file + "; they were converted to " + units;
  return scaled(read.mesh, *to / *from);
}

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh,
                std::optional<MeshFormat> format) {
  const std::string extension = extension_of(path);
  if (!format) format = mesh_format_named(extension);
  if (!format) {
    throw InputError({path.string(),
                      extension.empty() ? "no extension" : "the extension ." + extension,
                      "a mesh file: .obj, .stl, .ply or .off", ""});
  }
  write_file(path, [&](const ByteSink& sink) { format_mesh(mesh, *format, sink); });
}

}  // namespace graze
