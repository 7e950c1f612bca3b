// SPDX-License-Identifier: MIT
// Every past miss as a small file with its right answer, asked of every method and question. A file
// is a scene of two bodies and what is true of it:
//   "about": what went wrong, "right": {"outcome": "contact", "time": 1} or {"outcome":
//   "separated"}; with "inside": true, one body gets into the other without crossing its surface
//   (with "near": true, within the tolerance of it);
//   with "apart_at_start": true, a contact at the start of the span is right after it
// A contact may be reported as one at the start where its time is the start of the span.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "graze/certify/check_certificate.h"
#include "graze/certify/check_proof.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/choose_method.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/prove.h"
#include "graze/query/prove_scene.h"

namespace graze {
namespace {
constexpr double kWithin = 1e-5;  // seconds
const BodyId kA{0}, kB{1};

struct Case {
  std::string name;
  Scene scene;
  bool meets = false;
  double time = 0.0;
  bool is_inside = false;  ///< one in the other, their surfaces never meet
  bool is_near = false;    ///< but come within the tolerance
  bool is_apart_at_start = false;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator("tests/corpus"))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const auto& path : files) {
    std::ifstream file(path);
    const auto json = nlohmann::json::parse(file);
    const auto& right = json.at("right");
    all.push_back(
        {path.stem().string(), parse_scene(json.at("scene").dump(), path.string(), "tests/corpus"),
         right.at("outcome") == "contact", right.value("time", 0.0), right.value("inside", false),
         right.value("near", false), right.value("apart_at_start", false)});
  }
  return all;
}

void expect_right(const Case& c, const ContactReport& report) {
  if (!c.meets) {
    EXPECT_EQ(report.outcome, Outcome::kSeparated);
    EXPECT_EQ(report.start, StartState::kApart);
    return;
  }
  const bool at_start = !c.is_apart_at_start && c.time == c.scene.span.lo &&
                        report.outcome == Outcome::kOverlapAtStart;
  EXPECT_TRUE(report.outcome == Outcome::kContact || at_start) << name(report.outcome);
  EXPECT_LE(report.time.lo, c.time);
  const bool is_rough = report.guarantee != Guarantee::kProved;  // a cycle of the octree
  EXPECT_GE(report.time.hi, c.time - kWithin);
  EXPECT_LE(report.time.hi, is_rough ? c.scene.span.hi : c.time + kWithin);
  for (const Contact& contact : report.contacts) {
    EXPECT_TRUE(at_start || contact.distance <= report.tolerance) << contact.distance;
  }
}

TEST(G1_Corpus, EveryMethodThatAcceptsACaseAnswersItRight) {
  int asked = 0;
  for (const Case& c : cases()) {
    for (const MethodRow& row : method_table()) {
      SCOPED_TRACE(c.name + " by " + std::string(name(row.method)));
      if (row.method == Method::kVolume) continue;  // an instant only
      PairReport answer;
      try {
        answer = first_contact(c.scene, {.method = row.method});
      } catch (const std::exception&) {
        continue;  // not a question for this method
      }
      expect_right(c, answer.report);
      ++asked;
    }
  }
  EXPECT_GT(asked, 0);
}

TEST(G1_Corpus, ClearanceAndIntervalsSayTheSame) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto clearances = clearances_per_pair(c.scene);
    const auto intervals = contact_intervals_per_pair(c.scene);
    ASSERT_EQ(clearances.size(), 1u);
    ASSERT_EQ(intervals.size(), 1u);
    const Clearance& clearance = clearances[0].clearance;
    const ContactIntervals& found = intervals[0].contacts;
    const bool overlaps = first_contact(c.scene).report.outcome == Outcome::kOverlapAtStart;
    EXPECT_EQ(name(clearance.outcome), name(overlaps  ? Outcome::kOverlapAtStart
                                            : c.meets ? Outcome::kContact
                                                      : Outcome::kSeparated));
    EXPECT_EQ(clearance.distance.lo > 0.0, !c.meets);
    EXPECT_EQ(found.outcome, c.meets ? Outcome::kContact : Outcome::kSeparated);
    if (c.meets && !found.intervals.empty()) {
      EXPECT_NEAR(found.intervals[0].entry.hi, c.time, kWithin);
    }
  }
}

TEST(G2_Corpus, CertificatesClaimWhatIsTrueAndNoMore) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const ProofScene scene(c.scene);
    const ProofPair pair = scene.pair(kA, kB);
    const bool deforms = pair.a.frames != nullptr || pair.b.frames != nullptr;
    const ProofShapes shapes = deforms ? ProofShapes::kDeforming : ProofShapes::kSurfaces;
    const double least = scene.least_distance(kA, kB);
    const auto surfaces = prove_apart(pair, c.scene.span, least, {.shapes = shapes});
    EXPECT_EQ(surfaces.has_value(), !c.meets || c.is_inside);
    if (surfaces && c.is_inside) {  // true of the surfaces; a certificate is about solids
      PairProof claim{.a = kA, .b = kB, .shapes = shapes, .span = c.scene.span, .distance = least};
      claim.steps = *surfaces;
      EXPECT_FALSE(CertificateCheck(scene).check(claim).accepted);
    }
    const auto reports = contacts_per_pair(c.scene);
    prove_reports(scene, reports, {}, [&](const ProvedReport& proved) {
      if (!proved.proof) {
        EXPECT_TRUE(c.meets && c.time == c.scene.span.lo) << name(proved.reason);
        return;
      }
      CertificateCheck check(scene);
      const Verdict verdict = check.check(*proved.proof);
      EXPECT_TRUE(verdict.accepted) << verdict.reason;
      EXPECT_EQ(check.free_span().hi < c.scene.span.hi, c.meets);
      EXPECT_EQ(proved.proof->witness.has_value(), c.meets && (!c.is_inside || c.is_near));
      PairProof longer = *proved.proof;
      longer.span.hi = c.scene.span.hi;
      EXPECT_EQ(check_proof(longer, pair).accepted, !c.meets);
    });
  }
}

TEST(G1_Corpus, WrittenAndReadAgainTheyAreTheSame) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Scene again = parse_scene(format_scene(c.scene));
    ASSERT_EQ(again.bodies.size(), c.scene.bodies.size());
    for (std::size_t i = 0; i < again.bodies.size(); ++i)
      EXPECT_EQ(content_hash(again.bodies[i].motion), content_hash(c.scene.bodies[i].motion));
    expect_right(c, first_contact(again).report);
  }
}
}  // namespace
}  // namespace graze
