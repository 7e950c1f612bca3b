// SPDX-License-Identifier: MIT
// Every answer of `certified` to the random questions of its own suite is proved and accepted.
//   GRAZE_TRIALS  share of the 20,000; 1 in `make test-full`
//   GRAZE_FIRST   number of the first question, to go on where a run ended; 0 by default
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "certify/proved_query.h"
#include "support/first_trial.h"
#include "support/trials.h"

namespace graze::test {
namespace {
struct SuiteTally {
  std::map<std::string, std::size_t> counts;
  std::size_t bytes = 0, largest = 0;
  double longest_gap = 0.0;  ///< time.lo - end of the claim, in parts of the span

  void print() const {
    for (const auto& [what, count] : counts)
      std::printf("[          ] %8zu %s\n", count, what.c_str());
    std::printf("[          ] %zu bytes of steps, largest %zu; claims end at most %.3g s early\n",
                bytes, largest, longest_gap);
  }
};

void expect_proved(std::size_t number, const ProvedQuery& q, SuiteTally& tally) {
  const std::string outcome(name(q.report.outcome));
  if (!q.starts_apart()) {
    ++tally.counts[outcome + ", in touch at the start: excepted"];
    return;
  }
  if (!q.proof) {
    ++tally.counts[outcome + ", NOT PROVED"];
    ADD_FAILURE() << "query " << number << " (" << q.query.kind << "), " << outcome << " at "
                  << q.report.time.lo << ", tolerance " << q.query.tolerance << ", size "
                  << q.query.size << ", extents " << q.pair.a.tree->extent() << " and "
                  << q.pair.b.tree->extent() << ": no proof";
    return;
  }
  const Verdict verdict = check_proof(*q.proof, q.pair);
  EXPECT_TRUE(verdict.accepted) << "query " << number << ": " << verdict.place << ": "
                                << verdict.reason;
  const double end = q.report.outcome == Outcome::kSeparated ? 1.0 : q.report.time.lo;
  ++tally
        .counts[outcome + (q.proof->span.hi == end ? ", proved" : ", proved, ends a little early")];
  tally.longest_gap = std::max(tally.longest_gap, end - q.proof->span.hi);
  tally.bytes += q.proof->steps.bytes.size();
  tally.largest = std::max(tally.largest, q.proof->steps.bytes.size());
  if (q.report.outcome == Outcome::kContact) {
    ASSERT_TRUE(q.proof->witness);
    EXPECT_TRUE(check_witness(*q.proof->witness, q.pair, q.report.tolerance).accepted)
        << "query " << number;
    EXPECT_LE(q.proof->witness->distance, q.query.tolerance) << "query " << number;
  }
}

TEST(G2_CSuite, EveryAnswerOfCertifiedIsProvedAndAccepted) {
  const std::size_t count = trials(20'000), first = first_trial();
  SuiteTally tally;
  for (std::size_t number = first; number < first + count; ++number) {
    std::mt19937_64 random = generator(number);
    expect_proved(number, proved(random_contact_query(random)), tally);
    if ((number + 1) % 1000 == 0) {
      std::printf("[ queries  ] up to %zu\n", number + 1);
      std::fflush(stdout);
    }
  }
  tally.print();
}
}  // namespace
}  // namespace graze::test
