// SPDX-License-Identifier: MIT
// Elements alone: rigid motions, constant strain, weights, bad input.                         [V4]
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

#include "elastic/elastic_forces.h"
#include "graze/base/error.h"
#include "graze/geometry/mass_properties.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
using elastic::ElasticForces;

/// A box of cells, each cut into six tetrahedra.
TetrahedralMesh box_of_tetrahedra(const std::array<int, 3>& cells, double side) {
  TetrahedralMesh mesh;
  const auto node = [&](int x, int y, int z) {
    return static_cast<std::uint32_t>((z * (cells[1] + 1) + y) * (cells[0] + 1) + x);
  };
  for (int z = 0; z <= cells[2]; ++z) {
    for (int y = 0; y <= cells[1]; ++y) {
      for (int x = 0; x <= cells[0]; ++x) mesh.vertices.push_back(side * Vec3(x, y, z));
    }
  }
  constexpr int kOrders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int z = 0; z < cells[2]; ++z) {
    for (int y = 0; y < cells[1]; ++y) {
      for (int x = 0; x < cells[0]; ++x) {
        for (const auto& order : kOrders) {
          std::array<int, 3> at{x, y, z};
          Tetrahedron t{node(x, y, z)};
          for (std::size_t k = 0; k < 3; ++k) {
            ++at[static_cast<std::size_t>(order[k])];
            t[k + 1] = node(at[0], at[1], at[2]);
          }
          if (volume_of(mesh, t) < 0.0) std::swap(t[2], t[3]);
          mesh.tetrahedra.push_back(t);
        }
      }
    }
  }
  return mesh;
}

const ElasticMaterial kStiff{1000.0, 1e5, 0.3};

std::shared_ptr<const ElasticModel> shared(ElasticModel model) {
  return std::make_shared<const ElasticModel>(std::move(model));
}

std::vector<std::shared_ptr<const ElasticModel>> all_kinds() {
  const TriangleMesh gear = make_shape("gear");
  return {shared(make_lattice(make_shape("box", {{"x", 0.8}, {"y", 0.6}, {"z", 0.4}}), kStiff)),
          shared(make_lattice(make_shape("torus"), kStiff)),
          shared(make_tetrahedral(box_of_tetrahedra({3, 2, 2}, 0.1), kStiff)),
          shared(make_particles(gear, 2.0, springs_of(gear, 100.0, 1.0)))};
}

double largest(std::span<const Vec3> vectors) {
  double most = 0.0;
  for (const Vec3& v : vectors) most = std::max(most, v.norm());
  return most;
}

TEST(V4_ElasticForces, ARigidMotionMakesNoForce) {
  const Mat3 turn = rotation_about({1.0, 2.0, 3.0}, 2.5);
  for (const auto& model : all_kinds()) {
    ElasticForces forces(model);
    std::vector<Vec3> x;
    for (const Vec3& p : model->nodes) x.push_back(turn * p + Vec3(5.0, -3.0, 2.0));
    forces.update(x);
    const double scale = kStiff.young * 0.01;  // of a strain of 1 on a small face
    EXPECT_LT(largest(forces.forces()), 1e-11 * scale);
    EXPECT_LT(forces.energy(), 1e-15 * scale);
  }
}

TEST(V4_ElasticForces, ForcesOfAnyDeformationSumToZero) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> shift(-0.02, 0.02);
  for (const auto& model : all_kinds()) {
    ElasticForces forces(model);
    std::vector<Vec3> x;
    for (const Vec3& p : model->nodes)
      x.push_back(p + Vec3(shift(random), shift(random), shift(random)));
    forces.update(x);
    Vec3 sum = Vec3::Zero();
    for (const Vec3& f : forces.forces()) sum += f;
    EXPECT_LT(sum.norm(), 1e-10 * largest(forces.forces()));
  }
}

