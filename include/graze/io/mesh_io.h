// SPDX-License-Identifier: MIT
// Meshes in and out: OBJ, STL, PLY and OFF, in double precision; COLLADA (.dae) and 3MF in.   [G3]
//
// The mesh holds what the file says: text coordinates become the nearest doubles, polygons become
// triangles that cover them (docs/formats.md says how), and nothing is scaled, turned or merged.
// There are three exceptions. In STL, which has no shared vertices, corners with equal coordinates
// become one vertex. In COLLADA, nodes place the meshes and <unit> scales them to metres. In 3MF,
// components and items place them (its unit is reported, not applied). A file of n bytes never
// costs more than a small multiple of n bytes of memory, whatever its header claims (3MF: a
// multiple of the unpacked bytes, which are at most 200 n).
#pragma once
#include <graze/geometry/triangle_mesh.h>
#include <graze/io/file.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace graze {

enum class MeshFormat {
  kObj,
  kStlAscii,
  kStlBinary,  ///< coordinates are rounded to float: relative error up to 2^-24
  kPlyAscii,
  kPlyBinaryLittleEndian,
  kPlyBinaryBigEndian,
  kOff,
};

/// "obj", "stl-ascii", "stl", "ply-ascii", "ply", "ply-big-endian", "off".
std::string_view name(MeshFormat format);
/// The format of that name, or nothing.
std::optional<MeshFormat> mesh_format_named(std::string_view name);

/// Reads a mesh file. The format follows from the content where that is unmistakable (PLY, OFF,
/// STL), else from the extension. Throws InputError with file, line and column (or byte) at the
/// first thing that is wrong.
TriangleMesh read_mesh(const std::filesystem::path& path);

/// A mesh and the unit of its lengths, as scenes name units ("mm"); "" where the format states
/// none.
struct MeshInUnits {
  TriangleMesh mesh;
  std::string units;
};

/// 3MF: the file's unit. COLLADA: metres. The numbers are those of read_mesh.
MeshInUnits read_mesh_in_its_units(const std::filesystem::path& path);

/// In the units of a scene: a file that states others is converted, each coordinate rounded once.
/// In a scene whose units are not lengths ("unit") numbers stay as they are. `note`, if given, is
/// set to a sentence that says what was done.
TriangleMesh read_mesh_in(const std::filesystem::path& path, const std::string& units,
                          std::string* note = nullptr);

/// The same for bytes in memory; `place` names them in errors and its extension counts.
TriangleMesh parse_mesh(std::string_view bytes, const std::string& place);

/// One for each format. They throw InputError like read_mesh.
TriangleMesh parse_obj(std::string_view bytes, const std::string& place = "obj");
TriangleMesh parse_stl(std::string_view bytes, const std::string& place = "stl");
TriangleMesh parse_ply(std::string_view bytes, const std::string& place = "ply");
TriangleMesh parse_off(std::string_view bytes, const std::string& place = "off");
TriangleMesh parse_3mf(std::string_view bytes, const std::string& place = "3mf");

/// Writes a mesh; without a format the extension decides (.stl and .ply: little-endian binary).
/// Every format but kStlBinary gives back the same doubles when read; the STL formats lose vertices
/// that no triangle uses, and number the others in the order of their use. The file is written
/// completely or not at all. Throws InputError if it cannot be written, if the extension is not
/// known, or if a coordinate is too large for a float (kStlBinary).
void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh,
                std::optional<MeshFormat> format = {});

/// The bytes that write_mesh writes, in parts of about 64 kB, so that memory stays small.
void format_mesh(const TriangleMesh& mesh, MeshFormat format, const ByteSink& sink);
/// The same in one string.
std::string format_mesh(const TriangleMesh& mesh, MeshFormat format);

}  // namespace graze
