// SPDX-License-Identifier: MIT
// The two backends draw the same fragments.                                                  [V6]
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/volume.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
class V6_OpenGl : public testing::Test {
 protected:
  void SetUp() override {
    if (!opengl_obstacle().empty()) {
      GTEST_SKIP() << "OpenGL is not here: " << opengl_obstacle();
    }
  }
};

TEST_F(V6_OpenGl, DrawsTheFragmentsOfTheCpu) {
  RecordProperty("renderer", opengl_renderer());
  // Mesa's software driver rounds doubles as the CPU does; others may do it their own way.
  const bool is_ieee = opengl_renderer().find("llvmpipe") != std::string::npos;
  DepthImages cpu, gl;
  const std::size_t all = trials(100, 6);
  for (std::size_t trial = 0; trial < all; ++trial) {
    std::mt19937_64 random = generator(trial);
    const auto names = shape_names();
    const auto any = [&] { return DepthSurface(make_shape(names[random() % names.size()])); };
    const DepthBody bodies[] = {{any(), {random_rotation(random), random_vector(random, 0.2)}},
                                {any(), {random_rotation(random), random_vector(random, 0.2)}}};
    DepthOptions options;
    const int n = 1 + static_cast<int>(random() % 48);
    options.pixels = {n, 2 * n, n + 7};
    options.layers_everywhere = trial % 2 == 0;
    cpu.draw(bodies, options);
    options.backend = DepthBackend::kOpenGl;
    gl.draw(bodies, options);
    EXPECT_EQ(cpu.stats().fragments, gl.stats().fragments);
    for (int axis = 0; axis < 3; ++axis) {
      for (int j = 0; j < cpu.view(axis).rows; ++j) {
        for (int i = 0; i < cpu.view(axis).columns; ++i) {
          const auto a = cpu.column(axis, i, j), b = gl.column(axis, i, j);
          ASSERT_EQ(a.size(), b.size()) << trial << " " << axis << " " << i << " " << j;
          for (std::size_t k = 0; k < a.size(); ++k) {
            if (is_ieee) {
              ASSERT_EQ(a[k].depth, b[k].depth);
            } else {
              ASSERT_NEAR(a[k].depth, b[k].depth, 1e-12);
            }
            ASSERT_EQ(a[k].triangle, b[k].triangle);
            ASSERT_EQ(a[k].body, b[k].body);
            ASSERT_EQ(a[k].is_entering, b[k].is_entering);
          }
        }
      }
    }
    const OverlapVolume on_cpu = cpu.overlap(0, 1), on_gl = gl.overlap(0, 1);
    EXPECT_NEAR(on_cpu.volume, on_gl.volume, 1e-13);
    EXPECT_LT((on_cpu.sides[0].rigid.linear - on_gl.sides[0].rigid.linear).norm(), 1e-13);
  }
}

TEST(V6_Backend, SaysWhatIsMissingWhereOpenGlIs) {
  if (opengl_obstacle().empty()) {
    EXPECT_FALSE(opengl_renderer().empty());
    return;
  }
  DepthOptions options;
  options.backend = DepthBackend::kOpenGl;
  try {
    check(options);
    FAIL() << "no refusal";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(opengl_obstacle()), std::string::npos);
  }
}

}  // namespace
}  // namespace graze::test
