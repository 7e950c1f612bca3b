// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "graze/geometry/mass_properties.h"
#include "graze/geometry/shapes.h"
#include "support/rational.h"
#include "support/trials.h"

namespace graze {
namespace {
constexpr double kPi = 3.141592653589793;

TEST(G5_MassProperties, OfABoxAreTheClosedForm) {
  const double x = 0.3, y = 1.7, z = 2.5;
  for (const double triangles : {12, 3000}) {
    const MassProperties found = mass_properties(
        make_shape("box", {{"x", x}, {"y", y}, {"z", z}, {"triangles", triangles}}));
    const double m = x * y * z;
    EXPECT_NEAR(found.volume, m, 1e-14);
    EXPECT_LT(found.centroid.norm(), 1e-15);
    EXPECT_NEAR(found.inertia(0, 0), m / 12 * (y * y + z * z), 1e-14);
    EXPECT_NEAR(found.inertia(1, 1), m / 12 * (x * x + z * z), 1e-14);
    EXPECT_NEAR(found.inertia(2, 2), m / 12 * (x * x + y * y), 1e-14);
    EXPECT_NEAR(found.inertia(0, 1), 0.0, 1e-14);
  }
}

TEST(G5_MassProperties, OfFineRoundShapesApproachTheClosedForms) {
  const auto of = [](const char* name) {
    return mass_properties(make_shape(name, {{"triangles", 200000}}));
  };
  const double sphere = 4.0 / 3.0 * kPi * 0.125;
  EXPECT_NEAR(of("icosphere").volume, sphere, 1e-4 * sphere);
  EXPECT_NEAR(of("icosphere").inertia(0, 0), 0.4 * sphere * 0.25, 1e-4 * sphere);
  EXPECT_NEAR(of("uv_sphere").volume, sphere, 1e-4 * sphere);
  const double torus = 2.0 * kPi * kPi * 0.4 * 0.01;
  EXPECT_NEAR(of("torus").volume, torus, 1e-3 * torus);
  EXPECT_NEAR(of("torus").inertia(2, 2), torus * (0.16 + 0.75 * 0.01), 1e-3 * torus);
  EXPECT_NEAR(of("cylinder").volume, kPi * 0.25, 1e-3);
  EXPECT_NEAR(of("cone").volume, kPi * 0.25 / 3.0, 1e-3);
  EXPECT_NEAR(of("cone").centroid.z(), -0.25, 1e-4);
  EXPECT_NEAR(of("capsule").volume, kPi * 0.0625 * 0.5 + 4.0 / 3.0 * kPi * 0.015625, 1e-3);
  EXPECT_NEAR(surface_area(make_shape("icosphere", {{"triangles", 200000}})), kPi, 1e-4);
}

// Volume, first and second moments over rationals, from the origin.
struct RationalMoments {
  mpq_class volume = 0;
  mpq_class first[3] = {0, 0, 0};
  mpq_class second[3][3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
};

RationalMoments rational_moments(const TriangleMesh& mesh) {
  RationalMoments m;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    const test::RationalVec3 c[3] = {test::exactly(corners[0]), test::exactly(corners[1]),
                                     test::exactly(corners[2])};
    const mpq_class det = dot(c[0], cross(c[1], c[2]));
    m.volume += det / 6;
    for (int k = 0; k < 3; ++k) {
      m.first[k] += det / 24 * (c[0][k] + c[1][k] + c[2][k]);
      for (int l = 0; l < 3; ++l) {
        // The integral of x_k x_l over a tetrahedron: pairs of its corners, equal ones twice.
        mpq_class sum = 0;
        for (int p = 0; p < 3; ++p) {
          for (int q = 0; q < 3; ++q) sum += c[p][k] * c[q][l] * (p == q ? 2 : 1);
        }
        m.second[k][l] += det / 120 * sum;
      }
    }
  }
  return m;
}

TEST(G5_MassProperties, AgreeWithRationalArithmetic) {
  for (const std::string& name : shape_names()) {
    const TriangleMesh mesh = make_shape(name);
    if (mesh.triangles().size() > 6000) continue;
    const RationalMoments exact = rational_moments(mesh);
    const MassProperties found = mass_properties(mesh);
    const double size = mesh.bounds().diagonal(), volume = exact.volume.get_d();
    EXPECT_NEAR(found.volume, volume, 1e-13 * size * size * size) << name;
    mpq_class centre[3];
    for (int k = 0; k < 3; ++k) {
      centre[k] = exact.first[k] / exact.volume;
      EXPECT_NEAR(found.centroid[k], centre[k].get_d(), 1e-12 * size) << name;
    }
    mpq_class trace = 0;
    for (int k = 0; k < 3; ++k) trace += exact.second[k][k] - exact.volume * centre[k] * centre[k];
    for (int k = 0; k < 3; ++k) {
      for (int l = 0; l < 3; ++l) {
        const mpq_class about = exact.second[k][l] - exact.volume * centre[k] * centre[l];
        const mpq_class inertia = (k == l ? trace : mpq_class(0)) - about;
        EXPECT_NEAR(found.inertia(k, l), inertia.get_d(), 1e-12 * std::pow(size, 5)) << name;
      }
    }
  }
}

TEST(G5_MassProperties, DoNotSufferFromDistanceToTheOrigin) {
  const TriangleMesh mesh = make_shape("blob");
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& v : vertices) v += Vec3(1e6, -2e6, 3e6);
  const MassProperties near = mass_properties(mesh);
  const MassProperties far =
      mass_properties(TriangleMesh(vertices, {mesh.triangles().begin(), mesh.triangles().end()}));
  EXPECT_NEAR(far.volume, near.volume, 1e-8 * near.volume);
  EXPECT_LT((far.inertia - near.inertia).norm(), 1e-8 * near.inertia.norm());
}

TEST(G5_MassProperties, OfNothingAreZero) {
  EXPECT_EQ(mass_properties(TriangleMesh()).volume, 0.0);
  EXPECT_EQ(surface_area(TriangleMesh()), 0.0);
}

}  // namespace
}  // namespace graze
