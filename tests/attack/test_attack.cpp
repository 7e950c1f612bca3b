// SPDX-License-Identifier: MIT
// Random questions that are meant to be answered wrongly: jumps, loops, holds, reversed, composed,
// accelerated and rational motions, joints and chains, far from the origin, over spans that begin
// and end at knots, grazing at a knot, at an end, anywhere; bodies grown, inside each other,
// resting on each other. Every method that takes the question answers it; what is proved is
// checked, and so are changed proofs and proofs of changed scenes. Formulas and distances of the
// oracle are its own, in quadruple precision.
//   GRAZE_TRIALS=1 runs 10,000 of them, 100 a million; GRAZE_FIRST=N begins at number N.  [C4, C9,
//   G2]
#include <gtest/gtest.h>

#include "attack/truth.h"
#include "certify/mutation.h"
#include "graze/base/error.h"
#include "graze/query/clearance.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/first_contact.h"
#include "graze/query/prove_scene.h"
#include "support/first_trial.h"
#include "support/trials.h"

namespace graze::attack {
namespace {
Body body_of(const char* name, const TriangleMesh& mesh, double growth, const Recipe& motion) {
  Body body;
  body.name = name;
  body.shape = Shape::from_rounded_mesh(mesh, growth);
  body.motion = motion_of(motion);
  return body;
}

Scene scene_of(const AttackQuestion& q) {
  Scene scene;
  scene.span = q.span;
  add_body(scene, body_of("a", q.mesh_a, q.growth_a, q.motion_a));
  Body b = body_of("b", q.mesh_b, q.growth_b, q.motion_b);
  if (q.is_chain && q.motion_b.kind == Recipe::Kind::kComposed) {
    Body carrier;  // without a shape: nothing touches it
    carrier.name = "carrier";
    carrier.motion = motion_of(*q.motion_b.outer);
    b.parent = add_body(scene, std::move(carrier));
    b.motion = motion_of(*q.motion_b.inner);
  }
  add_body(scene, std::move(b));
  return scene;
}

ContactOptions options_for(const AttackQuestion& q, std::optional<Method> method) {
  ContactOptions options;
  options.tolerance = q.tolerance;
  options.min_separation = q.min_separation;
  options.method = method;
  options.budget.max_tests = 300'000;
  options.threads = 1;
  return options;
}

std::vector<Interval> stretches_of(const ContactIntervals& contacts) {
  std::vector<Interval> stretches;
  for (const ContactInterval& c : contacts.intervals) stretches.push_back({c.entry.lo, c.exit.hi});
  return stretches;
}

struct Tally {
  std::size_t separated = 0, contact = 0, overlap = 0, undecided = 0, touching = 0, meeting = 0;
  std::size_t refused = 0, proofs = 0, accepted_mutants = 0, accepted_elsewhere = 0;

  void add(const ContactReport& report) {
    separated += report.outcome == Outcome::kSeparated;
    contact += report.outcome == Outcome::kContact;
    overlap += report.outcome == Outcome::kOverlapAtStart;
    undecided += report.outcome == Outcome::kUndecided;
    touching += report.start == StartState::kTouching;
  }
};

class Attack {
 public:
  Attack(const AttackQuestion& question, std::size_t number, Tally& tally)
      : question_(question),
        number_(number),
        tally_(tally),
        truth_(question),
        scene_(scene_of(question)) {
    tally.meeting += truth_.meets();
  }

  void ask_all() {
    check(std::nullopt);
    constexpr Method kOthers[] = {Method::kBisection, Method::kAnalytic, Method::kBacktracking,
                                  Method::kOctree};
    check(kOthers[number_ % 4]);
    if (question_.span.lo == question_.span.hi) return;
    if (number_ % 4 == 1) ask_clearance();
    if (number_ % 4 == 2) ask_intervals();
    if (number_ % 4 == 3) attack_proof();
  }

 private:
  void check(std::optional<Method> method) {
    std::vector<PairReport> pairs;
    try {
      pairs = contacts_per_pair(scene_, options_for(question_, method));
    } catch (const InputError&) {  // a method that does not take the question says so
      EXPECT_TRUE(method);
      ++tally_.refused;
      return;
    }
    ASSERT_EQ(pairs.size(), 1u);
    report_ = pairs[0].report;
    if (!method) tally_.add(report_);
    if (is_claimed()) {
      EXPECT_EQ(truth_.contradiction(report_), "")
          << (method ? name(*method) : "check") << ": " << name(report_.outcome) << " "
          << report_.time.lo;
    }
  }

