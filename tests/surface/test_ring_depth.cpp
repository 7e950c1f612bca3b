// SPDX-License-Identifier: MIT
// How deep faces of revolution are in a body about the same line, against the depth in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "methods/certified/surface_depth.h"
#include "support/trials.h"

namespace graze::test {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kInner = 1.0, kOuter = 5.0, kHeight = 3.0;  // of the bush, from z = -3 to 0

struct Line {
  const char* name;
  double rho_0, z_0, rho_1, z_1;  ///< outside is to the right of the way
};

Surface turned_about_z(const Pose& frame, const std::vector<Line>& lines) {
  std::vector<SurfaceFace> faces;
  for (const Line& p : lines) {
    const RevolutionPatch patch{frame, LineCurve{{p.rho_0, 0, p.z_0}, {p.rho_1, 0, p.z_1}}};
    faces.push_back({p.name, PatchFace{patch, {-kPi, kPi}, {0, 1}, {}}});
  }
  return Surface(std::move(faces));
}

std::vector<Line> lines_of_bush() {
  return {{"hole", kInner, 0, kInner, -kHeight},
          {"foot", kInner, -kHeight, kOuter, -kHeight},
          {"wall", kOuter, -kHeight, kOuter, 0},
          {"seat", kOuter, 0, kInner, 0}};
}

/// A shaft with a head on the bush's seat, moved along the axis.
std::vector<Line> lines_of_shaft(double radius, double lift) {
  return {{"tip", 0, lift - 4, radius, lift - 4},
          {"shaft", radius, lift - 4, radius, lift},
          {"under", radius, lift, 2, lift},
          {"side", 2, lift, 2, lift + 1},
          {"top", 2, lift + 1, 0, lift + 1}};
}

/// How deep a point is in the bush; not above zero outside.
double depth_in_bush(double rho, double z) {
  return std::min({rho - kInner, kOuter - rho, z + kHeight, -z});
}

/// Of points of a face and below it, by samples.
double deepest(const Line& line, double skin) {
  const double length = std::hypot(line.rho_1 - line.rho_0, line.z_1 - line.z_0);
  const double in_rho = -(line.z_1 - line.z_0) / length, in_z = (line.rho_1 - line.rho_0) / length;
  double most = -kInfinity;
  for (int k = 0; k <= 400; ++k) {
    for (int i = 0; i <= 10; ++i) {
      const double s = k / 400.0, below = skin * i / 10.0;
      const double rho = std::lerp(line.rho_0, line.rho_1, s) + below * in_rho;
      const double z = std::lerp(line.z_0, line.z_1, s) + below * in_z;
      if (rho >= 0.0) most = std::max(most, depth_in_bush(rho, z));
    }
  }
  return most;
}

/// Which faces of the inner body are shallow in the outer one, which stands at `at`, too.
std::vector<bool> shallow_faces(const Surface& inner, const Surface& outer, const Pose& at,
                                double depth, const std::function<double(double, double)>& truth) {
  const SurfaceBody inner_body{SurfaceTree(inner), Motion(), 0.0, true};
  const SurfaceBody outer_body{SurfaceTree(outer), Motion(), 0.0, true};
  const auto place_of = [&](const Vec3& p, double radius) {
    const Vec3 local = at.rotation.transpose() * (p - at.translation);
    const double inside = truth(std::hypot(local.x(), local.y()), local.z());
    if (std::fabs(inside) <= radius + 1e-3) return PointPlace::kOnSurface;  // as a mesh would say
    return inside > 0.0 ? PointPlace::kInside : PointPlace::kOutside;
  };
  BudgetWatch watch(Budget{});
  return certified::faces_shallow_about_lines(
      {inner_body, outer_body, MotionState{}, MotionState{}, depth, place_of, 1e-3}, watch);
}

Pose some_frame(std::mt19937_64& random) {
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  const Eigen::Quaterniond turn =
      Eigen::Quaterniond(any(random), any(random), any(random), any(random)).normalized();
  return {turn.toRotationMatrix(), Vec3(any(random), any(random), any(random))};
}

}  // namespace

TEST(C10_RingDepth, AShaftIsAsDeepAsItsProfileInAHoleAndOnASeat) {
  const std::size_t count = trials(2000);
  std::size_t deep = 0, shallow = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::mt19937_64 random = generator(k);
    std::uniform_real_distribution<double> share(-2.0, 2.0), exponent(-7.0, -3.0);
    const double depth = std::pow(10.0, exponent(random));
    const double thicker = depth * share(random), lift = depth * share(random);
    const Pose frame = k % 3 == 0 ? Pose() : some_frame(random);
    const auto lines = lines_of_shaft(kInner + thicker, lift);
    SCOPED_TRACE(testing::Message() << "trial " << k << ": depth " << depth << ", thicker by "
                                    << thicker / depth << ", higher by " << lift / depth);
    const std::vector<bool> found =
        shallow_faces(turned_about_z(frame, lines), turned_about_z(frame, lines_of_bush()), frame,
                      depth, depth_in_bush);
    ASSERT_EQ(found.size(), lines.size());
    // What is sampled is not deeper than what is: no miss. What fits by half is not refused.
    const bool fits = thicker <= 0.5 * depth && lift >= -0.5 * depth;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (found[i]) {
        EXPECT_LE(deepest(lines[i], 0.0), depth) << lines[i].name;
        EXPECT_LE(deepest(lines[i], 2.5 * depth), depth) << lines[i].name;
      }
      if (fits) {
        EXPECT_TRUE(found[i]) << lines[i].name;
      }
      ++(found[i] ? shallow : deep);
    }
  }
  std::printf("[ faces    ] %zu shallow, %zu not known to be\n", shallow, deep);
  EXPECT_GT(deep, 0u);
}

TEST(C10_RingDepth, TheHolesOwnFacesAreShallowInTheShaft) {
  const double depth = 1e-5;
  // Inside the shaft and its head; the depth need not be exact.
  const auto in_shaft = [](double rho, double z) {
    const double in_rod = std::min({1.0 - rho, z + 4.0, 1.0 - z});
    const double in_head = std::min({2.0 - rho, z, 1.0 - z});
    return std::max(in_rod, in_head);
  };
  const Surface shaft = turned_about_z(Pose(), lines_of_shaft(1.0, 0.0));
  const Surface bush = turned_about_z(Pose(), lines_of_bush());
  const std::vector<bool> found = shallow_faces(bush, shaft, Pose(), depth, in_shaft);
  EXPECT_EQ(found, std::vector<bool>(4, true));
}

TEST(C10_RingDepth, ABodyThatIsAllInsideIsNeverShallow) {
  const std::vector<Line> ring{{"in", 3.0, -1, 3.0, -2},
                               {"below", 3.0, -2, 4.0, -2},
                               {"out", 4.0, -2, 4.0, -1},
                               {"above", 4.0, -1, 3.0, -1}};
  const std::vector<bool> found =
      shallow_faces(turned_about_z(Pose(), ring), turned_about_z(Pose(), lines_of_bush()), Pose(),
                    1e-4, depth_in_bush);
  EXPECT_EQ(found, std::vector<bool>(4, false));
}

}  // namespace graze::test
