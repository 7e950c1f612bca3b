// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <set>
#include <tuple>

#include "graze/base/error.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/shapes.h"
#include "graze/io/linear_queries.h"
#include "graze/io/mesh_io.h"
#include "graze/methods/linear.h"
#include "support/exact_linear_ccd.h"
#include "support/random_doubles.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

/// A few small triangles that share vertices, each vertex with a motion of its own.
LinearMesh random_mesh(std::mt19937_64& random, const Vec3& drift) {
  std::vector<Vec3> vertices, end;
  const Vec3 centre = random_vector(random);
  for (int k = 0; k < 9; ++k) {
    vertices.push_back(centre + 0.5 * random_vector(random));
    end.push_back(vertices.back() + drift + 0.3 * random_vector(random));
  }
  std::vector<Triangle> triangles;
  for (std::uint32_t k = 0; k < 6; ++k) triangles.push_back({k, k + 1, k + 3});
  return {TriangleMesh(vertices, triangles), end};
}

LinearQuery query_of(LinearKind kind, const LinearMesh& a, std::vector<std::uint32_t> of_a,
                     const LinearMesh& b, const std::vector<std::uint32_t>& of_b) {
  LinearQuery query{kind, {}, {}};
  for (std::size_t k = 0; k < 4; ++k) {
    const bool first = k < of_a.size();
    const LinearMesh& mesh = first ? a : b;
    const std::uint32_t v = first ? of_a[k] : of_b[k - of_a.size()];
    query.start[k] = mesh.mesh.vertices()[v];
    query.end[k] = mesh.end[v];
  }
  return query;
}

/// The earliest upper end over all pairs of features, without any tree; 2 if none touch.
struct BruteForce {
  double first = 2.0;
  bool overlaps = false;
  std::vector<LinearQuery> touching;

  void ask(const LinearQuery& query) {
    const LinearContact contact = first_contact_linear(query);
    if (contact.outcome != Outcome::kContact) return;
    first = std::min(first, contact.time.hi);
    touching.push_back(query);
  }
  void ask_triangles(const LinearMesh& a, const Triangle& s, const LinearMesh& b,
                     const Triangle& t) {
    for (std::size_t i = 0; i < 3; ++i) {
      ask(query_of(LinearKind::kVertexFace, a, {s[i]}, b, {t[0], t[1], t[2]}));
      ask(query_of(LinearKind::kVertexFace, b, {t[i]}, a, {s[0], s[1], s[2]}));
      for (std::size_t k = 0; k < 3; ++k) {
        ask(query_of(LinearKind::kEdgeEdge, a, {s[i], s[(i + 1) % 3]}, b, {t[k], t[(k + 1) % 3]}));
      }
    }
  }
};

BruteForce brute_force(const LinearMesh& a, const LinearMesh& b) {
  BruteForce result;
  for (std::size_t i = 0; i < a.mesh.triangles().size(); ++i) {
    for (std::size_t k = 0; k < b.mesh.triangles().size(); ++k) {
      result.ask_triangles(a, a.mesh.triangles()[i], b, b.mesh.triangles()[k]);
      result.overlaps |= triangles_intersect_exact(a.mesh.corners(i), b.mesh.corners(k));
    }
  }
  return result;
}

/// The report claims that nothing touches before time.lo: then neither does this pair.
void expect_not_late(const ContactReport& report, const LinearQuery& query) {
  const LinearContact contact = first_contact_linear(query);
  if (contact.outcome == Outcome::kSeparated || contact.time.lo >= report.time.lo) return;
  const std::optional<ExactTime> exact = exact_first_contact(query);
  EXPECT_TRUE(!exact || mpq_class(report.time.lo) <= exact->hi) << "late";
}

void expect_agreement(const ContactReport& report, const BruteForce& truth) {
  EXPECT_EQ(report.guarantee, Guarantee::kProved);
  if (truth.overlaps) {
    EXPECT_TRUE(report.outcome == Outcome::kOverlapAtStart || report.time.hi == 0.0);
  } else if (truth.first > 1.0) {
    EXPECT_EQ(name(report.outcome), name(Outcome::kSeparated));
  } else {
    ASSERT_EQ(name(report.outcome), name(Outcome::kContact));
    EXPECT_NEAR(report.time.hi, truth.first, 1e-6);
    for (const LinearQuery& query : truth.touching) expect_not_late(report, query);
    EXPECT_LE(report.contacts.at(0).distance, report.tolerance);
  }
}

TEST(C5_LinearMeshes, AgreeWithAllPairsOfFeatures) {
  const std::size_t count = trials(2'000);
  std::size_t contacts = 0, overlaps = 0;
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearMesh a = random_mesh(random, random_vector(random)),
                     b = random_mesh(random, random_vector(random));
    const ContactReport report = first_contact_linear(a, b);
    const BruteForce truth = brute_force(a, b);
    expect_agreement(report, truth);
    contacts += report.outcome == Outcome::kContact;
    overlaps += report.outcome == Outcome::kOverlapAtStart;
  }
  std::printf("[ counted  ] %zu contacts, %zu overlaps of %zu\n", contacts, overlaps, count);
}

