// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/assert.h"
#include "graze/base/error.h"

namespace graze {
namespace {

TEST(Base_InputError, SaysPlaceFoundExpectedAndAdviceInOneSentence) {
  const InputError error({"gear.obj:17", "'x'", "a number", "write 1.5"});
  EXPECT_STREQ(error.what(), "gear.obj:17: found 'x', expected a number; write 1.5");
  EXPECT_EQ(error.parts().place, "gear.obj:17");
}

TEST(Base_InputError, AdviceMayBeMissing) {
  EXPECT_STREQ(InputError({"--span", "2:1", "begin before end", ""}).what(),
               "--span: found 2:1, expected begin before end");
}

#if defined(GRAZE_ENABLE_ASSERTS)
TEST(Base_Assert, AFalseConditionAbortsWithFileAndLine) {
  EXPECT_DEATH(GRAZE_ASSERT(1 + 1 == 3), "test_error.cpp:.*assertion failed: 1 \\+ 1 == 3");
}
#endif

}  // namespace
}  // namespace graze