  /// What is sampled claims nothing; what is conservative claims only to be apart.
  bool is_claimed() const {
    if (report_.guarantee == Guarantee::kProved) return true;
    return report_.guarantee == Guarantee::kConservative && report_.outcome == Outcome::kSeparated;
  }

  void ask_clearance() {
    if (question_.min_separation > 0.0) return;
    auto options = options_for(question_, std::nullopt);
    options.pairs = {{BodyId(0), last()}};
    const auto clearances = clearances_per_pair(scene_, options);
    EXPECT_EQ(truth_.contradiction(clearances.at(0).clearance), "") << "clearance";
  }

  void ask_intervals() {
    if (question_.min_separation > 0.0) return;
    for (const PairIntervals& pair :
         contact_intervals_per_pair(scene_, options_for(question_, std::nullopt), {})) {
      if (pair.contacts.outcome == Outcome::kUndecided) continue;
      EXPECT_EQ(truth_.meeting_outside(stretches_of(pair.contacts)), "") << "intervals";
    }
  }

  /// The proof of an answer is accepted; changed proofs, and proofs of other scenes, are accepted
  /// only where they are true.
  void attack_proof() {
    check(Method::kCertified);
    const ProofScene proof_scene(scene_.scene());
    const std::vector<PairReport> reports{{BodyId(0), last(), report_}};
    prove_reports(proof_scene, reports, options_for(question_, std::nullopt),
                  [&](const ProvedReport& proved) {
                    if (!proved.proof) return;
                    spoil(*proved.proof, proof_scene);
                    take_to_another_scene(*proved.proof);
                  });
  }

  void spoil(const PairProof& proof, const ProofScene& proof_scene) {
    ++tally_.proofs;
    const Verdict own = verdict(proof, proof_scene);
    EXPECT_TRUE(own.accepted) << "its own proof: " << own.reason;
    std::mt19937_64 random = test::generator(number_ + 1'000'000'000);
    for (int k = 0; k < 8; ++k) {
      PairProof mutant = proof;
      const char* const what = test::mutate(mutant, random);
      if (!is_accepted(mutant, proof_scene)) continue;
      ++tally_.accepted_mutants;
      EXPECT_EQ(truth_.contradiction(mutant), "") << what;
    }
  }

  void take_to_another_scene(const PairProof& proof) {
    std::mt19937_64 random = test::generator(number_ + 2'000'000'000);
    for (int k = 0; k < 4; ++k) {
      const AttackQuestion other = changed(question_, random);
      const Scene scene = scene_of(other);
      if (!is_accepted(proof, ProofScene(scene))) continue;
      ++tally_.accepted_elsewhere;
      EXPECT_EQ(Truth(other).contradiction(proof), "") << "in another scene";
    }
  }

  Verdict verdict(const PairProof& proof, const ProofScene& scene) const {
    return CertificateCheck(scene, Arithmetic::kRounded, question_.tolerance).check(proof);
  }
  bool is_accepted(const PairProof& proof, const ProofScene& scene) const {
    return verdict(proof, scene).accepted;
  }

  BodyId last() const {
    return BodyId(static_cast<std::uint32_t>(scene_.scene().bodies.size() - 1));
  }

  const AttackQuestion& question_;
  std::size_t number_;
  Tally& tally_;
  Truth truth_;
  PreparedScene scene_;
  ContactReport report_;
};
}  // namespace

TEST(C4_Attack, NoAnswerIsContradicted) {
  Tally tally;
  const std::size_t first = test::first_trial(), count = test::trials(10'000);
  for (std::size_t number = first; number < first + count; ++number) {
    std::mt19937_64 random = test::generator(number);
    const AttackQuestion question = random_question(random);
    SCOPED_TRACE("number " + std::to_string(number) + ": " + describe(question.motion_a) + " / " +
                 describe(question.motion_b));
    Attack(question, number, tally).ask_all();
    if (HasFatalFailure()) return;
  }
  std::printf(
      "[ attack   ] %zu questions: %zu meet; %zu separated, %zu contact, %zu overlap, %zu "
      "undecided; %zu touch at the start; %zu refused by a method; %zu proofs, %zu changed ones "
      "accepted, %zu in changed scenes\n",
      count, tally.meeting, tally.separated, tally.contact, tally.overlap, tally.undecided,
      tally.touching, tally.refused, tally.proofs, tally.accepted_mutants,
      tally.accepted_elsewhere);
  EXPECT_GT(tally.meeting, count / 10);
  EXPECT_GT(tally.separated, count / 10);
  EXPECT_LT(tally.undecided, count / 50 + 2);
}

}  // namespace graze::attack
