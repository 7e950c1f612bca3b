// SPDX-License-Identifier: MIT
// Writes OBJ, STL, PLY and OFF.
#include <cmath>
#include <limits>

#include "graze/base/error.h"
#include "graze/io/mesh_io.h"
#include "io/bytes.h"
#include "io/decimal.h"

namespace graze {
namespace {
constexpr std::size_t kPartBytes = std::size_t{1} << 16;

/// Collects text and passes it on in parts.
class Buffer {
 public:
  explicit Buffer(const ByteSink& sink) : sink_(sink) { text.reserve(kPartBytes + 1024); }
  std::string text;

  void end_row() {
    if (text.size() >= kPartBytes) flush();
  }
  void flush() {
    sink_(text);
    text.clear();
  }

 private:
  const ByteSink& sink_;
};

void append_point(std::string& text, const Vec3& p) {
  io::append_shortest(text, p.x());
  text += ' ';
  io::append_shortest(text, p.y());
  text += ' ';
  io::append_shortest(text, p.z());
  text += '\n';
}

void append_indices(std::string& text, const Triangle& t, std::uint32_t first) {
  for (const std::uint32_t v : t) {
    text += ' ';
    io::append_whole(text, std::uint64_t{v} + first);
  }
  text += '\n';
}

void format_obj(const TriangleMesh& mesh, Buffer& out) {
  for (const Vec3& v : mesh.vertices()) {
    out.text += "v ";
    append_point(out.text, v);
    out.end_row();
  }
  for (const Triangle& t : mesh.triangles()) {
    out.text += 'f';
    append_indices(out.text, t, 1);
    out.end_row();
  }
}

/// Vertices and "3 a b c" rows, as OFF and text PLY share them.
void format_rows(const TriangleMesh& mesh, Buffer& out) {
  for (const Vec3& v : mesh.vertices()) {
    append_point(out.text, v);
    out.end_row();
  }
  for (const Triangle& t : mesh.triangles()) {
    out.text += '3';
    append_indices(out.text, t, 0);
    out.end_row();
  }
}

void format_off(const TriangleMesh& mesh, Buffer& out) {
  out.text += "OFF\n" + std::to_string(mesh.vertices().size()) + " " +
              std::to_string(mesh.triangles().size()) + " 0\n";
  format_rows(mesh, out);
}

void append_ply_header(const TriangleMesh& mesh, std::string_view encoding, std::string& text) {
  text += "ply\nformat ";
  text += encoding;
  text += " 1.0\nelement vertex " + std::to_string(mesh.vertices().size());
  text += "\nproperty double x\nproperty double y\nproperty double z\nelement face ";
  text += std::to_string(mesh.triangles().size());
  text += "\nproperty list uchar uint vertex_indices\nend_header\n";
}

void format_ply_ascii(const TriangleMesh& mesh, Buffer& out) {
  append_ply_header(mesh, "ascii", out.text);
  format_rows(mesh, out);
}

void format_ply_binary(const TriangleMesh& mesh, std::endian order, Buffer& out) {
  append_ply_header(
      mesh, order == std::endian::little ? "binary_little_endian" : "binary_big_endian", out.text);
  for (const Vec3& v : mesh.vertices()) {
    for (const double x : v) io::append_bytes(out.text, x, order);
    out.end_row();
  }
  for (const Triangle& t : mesh.triangles()) {
    out.text += '\3';
    for (const std::uint32_t v : t) io::append_bytes(out.text, v, order);
    out.end_row();
  }
}

/// Unit normal, or zero where the triangle has none; scaled first so that nothing overflows.
Vec3 unit_normal(const std::array<Vec3, 3>& corners) {
  const Vec3 u = corners[1] * 0.5 - corners[0] * 0.5;
  const Vec3 v = corners[2] * 0.5 - corners[0] * 0.5;
  const double size = std::max(u.cwiseAbs().maxCoeff(), v.cwiseAbs().maxCoeff());
  if (!(size > 0.0)) return Vec3::Zero();
  const Vec3 normal = (u / size).cross(v / size);
  const double length = normal.norm();
  return length > 0.0 ? Vec3(normal / length) : Vec3(Vec3::Zero());
}

void format_stl_ascii(const TriangleMesh& mesh, Buffer& out) {
  out.text += "solid graze\n";
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const std::array<Vec3, 3> corners = mesh.corners(i);
    out.text += "facet normal ";
    append_point(out.text, unit_normal(corners));
    out.text += "outer loop\n";
    for (const Vec3& corner : corners) {
      out.text += "vertex ";
      append_point(out.text, corner);
    }
    out.text += "endloop\nendfacet\n";
    out.end_row();
  }
  out.text += "endsolid graze\n";
}

void append_float_point(std::string& text, const Vec3& p) {
  for (const double x : p) {
    const auto rounded = static_cast<float>(x);
    if (!std::isfinite(rounded)) {
      std::string found = "the coordinate ";
      io::append_shortest(found, x);
      throw InputError({"binary STL", std::move(found), "at most 3.4028e38, the largest float",
                        "write another format, or scale the mesh"});
    }
    io::append_bytes(text, rounded);
  }
}

void format_stl_binary(const TriangleMesh& mesh, Buffer& out) {
  if (mesh.triangles().size() > std::numeric_limits<std::uint32_t>::max()) {
    throw InputError({"binary STL", std::to_string(mesh.triangles().size()) + " triangles",
                      "fewer than 2^32", "write another format"});
  }
  std::string header = "binary STL by graze";  // must not start with "solid"
  header.resize(80, ' ');
  out.text += header;
  io::append_bytes(out.text, static_cast<std::uint32_t>(mesh.triangles().size()));
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const std::array<Vec3, 3> corners = mesh.corners(i);
    append_float_point(out.text, unit_normal(corners));
    for (const Vec3& corner : corners) append_float_point(out.text, corner);
    out.text.append(2, '\0');
    out.end_row();
  }
}
}  // namespace

void format_mesh(const TriangleMesh& mesh, MeshFormat format, const ByteSink& sink) {
  Buffer out(sink);
  switch (format) {
    case MeshFormat::kObj:
      format_obj(mesh, out);
      break;
    case MeshFormat::kStlAscii:
      format_stl_ascii(mesh, out);
      break;
    case MeshFormat::kStlBinary:
      format_stl_binary(mesh, out);
      break;
    case MeshFormat::kPlyAscii:
      format_ply_ascii(mesh, out);
      break;
    case MeshFormat::kPlyBinaryLittleEndian:
      format_ply_binary(mesh, std::endian::little, out);
      break;
    case MeshFormat::kPlyBinaryBigEndian:
      format_ply_binary(mesh, std::endian::big, out);
      break;
    case MeshFormat::kOff:
      format_off(mesh, out);
      break;
  }
  out.flush();
}

std::string format_mesh(const TriangleMesh& mesh, MeshFormat format) {
  std::string bytes;
  format_mesh(mesh, format, [&](std::string_view part) { bytes += part; });
  return bytes;
}

}  // namespace graze
