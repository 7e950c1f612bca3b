// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/io/mesh_io.h"
#include "io/refusal.h"

namespace graze {
namespace {

InputError::Parts refused_off(const std::string& bytes) {
  return test::refusal_of([&] { parse_off(bytes, "x.off"); });
}

TEST(G3_Off, EveryVariantIsTheSameMesh) {
  const std::uint64_t wanted =
      parse_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n").content_hash();
  for (const std::string text :
       {"# first\nOFF # keyword\n\n3 1 3 # counts\n0 0 0\n\n# between\n1 0 0\n0 1 0 # third\n3 0 1 "
        "2",
        "OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n", "3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n",
        "COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 0 1 0 1\n0 1 0 1 1 1 1\n3 0 1 2 0.5 0.5 0.5\n",
        "NOFF\r\n3 1 0\r\n0 0 0 0 0 1\r\n1 0 0 0 0 1\r\n0 1 0 0 0 1\r\n3 0 1 2 7\r\n",
        "STCNOFF\n3 1\n0 0 0 0 0 1 1 1 1 1 0 0\n1 0 0\n0 1 0\n3 0 1 2\n# end\n"}) {
    EXPECT_EQ(parse_off(text).content_hash(), wanted) << text;
  }
}

TEST(G3_Off, SaysWhereItIsWrong) {
  EXPECT_EQ(refused_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n").place, "x.off:6:7");
  EXPECT_EQ(refused_off("OFF\n3 1 0\n0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n").place, "x.off:4:5");
  EXPECT_EQ(refused_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n2 0 1\n").found, "a face with 2 corners");
  EXPECT_EQ(refused_off("OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n").found, "the end of the file");
  EXPECT_EQ(refused_off("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n").place, "x.off:7:1");
  EXPECT_EQ(refused_off("4OFF\n0 0 0\n").found, "'4OFF'");
  EXPECT_EQ(refused_off("nOFF\n3\n0 0 0\n").found, "'nOFF'");
  EXPECT_EQ(refused_off("OFF BINARY\n").expected, "text");
  EXPECT_EQ(refused_off("").found, "the end of the file");
}

TEST(G3_Off, CountsThatTheFileCannotHoldAreRefused) {
  EXPECT_EQ(refused_off("OFF\n999999999 1 0\n0 0 0\n").place, "x.off:2:1");
  EXPECT_EQ(refused_off("OFF\n1 999999999 0\n0 0 0\n").place, "x.off:2:3");
  EXPECT_EQ(refused_off("OFF\n-1 0 0\n").place, "x.off:2:1");
  EXPECT_EQ(refused_off("OFF\n1 1 0\n0 0 0\n999999 0 0 0\n").place, "x.off:4:1");
}

}  // namespace
}  // namespace graze
