// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/io/mesh_io.h"
#include "io/bytes.h"
#include "io/refusal.h"

namespace graze {
namespace {

const std::string kVertexHeader =
    "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string kFaceHeader = "element face 2\nproperty list uchar int vertex_indices\n";
const std::string kVertexRows = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
const std::string kFaceRows = "3 0 1 2\n3 0 2 3\n";

std::string ascii(const std::string& header, const std::string& rows) {
  return "ply\nformat ascii 1.0\n" + header + "end_header\n" + rows;
}

std::uint64_t square() {
  return parse_ply(ascii(kVertexHeader + kFaceHeader, kVertexRows + kFaceRows)).content_hash();
}

InputError::Parts refused_ply(const std::string& bytes) {
  return test::refusal_of([&] { parse_ply(bytes, "x.ply"); });
}

TEST(G3_Ply, ExtraElementsPropertiesAndListsArePassedOver) {
  const std::string header =
      "comment made by hand\nobj_info x\nelement camera 1\nproperty list uchar float f\nproperty "
      "int n\n"
      "element vertex 4\nproperty uchar red\nproperty double z\nproperty float y\nproperty list "
      "int short "
      "tags\nproperty int16 x\n"
      "element face 1\nproperty list uint8 float texcoord\nproperty list int32 uint32 "
      "vertex_index\n"
      "property uchar flags\nelement edge 0\nproperty int a\n";
  const std::string rows =
      "2 nan nan 7\n9 0 0 0 0\n9 0 0 1 5 1\n9 0 1 2 5 5 1\n9 0 1 0 0\n2 0.5 inf 4 0 1 2 3 1\n";
  EXPECT_EQ(parse_ply(ascii(header, rows)).content_hash(), square());
}

TEST(G3_Ply, FacesMayComeFirst) {
  EXPECT_EQ(parse_ply(ascii(kFaceHeader + kVertexHeader, kFaceRows + kVertexRows)).content_hash(),
            square());
}

template <typename Coordinate, typename Count, typename Index>
std::string binary(std::endian order, const std::string& types) {
  std::string bytes = "ply\nformat binary_";
  bytes += order == std::endian::little ? "little" : "big";
  bytes += "_endian 1.0\n" + types + "end_header\n";
  const int rows[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  for (const auto& row : rows) {
    for (const int x : row) io::append_bytes(bytes, static_cast<Coordinate>(x), order);
  }
  const int corners[2][3] = {{0, 1, 2}, {0, 2, 3}};
  for (const auto& face : corners) {
    io::append_bytes(bytes, static_cast<Count>(3), order);
    for (const int x : face) io::append_bytes(bytes, static_cast<Index>(x), order);
  }
  return bytes;
}

std::string typed_header(const std::string& coordinate, const std::string& count,
                         const std::string& index) {
  return "element vertex 4\nproperty " + coordinate + " x\nproperty " + coordinate +
         " y\nproperty " + coordinate + " z\nelement face 2\nproperty list " + count + " " + index +
         " vertex_indices\n";
}

TEST(G3_Ply, AllTypesInBothByteOrdersGiveTheSameMesh) {
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    EXPECT_EQ(parse_ply(binary<float, std::uint8_t, std::int32_t>(
                            order, typed_header("float", "uchar", "int")))
                  .content_hash(),
              square());
    EXPECT_EQ(parse_ply(binary<double, std::uint32_t, std::uint16_t>(
                            order, typed_header("float64", "uint", "ushort")))
                  .content_hash(),
              square());
    EXPECT_EQ(parse_ply(binary<std::int16_t, std::int16_t, std::int8_t>(
                            order, typed_header("short", "int16", "char")))
                  .content_hash(),
              square());
    EXPECT_EQ(parse_ply(binary<std::uint8_t, std::int8_t, std::uint8_t>(
                            order, typed_header("uchar", "int8", "uint8")))
                  .content_hash(),
              square());
  }
}

TEST(G3_Ply, BinaryBodyMayFollowAnyLineEnd) {
  const std::string bytes = binary<float, std::uint8_t, std::int32_t>(
      std::endian::little, typed_header("float", "uchar", "int"));
  const std::size_t body = bytes.find("end_header\n") + 11;
  std::string windows;
  std::string macintosh;
  for (const char c : bytes.substr(0, body)) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
    macintosh += c == '\n' ? '\r' : c;
  }
  EXPECT_EQ(parse_ply(windows + bytes.substr(body)).content_hash(), square());
  EXPECT_EQ(parse_ply(macintosh + bytes.substr(body)).content_hash(), square());
}

TEST(G3_Ply, CountsThatTheFileCannotHoldAreRefusedAtTheHeader) {
  const std::string huge =
      "ply\nformat binary_little_endian 1.0\nelement vertex 999999999999\nproperty float "
      "x\nproperty float "
      "y\nproperty float z\nend_header\n";
  const InputError::Parts parts = refused_ply(huge + std::string(24, '\0'));
  EXPECT_EQ(parts.place, "x.ply:3:16");
  EXPECT_EQ(parts.expected, "at most 2 elements of 'vertex' in a file of this size");
  EXPECT_EQ(
      refused_ply(
          ascii("element vertex 99999999\nproperty float x\nproperty float y\nproperty float z\n",
                "0 0 0\n"))
          .place,
      "x.ply:3:16");
  EXPECT_EQ(
      refused_ply(
          "ply\nformat binary_big_endian 1.0\nelement void 999999999999999\nelement vertex 0\n"
          "property int x\nproperty int y\nproperty int z\nend_header\n")
          .place,
      "")
      << "rows without properties take no time";
}

TEST(G3_Ply, ListsThatTheFileCannotHoldAreRefused) {
  const std::string header =
      "ply\nformat binary_little_endian 1.0\nelement vertex 0\nproperty float x\n"
      "property float y\nproperty float z\nelement face 1\n"
      "property list uint int vertex_indices\nend_header\n";
  const InputError::Parts parts = refused_ply(header + std::string(4, '\xff'));
  EXPECT_EQ(parts.place, "x.ply: byte " + std::to_string(header.size()));
  EXPECT_EQ(parts.found, "a list of 4294967295 values");
}

TEST(G3_Ply, SaysLineAndColumnInTextAndByteInBinary) {
  EXPECT_EQ(
      refused_ply(ascii(kVertexHeader + kFaceHeader, kVertexRows + "3 0 1 4\n3 0 2 3\n")).place,
      "x.ply:14:7");
  EXPECT_EQ(refused_ply(ascii(kVertexHeader + kFaceHeader, kVertexRows + "3 0 1 2 5\n3 0 2 3\n"))
                .expected,
            "the end of the line");
  EXPECT_EQ(
      refused_ply(ascii(kVertexHeader + kFaceHeader, kVertexRows + "3 0 1\n3 0 2 3  \n")).found,
      "the end of the line");
  EXPECT_EQ(
      refused_ply(ascii(kVertexHeader + kFaceHeader, kVertexRows + kFaceRows + "1 2\n")).expected,
      "the end of the file");
  EXPECT_EQ(
      refused_ply(ascii(kVertexHeader + kFaceHeader, "0 nan 0\n1 0 0\n1 1 0\n0 1 0\n" + kFaceRows))
          .place,
      "x.ply:10:3");
  std::string bytes = binary<float, std::uint8_t, std::int32_t>(
      std::endian::little, typed_header("float", "uchar", "int"));
  bytes.back() = '\x7f';
  EXPECT_EQ(refused_ply(bytes).place, "x.ply: byte " + std::to_string(bytes.size() - 4));
  bytes.resize(bytes.size() - 1);
  EXPECT_EQ(refused_ply(bytes).expected, "1 more bytes");
}

TEST(G3_Ply, SaysWhatIsWrongWithAHeader) {
  EXPECT_EQ(refused_ply("").place, "x.ply:1:1");
  EXPECT_EQ(refused_ply("plx\n").expected, "a first line 'ply'");
  EXPECT_EQ(refused_ply("ply\nformat ascii 1.0\n").expected, "end_header");
  EXPECT_EQ(refused_ply("ply\nformat utf8 1.0\nend_header\n").place, "x.ply:2:8");
  EXPECT_EQ(refused_ply("ply\nformat ascii 2.0\nend_header\n").place, "x.ply:2:14");
  EXPECT_EQ(refused_ply("ply\nelement vertex 0\nend_header\n").expected, "format");
  EXPECT_EQ(refused_ply("ply\nformat ascii 1.0\nproperty float x\nend_header\n").expected,
            "an element first");
  EXPECT_EQ(refused_ply("ply\nformat ascii 1.0\nelement vertex -1\nend_header\n").place,
            "x.ply:3:16");
  EXPECT_EQ(refused_ply("ply\nformat ascii 1.0\nelement vertex\nend_header\n").found,
            "the end of the line");
  EXPECT_EQ(
      refused_ply("ply\nformat ascii 1.0\nelement vertex 0\nproperty real x\nend_header\n").found,
      "'real'");
  EXPECT_EQ(
      refused_ply(ascii("element face 0\nproperty list uchar int vertex_indices\n", "")).found,
      "no vertex element");
  EXPECT_EQ(
      refused_ply(ascii(kVertexHeader + "element face 1\nproperty int a\n", kVertexRows + "1\n"))
          .found,
      "faces without vertex indices");
  EXPECT_EQ(
      refused_ply(ascii("element vertex 1\nproperty float x\nproperty float y\n", "0 0\n")).found,
      "vertices without a number z");
  EXPECT_EQ(refused_ply(
                ascii(kVertexHeader + "element tristrips 1\nproperty list int int vertex_indices\n",
                      kVertexRows + "3 0 1 2\n"))
                .found,
            "triangle strips");
}

}  // namespace
}  // namespace graze
