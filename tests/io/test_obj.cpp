// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/io/mesh_io.h"
#include "io/refusal.h"

namespace graze {
namespace {

const std::string kCorners = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

InputError::Parts refused(const std::string& text) {
  return test::refusal_of([&] { parse_obj(text, "x.obj"); });
}

TEST(G3_Obj, EverySpellingOfACornerIsTheSameTriangle) {
  const std::uint64_t wanted = parse_obj(kCorners + "f 1 2 3\n").content_hash();
  for (const std::string face :
       {"f 1/1 2/1 3/1", "f 1//9 2//9 3//9", "f 1/4/9 2/4/9 3/4/9", "f -4 -3 -2",
        "f -4/-1 -3/-1 -2/-1", "f\t1  2 \t 3   ", "f 1 2 \\\n 3", "f \\\r\n1 2 3", "f 1 2 3 # note",
        "  f 1 2 3", "f +1 2 3", "fo 1 2 3", "f 1 2 3\r", "f 1 2 3\n# end\n\n",
        "g a\nusemtl b\ns off\nf 1 2 3\nl 1 2\np 1"}) {
    EXPECT_EQ(parse_obj(kCorners + face).content_hash(), wanted) << face;
  }
}

TEST(G3_Obj, LinesMayEndInAnyWay) {
  const std::uint64_t wanted = parse_obj(kCorners + "f 1 2 3").content_hash();
  std::string text = kCorners + "f 1 2 3";
  std::string windows;
  std::string macintosh;
  for (const char c : text) {
    windows += c == '\n' ? "\r\n" : std::string(1, c);
    macintosh += c == '\n' ? '\r' : c;
  }
  EXPECT_EQ(parse_obj(windows).content_hash(), wanted);
  EXPECT_EQ(parse_obj(macintosh).content_hash(), wanted);
  EXPECT_EQ(parse_obj("\xef\xbb\xbf" + text).content_hash(), wanted);
}

TEST(G3_Obj, KeepsEveryBitOfACoordinate) {
  const TriangleMesh mesh =
      parse_obj("v 0.1 -2.2250738585072014e-308 1.7976931348623157e308 0.5 0.5 0.5\n");
  EXPECT_EQ(mesh.vertices()[0], Vec3(0.1, -2.2250738585072014e-308, 1.7976931348623157e308));
}

TEST(G3_Obj, NegativeIndicesCountBackFromTheirLine) {
  const TriangleMesh mesh =
      parse_obj("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -4 -3 -1\n");
  EXPECT_EQ(mesh.triangles()[0], (Triangle{0, 1, 2}));
  EXPECT_EQ(mesh.triangles()[1], (Triangle{0, 1, 3}));
}

TEST(G3_Obj, FacesMayComeBeforeTheirVertices) {
  const TriangleMesh mesh = parse_obj("f 1 2 3 4\nf 1 2 3\n" + kCorners);
  ASSERT_EQ(mesh.triangles().size(), 3u);
  EXPECT_EQ(mesh.triangles()[0], (Triangle{0, 1, 2}));
  EXPECT_EQ(mesh.triangles()[1], (Triangle{0, 2, 3}));
}

TEST(G3_Obj, SaysWhereAnIndexIsOutOfRange) {
  const InputError::Parts parts = refused(kCorners + "f 1 2 9\n");
  EXPECT_EQ(parts.place, "x.obj:5:7");
  EXPECT_EQ(parts.found, "vertex index 9");
  EXPECT_EQ(parts.expected, "an index from 1 to 4");
  EXPECT_EQ(refused(kCorners + "f 0 1 2\n").place, "x.obj:5:3");
  EXPECT_EQ(refused("f -1 1 2\n" + kCorners).place, "x.obj:1:3");
  EXPECT_EQ(refused(kCorners + "f 1 2 99999999999999999999\n").place, "x.obj:5:7");
  EXPECT_EQ(refused(kCorners + "f 1 2 4294967297\n").place, "x.obj:5:7");
}

TEST(G3_Obj, SaysWhatIsWrongWithAVertex) {
  EXPECT_EQ(refused("# c\nv 1 2\nf 1 1 1\n").place, "x.obj:2:6");
  EXPECT_EQ(refused("v 1 2\n").found, "the end of the line");
  EXPECT_EQ(refused("v 1 nan 3\n").found, "'nan'");
  EXPECT_EQ(refused("v 1 1e999 3\n").expected, "a number for y within the range of a double");
  EXPECT_EQ(refused("v 1 2x 3\n").found, "'2x'");
  EXPECT_EQ(refused("v 1 2").found, "the end of the file");
}

TEST(G3_Obj, RefusesWhatWouldLoseSurface) {
  EXPECT_EQ(refused(kCorners + "f 1 2\n").found, "a face with 2 corners");
  EXPECT_EQ(refused(kCorners + "surf 0 1 0 1 1 2 3\n").place, "x.obj:5:1");
  EXPECT_EQ(refused(kCorners + "call other.obj\n").found, "'call'");
  EXPECT_EQ(refused(kCorners + "f 1 2 3x\n").expected, "a corner like 7, 7/1, 7//2 or 7/1/2");
}

TEST(G3_Obj, RefusesAnEmptyFileAndAFileThatIsNoObj) {
  EXPECT_EQ(refused("").found, "an empty file");
  EXPECT_EQ(refused("hello\nworld\n").found, "no vertex (v x y z)");
  EXPECT_EQ(refused(std::string(1000, '\0')).found, "no vertex (v x y z)");
}

TEST(G3_Obj, ALineThatGoesOnCannotSmuggleAVertexIn) {
  EXPECT_EQ(parse_obj("v 1 2 3 \\\nv 4 5 6\nf 1 1 2 2").vertices().size(), 2u);
  EXPECT_EQ(refused("v 1 2 \\\nv 3\nf 1 2 2 2").place, "x.obj:2:1");
}

}  // namespace
}  // namespace graze