/// Constant strain: inside, forces balance; on a face they are stress times area.
void expect_patch(const std::shared_ptr<const ElasticModel>& model, const Vec3& size) {
  const Mat3 strain = (Mat3() << 1.0, 0.3, -0.2, 0.3, -0.5, 0.4, -0.2, 0.4, 0.7).finished() * 1e-3;
  const double lambda = kStiff.young * 0.3 / (1.3 * 0.4), mu = 0.5 * kStiff.young / 1.3;
  const Mat3 stress = 2.0 * mu * strain + lambda * strain.trace() * Mat3::Identity();
  ElasticForces forces(model);
  std::vector<Vec3> x;
  for (const Vec3& p : model->nodes) x.push_back(p + strain * p);
  forces.update(x);
  const Vec3 lo = model->surface.bounds().lo, hi = model->surface.bounds().hi;
  Vec3 pull = Vec3::Zero();
  for (std::size_t n = 0; n < x.size(); ++n) {
    const Vec3& p = model->nodes[n];
    const bool is_inside =
        (p.array() > lo.array() + 1e-6).all() && (p.array() < hi.array() - 1e-6).all();
    if (is_inside) {
      EXPECT_LT(forces.forces()[n].norm(), 1e-10 * kStiff.young);
    }
    if (p.x() > hi.x() - 1e-6) pull += forces.forces()[n];
  }
  const Vec3 expected = -stress.col(0) * (size.y() * size.z());
  EXPECT_LT((pull - expected).norm(), 1e-10 * kStiff.young) << pull.transpose();
  EXPECT_NEAR(forces.energy(), 0.5 * (stress.cwiseProduct(strain)).sum() * size.prod(),
              1e-9 * kStiff.young);
}

TEST(V4_ElasticForces, PassThePatchTest) {
  const Vec3 size(0.5, 0.4, 0.3);
  expect_patch(shared(make_lattice(make_shape("box", {{"x", 0.5}, {"y", 0.4}, {"z", 0.3}}), kStiff,
                                   {.cells_across = 3})),
               size);
  expect_patch(shared(make_tetrahedral(box_of_tetrahedra({5, 4, 3}, 0.1), kStiff)), size);
}

TEST(V4_ElasticForces, ProductsAreTheForcesDerivativeAtRest) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> shift(-1.0, 1.0);
  for (const auto& model : all_kinds()) {
    if (!model->springs.empty()) continue;  // those keep no stiffness across at rest
    ElasticForces forces(model);
    std::vector<Vec3> v, x, product(model->nodes.size(), Vec3::Zero());
    for (std::size_t n = 0; n < model->nodes.size(); ++n) {
      v.emplace_back(shift(random), shift(random), shift(random));
      x.push_back(model->nodes[n] + 1e-7 * v.back());
    }
    forces.update(model->nodes);
    forces.add_products(v, 1.0, product);
    forces.update(x);
    double difference = 0.0;
    for (std::size_t n = 0; n < x.size(); ++n) {
      difference = std::max(difference, (product[n] + forces.forces()[n] / 1e-7).norm());
    }
    EXPECT_LT(difference, 1e-4 * largest(product));
  }
}

/// The sum of all blocks.
Eigen::MatrixXd summed_blocks(const ElasticForces& forces, double h) {
  const auto size = static_cast<Eigen::Index>(3 * forces.model().nodes.size());
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size, size);
  forces.each_block(h, [&](std::uint32_t a, std::uint32_t b, const Mat3& block) {
    sum.block<3, 3>(3 * Eigen::Index{a}, 3 * Eigen::Index{b}) += block;
  });
  return sum;
}

std::vector<std::shared_ptr<const ElasticModel>> small_ones() {
  const TriangleMesh box = make_shape("box", {{"x", 0.3}, {"y", 0.2}, {"z", 0.2}});
  return {shared(make_lattice(box, kStiff, {.cells_across = 2})),
          shared(make_tetrahedral(box_of_tetrahedra({2, 1, 1}, 0.1), kStiff)),
          shared(make_particles(box, 2.0, springs_of(box, 100.0, 1.0)))};
}

TEST(V4_ElasticForces, BlocksAreTheForcesDerivativeAtRest) {
  for (const auto& model : small_ones()) {
    if (!model->springs.empty()) continue;
    ElasticForces forces(model);
    forces.update(model->nodes);
    const Eigen::MatrixXd blocks = summed_blocks(forces, 1.0);
    Eigen::MatrixXd slopes(blocks.rows(), blocks.cols());
    for (Eigen::Index k = 0; k < blocks.cols(); ++k) {
      std::vector<Vec3> x = model->nodes;
      x[static_cast<std::size_t>(k / 3)][k % 3] += 1e-6;
      forces.update(x);
      for (std::size_t n = 0; n < x.size(); ++n) {
        slopes.col(k).segment<3>(3 * static_cast<Eigen::Index>(n)) = forces.forces()[n] / -1e-6;
      }
    }
    EXPECT_LT((blocks - slopes).norm(), 1e-4 * blocks.norm());
  }
}