TEST(C5_LinearMeshes, SelfContactAgreesWithAllPairsThatShareNoVertex) {
  const std::size_t count = trials(2'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearMesh mesh = random_mesh(random, Vec3::Zero());
    const auto triangles = mesh.mesh.triangles();
    BruteForce truth;
    for (std::size_t s = 0; s < triangles.size(); ++s) {
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (s == t) continue;
        for (std::size_t k = 0; k < 3; ++k) {
          const Triangle &p = triangles[s], &q = triangles[t];
          if (std::find(q.begin(), q.end(), p[k]) == q.end()) {
            truth.ask(query_of(LinearKind::kVertexFace, mesh, {p[k]}, mesh, {q[0], q[1], q[2]}));
          }
          for (std::size_t m = 0; m < 3; ++m) {
            const std::set<std::uint32_t> ends{p[k], p[(k + 1) % 3], q[m], q[(m + 1) % 3]};
            if (ends.size() < 4) continue;
            truth.ask(query_of(LinearKind::kEdgeEdge, mesh, {p[k], p[(k + 1) % 3]}, mesh,
                               {q[m], q[(m + 1) % 3]}));
          }
        }
      }
    }
    const ContactReport report = first_self_contact_linear(mesh);
    if (report.outcome == Outcome::kOverlapAtStart) continue;
    expect_agreement(report, truth);
  }
}

LinearMesh reversed(const LinearMesh& m) {
  const std::span<const Vec3> start = m.mesh.vertices();
  const std::span<const Triangle> triangles = m.mesh.triangles();
  return {TriangleMesh(m.end, {triangles.begin(), triangles.end()}), {start.begin(), start.end()}};
}

TEST(C5_LinearMeshes, SwapAndReversalAreLawful) {
  const std::size_t count = trials(2'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const LinearMesh a = random_mesh(random, random_vector(random)),
                     b = random_mesh(random, random_vector(random));
    const ContactReport one = first_contact_linear(a, b), two = first_contact_linear(b, a);
    ASSERT_EQ(name(one.outcome), name(two.outcome));
    EXPECT_NEAR(one.time.hi, two.time.hi, 1e-6);
    if (one.outcome != Outcome::kSeparated) continue;
    EXPECT_EQ(name(first_contact_linear(reversed(a), reversed(b)).outcome), name(one.outcome));
  }
}

/// A square of two triangles at height `from` that moves to height `to`.
LinearMesh square(double from, double to, double size) {
  std::vector<Vec3> start, end;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    start.emplace_back(size * x, size * y, from);
    end.emplace_back(size * x, size * y, to);
  }
  return {TriangleMesh(start, {{0, 1, 2}, {0, 2, 3}}), end};
}

TEST(C5_LinearMeshes, ReportSaysWhenWhereAndHow) {
  const LinearMesh floor = square(0.0, 0.0, 1.0), plate = square(1.0, -1.0, 0.5);
  const ContactReport report = first_contact_linear(plate, floor);
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.method, Method::kLinear);
  EXPECT_EQ(report.start, StartState::kApart);
  EXPECT_NEAR(report.time.hi, 0.5, 1e-6);
  EXPECT_NEAR(report.closing_speed, 2.0, 1e-6);
  ASSERT_EQ(report.contacts.size(), 1u);
  EXPECT_LT(std::fabs(report.contacts[0].point.z()), 1e-6);
  EXPECT_LT(report.contacts[0].normal.z(), -0.9);
}

