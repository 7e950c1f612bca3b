// SPDX-License-Identifier: MIT
// The assembly as1 of Debian's gmsh-doc: a bolt is drawn out of its nut, whose hole has its own
// radius, until its head meets the rod above.
#include <gtest/gtest.h>
#ifdef GRAZE_HAVE_OCCT
#include <cstdlib>
#include <filesystem>

#include "cad/as1_file.h"
#include "graze/io/load_scene.h"
#include "graze/query/prepared_scene.h"
#include "graze/query/prove_scene.h"
#include "support/trials.h"

namespace graze::test {
namespace {

std::string body(const char* name, const std::string& path, const char* part, const char* motion) {
  return std::string(R"({"name": ")") + name + R"(", "shape": {"type": "step", "path": ")" + path +
         R"(", "part": "as1/)" + part + "\"}" + motion + "}";
}

/// The bolt goes up by 60 mm. Its head is 22 mm below the rod.
Scene bolt_and_neighbours(const std::string& path) {
  const std::string bracket = "L-BRACKET-ASSEMBLY::1/",
                    nut_bolt = bracket + "NUT-BOLT-ASSEMBLY::1/";
  const char* up = R"(, "motion": {"type": "slerp", "from": {}, "to": {"position": [0, 0, 60]}})";
  return parse_scene(R"({"units": "mm", "tolerance": 0.01, "bodies": [)" +
                         body("bolt", path, (nut_bolt + "BOLT").c_str(), up) + ", " +
                         body("rod", path, "ROD-ASSEMBLY/ROD", "") + ", " +
                         body("nut", path, (nut_bolt + "NUT::3").c_str(), "") + ", " +
                         body("plate", path, "PLATE", "") + ", " +
                         body("bracket", path, (bracket + "L-BRACKET").c_str(), "") + R"(],
    "may_touch": [["rod", "nut"], ["rod", "plate"], ["rod", "bracket"], ["nut", "plate"],
                  ["nut", "bracket"], ["plate", "bracket"]]})",
                     "scene", ".");
}

TEST(C10_As1, ABoltIsDrawnOutOfItsNutUntilItMeetsTheRod) {
  const auto path = as1_file();
  if (!path) GTEST_SKIP() << "no as1-tu-203.stp.gz of gmsh-doc, nor GRAZE_AS1";
  const Scene scene = bolt_and_neighbours(path->string());
  const auto reports = contacts_per_pair(scene);
  ASSERT_EQ(reports.size(), 4u);
  for (const PairReport& pair : reports) {
    const std::string& name = scene.bodies[pair.b.index()].name;
    SCOPED_TRACE(name);
    EXPECT_EQ(pair.report.guarantee, Guarantee::kProved) << explanation(pair.report);
    const bool is_rod = name == "rod";
    EXPECT_EQ(pair.report.outcome, is_rod ? Outcome::kContact : Outcome::kSeparated);
    EXPECT_EQ(pair.report.start, is_rod ? StartState::kApart : StartState::kTouching);
    if (!is_rod) continue;
    EXPECT_LE(pair.report.time.lo, 22.0 / 60.0);
    EXPECT_GE(pair.report.time.hi, (22.0 - 0.0101) / 60.0);
  }
  // All ways have certificates; those of bodies in touch take seconds.
  const ProofScene proofs(scene);
  CertificateCheck check(proofs);
  const auto proved_pairs = std::span(reports).first(trials(reports.size(), 1));
  prove_reports(proofs, proved_pairs, {}, [&](const ProvedReport& proved) {
    const std::string& name = scene.bodies[proved.report.b.index()].name;
    SCOPED_TRACE(name);
    ASSERT_TRUE(proved.proof);
    const Verdict verdict = check.check(*proved.proof);
    EXPECT_TRUE(verdict.accepted) << verdict.place << ": " << verdict.reason;
    EXPECT_GE(proved.proof->span.hi, name == "rod" ? (22.0 - 0.03) / 60.0 : 1.0);
  });
}

}  // namespace
}  // namespace graze::test
#endif