TEST(V4_ElasticForces, BlocksAreThoseOfTheProductsWhereverNodesAre) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> shift;
  for (const auto& model : small_ones()) {
    ElasticForces forces(model);
    std::vector<Vec3> x = model->nodes, v = x, product(x.size(), Vec3::Zero());
    for (std::size_t n = 0; n < x.size(); ++n) {
      x[n] += 0.02 * Vec3(shift(random), shift(random), shift(random));
      v[n] = Vec3(shift(random), shift(random), shift(random));
    }
    forces.update(x);
    forces.add_products(v, 0.01, product);
    const Eigen::MatrixXd blocks = summed_blocks(forces, 0.01);
    const auto flat = [&](const std::vector<Vec3>& all) {
      return Eigen::Map<const Eigen::VectorXd>(all.front().data(), blocks.rows());
    };
    EXPECT_LT((blocks * flat(v) - flat(product)).norm(), 1e-12 * flat(product).norm());
    EXPECT_LT((blocks - blocks.transpose()).norm(), 1e-12 * blocks.norm());
    std::vector<Mat3> diagonal(x.size(), Mat3::Zero());
    forces.add_blocks(0.01, diagonal);
    for (std::size_t n = 0; n < x.size(); ++n) {
      const auto at = 3 * static_cast<Eigen::Index>(n);
      EXPECT_LT((diagonal[n] - blocks.block<3, 3>(at, at)).norm(), 1e-12 * diagonal[n].norm());
    }
  }
}

TEST(V4_ElasticForces, BitsDoNotDependOnThreads) {
  const auto model = shared(make_lattice(make_shape("torus"), kStiff, {.cells_across = 6}));
  ElasticForces one(model), many(model);
  std::vector<Vec3> x;
  for (const Vec3& p : model->nodes) x.push_back(p + 0.1 * p.cwiseProduct(p));
  one.update(x, 1);
  many.update(x, 4);
  std::vector<Vec3> a(x.size(), Vec3::Zero()), b = a;
  one.add_products(x, 0.01, a, 1);
  many.add_products(x, 0.01, b, 4);
  EXPECT_EQ(one.energy(), many.energy());
  for (std::size_t n = 0; n < x.size(); ++n) {
    ASSERT_EQ(one.forces()[n], many.forces()[n]);
    ASSERT_EQ(a[n], b[n]);
  }
}

TEST(V4_Lattice, HasTheMassOfTheSolidAndCarriesItsSurface) {
  for (const char* name : {"torus", "gear", "icosphere"}) {
    const TriangleMesh mesh = make_shape(name);
    const ElasticModel model = make_lattice(mesh, kStiff, {.cells_across = 5});
    double mass = 0.0;
    Vec3 moment = Vec3::Zero();
    for (std::size_t n = 0; n < model.nodes.size(); ++n) {
      EXPECT_GT(model.masses[n], 0.0);
      mass += model.masses[n];
      moment += model.masses[n] * model.nodes[n];
    }
    const MassProperties properties = mass_properties(mesh);
    EXPECT_NEAR(mass, 1000.0 * properties.volume, 1e-9 * mass);
    EXPECT_LT((moment / mass - properties.centroid).norm(), 0.01 * model.cell_size) << name;
    const auto surface = model.surface_at(model.nodes);
    for (std::size_t v = 0; v < surface.size(); ++v) {
      ASSERT_LT((surface[v] - model.surface.vertices()[v]).norm(), 1e-12);
    }
    EXPECT_NEAR(mass_properties(model.surface).volume, properties.volume, 1e-12)
        << "the same solid";
  }
}

TEST(V4_Lattice, FullCellsAreExactlyFull) {
  const ElasticModel model =
      make_lattice(make_shape("box", {{"x", 0.8}, {"y", 0.1}, {"z", 0.1}}), kStiff);
  EXPECT_EQ(model.cells.size(), 4u * 4u * 32u);
  for (const LatticeCell& cell : model.cells) EXPECT_EQ(cell.fill, 1.0);
}