TEST(C5_LinearMeshes, StartsThatTouchOrCrossAreToldApart) {
  const LinearMesh floor = square(0.0, 0.0, 1.0);
  const ContactReport touching = first_contact_linear(square(0.0, 1.0, 0.5), floor);
  EXPECT_EQ(touching.outcome, Outcome::kContact);
  EXPECT_EQ(touching.start, StartState::kTouching);
  EXPECT_EQ(touching.time.hi, 0.0);
  LinearMesh upright = square(0.0, 0.0, 0.5);
  std::vector<Vec3> turned;
  for (const Vec3& p : upright.mesh.vertices()) turned.emplace_back(p.x(), 0.1, p.y());
  upright = {TriangleMesh(turned, {{0, 1, 2}, {0, 2, 3}}), turned};
  const ContactReport crossing = first_contact_linear(upright, floor);
  EXPECT_EQ(crossing.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(crossing.start, StartState::kOverlapping);
  ASSERT_EQ(crossing.contacts.size(), 1u);
  EXPECT_LT(std::fabs(crossing.contacts[0].point.z()), 1e-12);
}

/// A blob that moves as a whole while each vertex trembles.
LinearMesh moving_blob(std::mt19937_64& random, const Vec3& from, const Vec3& to) {
  const TriangleMesh blob = make_shape("blob", {{"triangles", 1000}});
  std::vector<Vec3> start, end;
  for (const Vec3& p : blob.vertices()) {
    start.push_back(p + from);
    end.push_back(p + to + 0.005 * random_vector(random));
  }
  return {TriangleMesh(start, {blob.triangles().begin(), blob.triangles().end()}), end};
}

TEST(C5_LinearMeshes, AnswersDoNotDependOnTheNumberOfThreads) {
  std::size_t contacts = 0;
  for (std::size_t trial = 0; trial < trials(40, 4); ++trial) {
    auto random = generator(trial);
    const LinearMesh a = moving_blob(random, Vec3(0, 0, 0), Vec3(0, 0, 0));
    const LinearMesh b = moving_blob(random, Vec3(1.2, 0, 0), 0.3 * random_vector(random));
    const ContactReport one = first_contact_linear(a, b, {.threads = 1});
    contacts += one.outcome == Outcome::kContact;
    for (const int threads : {2, 7}) {
      const ContactReport more = first_contact_linear(a, b, {.threads = threads});
      EXPECT_EQ(one.outcome, more.outcome);
      EXPECT_EQ(one.time, more.time);
      EXPECT_EQ(one.stats.triangle_tests, more.stats.triangle_tests);
      ASSERT_EQ(one.contacts.size(), more.contacts.size());
      for (std::size_t i = 0; i < one.contacts.size(); ++i) {
        EXPECT_EQ(one.contacts[i].feature_a, more.contacts[i].feature_a);
        EXPECT_EQ(one.contacts[i].feature_b, more.contacts[i].feature_b);
        EXPECT_EQ(one.contacts[i].point, more.contacts[i].point);
      }
    }
  }
  EXPECT_GT(contacts, 0u);
}

TEST(C5_LinearMeshes, BudgetGivesUndecided) {
  LinearMeshOptions options;
  options.budget.max_tests = 1;
  const ContactReport report =
      first_contact_linear(square(1.0, -1.0, 0.5), square(0.0, 0.0, 1.0), options);
  EXPECT_EQ(report.outcome, Outcome::kUndecided);
  EXPECT_NE(report.undecided, Undecided::kNo);
}

TEST(C5_LinearMeshes, FramesOfUnequalLengthAreRefused) {
  LinearMesh bad = square(0.0, 0.0, 1.0);
  bad.end.pop_back();
  EXPECT_THROW(first_self_contact_linear(bad), InputError);
  EXPECT_THROW(first_contact_linear(bad, square(1.0, 0.5, 1.0)), InputError);
  const LinearMesh good = square(0.0, 0.0, 1.0);
  EXPECT_THROW(first_self_contact_linear(good, {.tolerance = -1.0}), InputError);
}

fs::path deform_folder() {
  const char* text = std::getenv("GRAZE_DATA");
  return (text == nullptr ? fs::path("../shared/data") : fs::path(text)) / "scenes" / "deform";
}

LinearMesh frames(const std::string& first, const std::string& second) {
  const TriangleMesh start = read_mesh(deform_folder() / first);
  const TriangleMesh end = read_mesh(deform_folder() / second);
  return {start, {end.vertices().begin(), end.vertices().end()}};
}

std::vector<LinearQuery> public_queries(const std::string& folder) {
  std::vector<LinearQuery> all;
  for (const fs::path& path : find_linear_queries({deform_folder() / folder / "queries"})) {
    const std::vector<LinearQuery> queries = read_linear_queries(path).queries;
    all.insert(all.end(), queries.begin(), queries.end());
  }
  return all;
}

TEST(C5_LinearMeshes, PublicFramesTouchNoLaterThanTheirQueries) {
  if (!fs::is_directory(deform_folder())) GTEST_SKIP() << "no scenes at " << deform_folder();
  // The first frame of the funnel crosses itself (checked in rationals): new contacts only.
  const LinearMeshOptions options{.look_for_crossings = false};
  for (const auto& [folder, one, two] : {std::tuple{"armadillo-rollers", "326.ply", "327.ply"},
                                         {"cloth-funnel", "227.ply", "228.ply"}}) {
    const std::string at = std::string(folder) + "/frames/";
    const ContactReport report = first_self_contact_linear(frames(at + one, at + two), options);
    std::printf("[ measured ] %s: %s at %.9f, %.3f s, %llu feature pairs\n", folder,
                std::string(name(report.outcome)).c_str(), report.time.hi, report.stats.seconds,
                static_cast<unsigned long long>(report.stats.triangle_tests));
    EXPECT_EQ(report.outcome, Outcome::kContact);
    for (const LinearQuery& query : public_queries(folder)) expect_not_late(report, query);
  }
}
}  // namespace
}  // namespace graze::test
