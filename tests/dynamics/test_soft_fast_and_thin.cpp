// SPDX-License-Identifier: MIT
// Fast and thin soft bodies against thin walls: none passes or gains energy, and what a step says
// is apart is proved apart again from the ways alone. [V8]
#include <gtest/gtest.h>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/methods/linear.h"
#include "support/first_trial.h"
#include "support/trials.h"

namespace graze {
namespace {
using Random = std::mt19937_64;

double between(Random& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

Mat3 any_turn(Random& random) {
  const Vec3 axis(between(random, -1, 1), between(random, -1, 1), between(random, -1, 1));
  return rotation_about(axis + Vec3(0, 0, 1e-3), between(random, 0, 3.1));
}

/// Thin in one or two directions: lattices, particles, rigid ones.
WorldBody projectile(Random& random) {
  const double thin = between(random, 0.005, 0.03);
  const std::string shape = random() % 3 == 0 ? "icosphere" : "box";
  const TriangleMesh mesh =
      shape == "box"
          ? make_shape("box", {{"x", between(random, 0.05, 0.2)},
                               {"y", random() % 2 == 0 ? thin : between(random, 0.05, 0.2)},
                               {"z", thin}})
          : make_shape("icosphere", {{"triangles", 80}, {"radius", thin}});
  WorldBody body;
  body.body.name = "projectile";
  body.body.mass = 0.1;
  const auto kind = random() % 3;
  const ElasticMaterial material{1000.0, std::pow(10.0, between(random, 4, 7)), 0.3, 0.001};
  if (kind == 0) {
    body.elastic =
        std::make_shared<const ElasticModel>(make_lattice(mesh, material, {.cell_size = 0.05}));
  } else if (kind == 1) {
    const double stiffness =
        std::pow(10.0, between(random, 2, 5));  // a blow crushes soft ones flat
    body.elastic = std::make_shared<const ElasticModel>(
        make_particles(mesh, 0.1, springs_of(mesh, stiffness, 1e-3 * std::sqrt(stiffness))));
  }
  body.body.shape = Shape::from_mesh(body.elastic ? body.elastic->surface : mesh);
  const double speed = std::pow(10.0, between(random, 1.0, 2.5));
  const Vec3 aside(between(random, -0.5, 0.5), between(random, -0.5, 0.5), 0.0);
  body.velocity = speed * (Vec3(0, 0, -1) + aside);
  body.angular_velocity = Vec3(between(random, -50, 50), between(random, -50, 50), 0.0);
  body.body.motion = Motion::still({any_turn(random), {0, 0, 0.2 + between(random, 0, 0.3)}});
  return body;
}

/// The ways of a body's surface during a step, bend by bend.
std::vector<std::vector<Vec3>> ways(const World& world, BodyId id, std::vector<Vec3> before,
                                    const StepReport& report) {
  std::vector<std::vector<Vec3>> all{std::move(before)};
  for (const SoftKnot& knot : report.soft_knots) {
    if (knot.body == id) all.push_back(world.body(id).elastic->surface_at(knot.positions));
  }
  all.push_back(world.vertices(id));
  return all;
}

bool is_listed(const StepReport& report) { return !report.volume->overlaps.empty(); }

TEST(V8_SoftFastAndThin, NonePassesOrGainsEnergyAndWhatIsApartIsProvedAgain) {
  std::size_t proved = 0, met = 0;
  const std::size_t first = test::first_trial(), last = first + test::trials(1000, 40);
  for (std::size_t trial = first; trial < last; ++trial) {
    Random random = test::generator(trial);
    WorldOptions options;
    options.contact = ContactMode::kVolume;
    options.gravity = Vec3::Zero();
    options.step = 0.01;
    options.max_inner_steps = 16;
    World world(options);
    const double thickness = between(random, 0.001, 0.02);
    WorldBody wall;
    wall.body.name = "wall";
    wall.body.shape = Shape::from_box({20.0, 20.0, 0.5 * thickness});
    wall.role = Role::kStatic;
    world.add(wall);
    const BodyId id = world.add(projectile(random));
    const LinearMesh standing{world.body(BodyId(0)).body.shape.mesh(), world.vertices(BodyId(0))};
    for (int step = 0; step < 6; ++step) {
      const std::vector<Vec3> before = world.vertices(id);
      const double energy = world.energy().total();
      const StepReport report = world.step();
      if (world.body(id).elastic) {
        ASSERT_LE(report.volume->energy_change - report.volume->correction_work, 1e-6 * energy)
            << "trial " << trial << ", step " << step;
      }
      met += is_listed(report) ? 1 : 0;
      for (const Vec3& v : world.vertices(id)) {
        ASSERT_GT(v.z(), -0.5 * thickness) << "trial " << trial << ", step " << step;
      }
      if (is_listed(report) || !world.body(id).elastic) continue;
      const auto way = ways(world, id, before, report);
      const auto triangles = world.body(id).body.shape.mesh().triangles();
      for (std::size_t k = 0; k + 1 < way.size(); ++k) {
        const LinearMesh moving{TriangleMesh(way[k], {triangles.begin(), triangles.end()}),
                                way[k + 1]};
        ASSERT_EQ(first_contact_linear(standing, moving).outcome, Outcome::kSeparated)
            << "trial " << trial << ", step " << step;
        ++proved;
      }
    }
  }
  EXPECT_GT(proved, 0u);
  EXPECT_GT(met, 0u);
}

}  // namespace
}  // namespace graze
