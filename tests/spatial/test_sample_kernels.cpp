// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstring>

#include "spatial/node_sample.h"
#include "spatial/sample_kernels.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
std::vector<BuildTriangle> build_triangles(const TriangleMesh& mesh) {
  std::vector<BuildTriangle> triangles;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto c = mesh.corners(i);
    triangles.push_back({{c[0], c[1], c[2]}, static_cast<double>(i)});
  }
  return triangles;
}

template <typename T>
void expect_same_bits(const T& a, const T& b, const char* what) {
  EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0) << what;
}

/// The axes of a frame that is turned by any angles, as kernels take them.
struct Axes {
  float narrow[9];
  double wide[9];
  explicit Axes(const Mat3& m) {
    for (int k = 0; k < 9; ++k) narrow[k] = static_cast<float>(wide[k] = m.data()[k]);
  }
};

void expect_same_choices(const NodeSample& sample, const Axes& axes) {
  const SampleKernels plain = portable_sample_kernels(), &best = sample_kernels();
  float extents[2][3];
  plain.extents(sample, axes.narrow, extents[0]);
  best.extents(sample, axes.narrow, extents[1]);
  expect_same_bits(extents[0], extents[1], "extents");
  for (const bool by_corner : {false, true}) {
    SampleMoments moments[2];
    plain.moments(sample, by_corner, moments[0]);
    best.moments(sample, by_corner, moments[1]);
    expect_same_bits(moments[0], moments[1], "moments");
  }
  std::size_t pairs[2][2];
  plain.farthest_pair(sample, pairs[0]);
  best.farthest_pair(sample, pairs[1]);
  expect_same_bits(pairs[0], pairs[1], "farthest pair");
  EXPECT_EQ(plain.farthest_from_line(sample, axes.narrow, axes.narrow + 3),
            best.farthest_from_line(sample, axes.narrow, axes.narrow + 3));
  if (sample.count > SampleTriangles::kFewestFrames) return;
  EXPECT_EQ(plain.best_edge(sample, axes.narrow), best.best_edge(sample, axes.narrow));
}

void expect_same_places(const NodeSample& sample, const Axes& axes) {
  const SampleKernels plain = portable_sample_kernels(), &best = sample_kernels();
  PlacedSample placed[2];
  std::memset(&placed, 0, sizeof placed);
  plain.place(sample, axes.narrow, placed[0]);
  best.place(sample, axes.narrow, placed[1]);
  for (std::size_t i = 0; i < sample.count; ++i) {
    for (const int k : {0, 1, 2, 4, 5, 6}) {
      EXPECT_EQ(placed[0].reach[i][k], placed[1].reach[i][k]) << i << ' ' << k;
    }
    for (int k = 0; k < 3; ++k) EXPECT_EQ(placed[0].centroid[k][i], placed[1].centroid[k][i]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    SampleBins bins[2];
    plain.fill_bins(placed[0], sample.count, axis, bins[0]);
    best.fill_bins(placed[0], sample.count, axis, bins[1]);
    EXPECT_EQ(bins[0].lo, bins[1].lo);
    EXPECT_EQ(bins[0].width, bins[1].width);
    if (!(bins[0].width > 1e-20f)) continue;
    expect_same_bits(bins[0].counts, bins[1].counts, "bins");
    if (sample.count > SampleTriangles::kFew) continue;
    Sweep sweeps[2];
    plain.sweep(placed[0].reach, placed[0].centroid[axis], sample.count, sweeps[0]);
    best.sweep(placed[0].reach, placed[0].centroid[axis], sample.count, sweeps[1]);
    for (std::size_t i = 0; i < sample.count; ++i) {
      EXPECT_EQ(sweeps[0].order[i], sweeps[1].order[i]);
      if (i == 0) continue;
      EXPECT_EQ(sweeps[0].before[i], sweeps[1].before[i]);
      EXPECT_EQ(sweeps[0].after[i], sweeps[1].after[i]);
    }
  }
}

TEST(C3_SampleKernels, AllInstructionSetsGiveTheSameBits) {
  for (std::size_t trial = 0, count = trials(2000); trial < count; ++trial) {
    auto random = generator(trial);
    const std::vector<BuildTriangle> triangles =
        build_triangles(random_soup(random, {.triangles = 1 + random() % 300, .odd_share = 0.2}));
    const NodeSample sample(triangles, 0.37);
    const Axes axes(random_rotation(random));
    expect_same_choices(sample, axes);
    expect_same_places(sample, axes);
    double lo[2][3], hi[2][3];
    const double* reference = triangles[0].corners[0].data();
    portable_sample_kernels().bounds(rows_of(triangles), reference, axes.wide, lo[0], hi[0]);
    sample_kernels().bounds(rows_of(triangles), reference, axes.wide, lo[1], hi[1]);
    expect_same_bits(lo[0], lo[1], "lower bounds");
    expect_same_bits(hi[0], hi[1], "upper bounds");
  }
}

TEST(C3_SampleKernels, PointsComeFromEveryStrideOfALargeNode) {
  auto random = generator(7);
  const std::vector<BuildTriangle> triangles =
      build_triangles(random_soup(random, {.triangles = 1000, .odd_share = 0.0}));
  const NodeSample sample(triangles, 2.0);
  ASSERT_LE(sample.count, SampleTriangles::kMost);
  for (std::size_t i = 0; i < sample.count; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3 expected =
          2.0 * (triangles[i * sample.stride].corners[c] - triangles[0].corners[0]);
      for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(static_cast<double>(sample.at[c][k][i]), expected[static_cast<int>(k)], 1e-5);
      }
    }
  }
}
}  // namespace
}  // namespace graze::test
