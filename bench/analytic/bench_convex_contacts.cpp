// SPDX-License-Identifier: MIT
// Polytopes and k-DOPs under rational motion: mean times; meshes through trees of boxes beside the
// certified method.                                                                          [B6]
#include <graze/base/hash.h>
#include <graze/geometry/shapes.h>
#include <graze/methods/analytic_convex.h>
#include <graze/methods/analytic_meshes.h>
#include <graze/methods/certified.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <random>

namespace {
using namespace graze;

double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

class Random {
 public:
  double uniform(double lo, double hi) {
    return lo + (hi - lo) * double(generator_() >> 11) * 0x1p-53;
  }
  Vec3 vector(double lo, double hi) {
    const double x = uniform(lo, hi), y = uniform(lo, hi);
    return {x, y, uniform(lo, hi)};
  }
  Motion motion(int rotation_degree, int translation_degree, double reach) {
    RationalFormula f{{}, {}, {1.0}};
    for (int k = 0; k <= rotation_degree; ++k) {
      const Vec3 v = vector(-0.8, 0.8);
      f.rotation.emplace_back(1.0, v.x(), v.y(), v.z());
    }
    for (int k = 0; k <= translation_degree; ++k) f.translation.push_back(vector(-reach, reach));
    return rational_motion(f);
  }
  std::vector<Vec3> points(int count) {
    std::vector<Vec3> points;
    for (int k = 0; k < count; ++k) points.push_back(vector(-1.0, 1.0));
    return points;
  }

 private:
  std::mt19937_64 generator_{7};
};

void measure(const char* name, const std::vector<MovingPolytope>& a,
             const std::vector<MovingPolytope>& b) {
  std::size_t met = 0;
  Hasher hasher;
  const double begin = cpu_seconds();
  for (std::size_t k = 0; k < a.size(); ++k) {
    const ConvexContacts contacts = convex_contacts(a[k], b[k]);
    met += !contacts.intervals.empty();
    for (const ConvexContactInterval& c : contacts.intervals) hasher.add(c.entry.lo);
  }
  const double us = 1e6 * (cpu_seconds() - begin) / double(a.size());
  std::printf("%-24s %10.1f %6.1f %%   %016llx\n", name, us, 100.0 * double(met) / double(a.size()),
              static_cast<unsigned long long>(hasher.value()));
}

void measure_polytopes() {
  std::printf("all intervals, degree 6, microseconds of CPU a pair of 300\n");
  for (const int points : {4, 12, 40}) {
    Random random;
    std::vector<MovingPolytope> a, b;
    for (int k = 0; k < 300; ++k) {
      a.push_back({convex_hull(random.points(points)), Motion()});
      b.push_back({convex_hull(random.points(points)), random.motion(2, 2, 4.0)});
    }
    char name[40];
    std::snprintf(name, sizeof name, "hulls of %d points", points);
    measure(name, a, b);
  }
  const TriangleMesh gear = make_shape("gear");
  for (const int k : {6, 14, 18, 26}) {
    Random random;
    const ConvexPolytope dop = k_dop(gear, k);
    std::vector<MovingPolytope> a, b;
    for (int i = 0; i < 300; ++i) {
      a.push_back({dop, Motion()});
      b.push_back({dop, random.motion(2, 2, 2.0)});
    }
    char name[40];
    std::snprintf(name, sizeof name, "%d-DOPs of a gear", k);
    measure(name, a, b);
  }
}

void measure_meshes(double triangles) {
  const ObbTree tree = build_obb_tree(make_shape("torus", {{"triangles", triangles}}));
  const WideObbTree wide(tree);
  Random random;
  double analytic = 0.0, certified = 0.0;
  std::size_t contacts = 0, differ = 0;
  for (int k = 0; k < 100; ++k) {
    const Motion motion = random.motion(1, 1, 2.0);
    double begin = cpu_seconds();
    const ContactReport one = first_mesh_contact({tree, Motion()}, {tree, motion});
    analytic += cpu_seconds() - begin;
    begin = cpu_seconds();
    const ContactReport two = first_contact_certified({wide, Motion()}, {wide, motion});
    certified += cpu_seconds() - begin;
    contacts += one.outcome == Outcome::kContact;
    differ += one.outcome != two.outcome;
  }
  std::printf("%8.0f %12.1f %12.1f %8.1f %10zu %8zu\n", triangles, 1e4 * analytic, 1e4 * certified,
              analytic / certified, contacts, differ);
}
}  // namespace

int main() {
  measure_polytopes();
  std::printf(
      "\ntwo tori, 100 motions of degree 3, microseconds of CPU a pair\n%8s %12s %12s %8s %10s "
      "%8s\n",
      "each", "analytic", "certified", "ratio", "contacts", "differ");
  for (const double triangles : {1000.0, 10000.0}) measure_meshes(triangles);
}
