// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "graze/base/error.h"
#include "graze/io/rigid_queries.h"
#include "support/rigid_pair_oracle.h"
#include "support/trials.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

/// What the oracle has to say against an answer; empty if nothing. Times of contact are compared as
/// distances: where the oracle sees next to none, the answer must not be separated or later.
std::string objection(const RigidPrimitive& a, const RigidPrimitive& b, const ContactReport& answer,
                      double size, bool& decided) {
  RigidPairOracle oracle(a, b);
  const std::optional<double> touch = oracle.first_within(1e-12L * static_cast<long double>(size));
  decided = !oracle.gave_up;
  if (oracle.gave_up) return "";
  if (answer.outcome == Outcome::kUndecided) return "undecided";
  if (answer.outcome == Outcome::kSeparated) return touch ? "missed a contact" : "";
  if (touch && *touch < answer.time.lo - 1e-9) return "the lower end is late";
  const bool is_near =
      oracle.distance(answer.time.hi) <= static_cast<long double>(answer.tolerance) * 1.000001L;
  return is_near ? "" : "they are farther apart than the tolerance at the upper end";
}

struct RandomPair {
  RigidPrimitive a, b;
  double size;
};

/// Aimed so that about half of the pairs touch: the bodies swap sides.
RandomPair random_rigid_pair(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const auto vec = [&](double by) {
    return Vec3(by * Vec3(unit(random), unit(random), unit(random)));
  };
  const double size = std::pow(10.0, 3.0 * unit(random));
  const double turn = std::pow(10.0, 1.5 * unit(random));
  const auto primitive = [&](int count, double side) {
    RigidPrimitive p;
    p.count = count;
    for (Vec3& corner : p.corners) corner = vec(size);
    const Vec3 side_x(0.0, 0.0, side * size);
    const Vec3 begin = vec(3.0), end = begin + vec(turn);
    p.motion =
        Motion::six_parameters({side_x + vec(0.2 * size), begin}, {vec(0.2 * size) - side_x, end});
    return p;
  };
  const bool edges = unit(random) > 0.0;
  return {primitive(edges ? 2 : 1, 1.0), primitive(edges ? 2 : 3, -1.0), size};
}

TEST(C5_RigidPair, RandomPairsAgreeWithDenseSampling) {
  const std::size_t count = trials(20'000);
  std::size_t contacts = 0, unclear = 0, skipped = 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto random = generator(i);
    const RandomPair pair = random_rigid_pair(random);
    CertifiedOptions options;
    options.tolerance = 1e-6 * pair.size;
    const ContactReport answer = first_contact_certified(pair.a, pair.b, options);
    if (answer.start != StartState::kApart) {
      ++skipped;  // asks for new contacts only
      continue;
    }
    bool decided = true;
    EXPECT_EQ(objection(pair.a, pair.b, answer, pair.size, decided), "") << "trial " << i;
    contacts += answer.outcome == Outcome::kContact;
    unclear += !decided;
  }
  std::printf("[ counted  ] %zu pairs, %zu contacts, %zu that the oracle gave up, %zu skipped\n",
              count, contacts, unclear, skipped);
  EXPECT_GT(contacts, count / 10);
  EXPECT_LE(unclear, count / 1000);
  EXPECT_LE(skipped, count / 100);
}

TEST(C5_RigidPair, AVertexThatPassesThroughATriangleTouchesItHalfWay) {
  const RigidPrimitive vertex{
      {Vec3(0.1, 0.1, 1.0)}, 1, Motion::six_parameters({}, {{0.0, 0.0, -2.0}, Vec3::Zero()})};
  const RigidPrimitive face{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, 3, Motion()};
  const ContactReport answer = first_contact_certified(vertex, face);
  ASSERT_EQ(answer.outcome, Outcome::kContact);
  EXPECT_LE(answer.time.lo, 0.5);
  EXPECT_NEAR(answer.time.hi, 0.5, 1e-6);
}

TEST(C5_RigidPair, ASpinningEdgeIsNotMissedBetweenEqualEndPoses) {
  const double turn = 2.0 * 3.14159265358979312;
  const RigidPrimitive edge{{Vec3(0, 0, 0), Vec3(1, 0, 0)},
                            2,
                            Motion::six_parameters({}, {Vec3::Zero(), Vec3(0, 0, turn)})};
  const RigidPrimitive post{{Vec3(0, 0.5, -1), Vec3(0, 0.5, 1)}, 2, Motion()};
  const ContactReport answer = first_contact_certified(edge, post);
  ASSERT_EQ(answer.outcome, Outcome::kContact);
  EXPECT_NEAR(answer.time.hi, 0.25, 1e-5);
}

TEST(C5_RigidPair, ACountOfCornersThatIsNoPrimitiveIsRefused) {
  RigidPrimitive wrong;
  wrong.count = 4;
  EXPECT_THROW(first_contact_certified(wrong, RigidPrimitive{}), InputError);
  wrong.count = 0;
  EXPECT_THROW(first_contact_certified(wrong, RigidPrimitive{}), InputError);
}

fs::path rigid_folder() {
  const char* text = std::getenv("GRAZE_DATA");
  return (text == nullptr ? fs::path("../shared/data") : fs::path(text)) / "queries/rigid";
}

double size_of(const RigidQuery& query) {
  double size = 0.0;
  for (const RigidPrimitive* p : {&query.a, &query.b}) {
    for (int k = 0; k < p->count; ++k) size = std::max(size, p->corners[std::size_t(k)].norm());
  }
  return size;
}

double cpu_us() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e6 * static_cast<double>(now.tv_sec) + 1e-3 * static_cast<double>(now.tv_nsec);
}

TEST(C5_PublicRigidPairs, AllAreAnsweredAsDenseSamplingDoes) {
  if (!fs::is_directory(rigid_folder())) GTEST_SKIP() << "no rigid pairs in " << rigid_folder();
  std::size_t contacts = 0, unclear = 0;
  std::vector<double> times;
  for (const fs::path& path : find_rigid_queries({rigid_folder()})) {
    const RigidQuery query = read_rigid_query(path);
    const double begin = cpu_us();
    const ContactReport answer = first_contact_certified(query.a, query.b);
    times.push_back(cpu_us() - begin);
    bool decided = true;
    EXPECT_EQ(objection(query.a, query.b, answer, size_of(query), decided), "") << path;
    EXPECT_EQ(answer.start, StartState::kApart) << path;
    contacts += answer.outcome == Outcome::kContact;
    unclear += !decided;
  }
  std::sort(times.begin(), times.end());
  std::printf("[ counted  ] %zu pairs, %zu contacts, median %.1f us\n", times.size(), contacts,
              times[times.size() / 2]);
  EXPECT_EQ(times.size(), 202u);
  EXPECT_EQ(unclear, 0u);
}
}  // namespace
}  // namespace graze::test
