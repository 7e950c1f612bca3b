// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/spatial/obb_tree.h"
#include "support/exact_box.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
struct Parts {
  TriangleMesh mesh;
  std::vector<ObbNode> nodes;
  std::vector<std::uint32_t> order;

  explicit Parts(const ObbTree& tree)
      : mesh(tree.mesh()),
        nodes(tree.nodes().begin(), tree.nodes().end()),
        order(tree.order().begin(), tree.order().end()) {}
  ObbTree tree() const { return obb_tree_from_parts(mesh, nodes, order); }
};

Parts some_parts(std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  return Parts(build_obb_tree(random_soup(random, {.triangles = 20})));
}

TEST(C3_ObbTreeFromParts, AcceptsWhatBuildingGives) {
  for (std::size_t trial = 0, count = trials(400); trial < count; ++trial) {
    auto random = generator(trial);
    const double scale = trial % 3 == 0 ? 1e-6 : 1e5;
    const ObbTree tree = build_obb_tree(
        random_soup(random, {.triangles = random() % 60,
                             .scale = scale,
                             .offset = random_vector(random, trial % 2 == 0 ? 0.0 : 1e6),
                             .odd_share = 0.5}));
    EXPECT_EQ(Parts(tree).tree().content_hash(), tree.content_hash());
  }
}

TEST(C3_ObbTreeFromParts, RefusesABoxThatATriangleSticksOutOf) {
  const Parts good = some_parts();
  for (std::size_t i = 0; i < good.nodes.size(); ++i) {
    for (int k = 0; k < 3; ++k) {
      Parts bad = good;
      double& half = bad.nodes[i].box.half_size[k];
      half = std::max(0.0, half * (1.0 - 1e-9) - 1e-13);
      EXPECT_THROW(bad.tree(), InputError) << "node " << i;
    }
  }
}

TEST(C3_ObbTreeFromParts, RefusesWhatIsNoTree) {
  const Parts good = some_parts();
  const auto refused = [&good](const auto& spoil) {
    Parts bad = good;
    spoil(bad);
    EXPECT_THROW(bad.tree(), InputError);
  };
  refused([](Parts& p) { p.nodes[0].first = 0; });
  refused([](Parts& p) { p.nodes[0].first = 0xffffffffu; });
  refused([](Parts& p) { p.nodes[0].count = 1; });
  refused([](Parts& p) { p.nodes.pop_back(); });
  refused([](Parts& p) { p.nodes.push_back(p.nodes.back()); });
  refused([](Parts& p) { p.nodes.clear(); });
  refused([](Parts& p) { p.nodes.back().count = 0xffffffffu; });
  refused([](Parts& p) { p.nodes.back().first = 0xfffffffeu; });
  refused([](Parts& p) { p.order[0] = p.order[1]; });
  refused([](Parts& p) { p.order[0] = 1000; });
  refused([](Parts& p) { p.order.pop_back(); });
  refused([](Parts& p) { p.nodes[1].box.centre.x() = std::numeric_limits<double>::quiet_NaN(); });
  refused([](Parts& p) { p.nodes[1].box.half_size.x() = std::numeric_limits<double>::infinity(); });
  refused([](Parts& p) { p.nodes[1].box.axes.col(0) *= 1.5; });
}

TEST(C3_RefitObbTree, BoxesContainMovedTrianglesExactly) {
  for (std::size_t trial = 0, count = trials(200); trial < count; ++trial) {
    auto random = generator(trial);
    const ObbTree tree = build_obb_tree(random_soup(random, {.triangles = 40}));
    std::vector<Vec3> moved(tree.mesh().vertices().begin(), tree.mesh().vertices().end());
    for (Vec3& v : moved) v += random_vector(random, trial % 2 == 0 ? 0.01 : 3.0);
    const auto triangles = tree.mesh().triangles();
    const TriangleMesh mesh(moved, {triangles.begin(), triangles.end()});
    const ObbTree refitted = refit_obb_tree(tree, mesh);
    EXPECT_EQ(refitted.mesh().content_hash(), mesh.content_hash());
    EXPECT_EQ(refitted.content_hash(), refit_obb_tree(tree, mesh, 1).content_hash());
    EXPECT_EQ(Parts(refitted).tree().content_hash(), refitted.content_hash());  // checks all boxes
    for (const Vec3& v : moved) EXPECT_TRUE(contains_exactly(refitted.nodes()[0].box, v));
  }
}

TEST(C3_RefitObbTree, RefusesOtherTriangles) {
  const ObbTree tree = some_parts().tree();
  const auto vertices = tree.mesh().vertices();
  EXPECT_THROW(refit_obb_tree(tree, {{vertices.begin(), vertices.end()}, {{0, 1, 2}}}), InputError);
}
}  // namespace
}  // namespace graze::test