std::string refusal(const auto& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(V4_ElasticModel, BadInputIsRefusedInOneSentence) {
  const TriangleMesh box = make_shape("box");
  const std::vector<Triangle> most(box.triangles().begin(), box.triangles().end() - 1);
  const TriangleMesh open({box.vertices().begin(), box.vertices().end()}, most);
  EXPECT_NE(refusal([&] { make_lattice(open, kStiff); }).find("3 open edges"), std::string::npos);
  EXPECT_NE(refusal([&] { make_lattice(TriangleMesh(), kStiff); }).find("no triangles"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              make_lattice(box, {1000.0, 1e5, 0.5});
            }).find("poisson"),
            std::string::npos);
  EXPECT_NE(refusal([&] { make_lattice(box, {-1.0}); }).find("density"), std::string::npos);
  EXPECT_NE(refusal([&] { make_lattice(box, kStiff, {.cells_across = 0}); }).find("cells_across"),
            std::string::npos);
  EXPECT_NE(refusal([&] { make_lattice(box, kStiff, {.cell_size = 1e-6}); }).find("cells"),
            std::string::npos);
  TetrahedralMesh tets = box_of_tetrahedra({2, 1, 1}, 1.0);
  std::swap(tets.tetrahedra[3][0], tets.tetrahedra[3][1]);
  EXPECT_NE(refusal([&] { make_tetrahedral(tets, kStiff); }).find("tetrahedron 3"),
            std::string::npos);
  tets = box_of_tetrahedra({1, 1, 1}, 1.0);
  tets.tetrahedra[2][1] = tets.tetrahedra[2][0];
  EXPECT_NE(refusal([&] { make_tetrahedral(tets, kStiff); }).find("no volume"), std::string::npos);
  tets.tetrahedra[2][1] = 99;
  EXPECT_NE(refusal([&] { make_tetrahedral(tets, kStiff); }).find("vertex 99"), std::string::npos);
  EXPECT_NE(refusal([&] { elastic_preset("wood"); }).find("'rubber'"), std::string::npos);
  EXPECT_NE(refusal([&] { make_particles(box, 0.0, {}); }).find("mass"), std::string::npos);
  EXPECT_NE(refusal([&] {
              make_particles(box, 1.0, {{0, 99}});
            }).find("springs[0]"),
            std::string::npos);
  ElasticModel model = make_lattice(box, kStiff);
  EXPECT_NE(refusal([&] {
              pin(model, {Vec3(9, 9, 9), Vec3(10, 10, 10)});
            }).find("no node"),
            std::string::npos);
}

TEST(V4_ElasticModel, TetrahedraTurnedTheOtherWayAreTurnedBack) {
  TetrahedralMesh tets = box_of_tetrahedra({2, 2, 2}, 0.5);
  for (Tetrahedron& t : tets.tetrahedra) std::swap(t[0], t[1]);
  const ElasticModel model = make_tetrahedral(tets, kStiff);
  EXPECT_NEAR(mass_properties(model.surface).volume, 1.0, 1e-12);
}

TEST(V4_Elastic, ExactForcesAreTheEnergysSlope) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> part(-1.0, 1.0);
  for (const auto& model : all_kinds()) {
    ElasticForces elastic(model, elastic::Slope::kExact);
    const double size = 0.05 * model->surface.bounds().diagonal();
    const Mat3 turn = rotation_about({0.3, 1.0, -0.2}, 1.1);
    std::vector<Vec3> x;
    for (const Vec3& p : model->nodes) {
      x.push_back(turn * p + size * Vec3(part(random), part(random), part(random)));
    }
    elastic.update(x);
    const std::vector<Vec3> forces(elastic.forces().begin(), elastic.forces().end());
    Vec3 torque = Vec3::Zero();
    double largest = 0.0, lever = 0.0;
    for (std::size_t n = 0; n < x.size(); ++n) {
      torque += x[n].cross(forces[n]);
      largest = std::max(largest, forces[n].norm());
      lever += x[n].norm() * forces[n].norm();
    }
    EXPECT_LT(torque.norm(), 1e-12 * lever) << "energy does not change with a turn";
    for (int trial = 0; trial < 30; ++trial) {
      const std::size_t n = random() % x.size();
      const int axis = static_cast<int>(random() % 3);
      const auto energy = [&](double by) {
        std::vector<Vec3> at = x;
        at[n][axis] += by;
        elastic.update(at);
        return elastic.energy();
      };
      const double e = 1e-5 * size;
      EXPECT_NEAR(forces[n][axis], -(energy(e) - energy(-e)) / (2.0 * e), 1e-6 * largest);
    }
  }
}

}  // namespace
}  // namespace graze
