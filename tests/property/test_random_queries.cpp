// SPDX-License-Identifier: MIT
// `certified` and `bisection` on 200,000 random questions, against an oracle that shares no code.
//   GRAZE_TRIALS  share of the 200,000; 1 in `make test-full`, 0.003 by default
//   GRAZE_FIRST   number of the first question, to go on where a run ended; 0 by default
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <thread>

#include "property/contact_checks.h"
#include "support/first_trial.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr std::size_t kQueries = 200'000;
constexpr int kMostFailures = 20;

/// The trials that this run does. Without GRAZE_TRIALS fewer than usual: a query costs
/// milliseconds.
std::pair<std::size_t, std::size_t> trial_range(std::size_t full) {
  const bool chosen = std::getenv("GRAZE_TRIALS") != nullptr;
  const std::size_t count = trials(chosen ? full : full * 6 / 100);
  const std::size_t first = first_trial();
  return {first, first + count};
}

/// What a run saw.
struct QueryTally {
  std::map<std::string, std::size_t> counts;
  std::size_t proved_by_samples = 0;
  int failures = 0;
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();

  void count(const char* how, const ContactReport& report) {
    ++counts[std::string(how) + " " + std::string(name(report.outcome))];
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  void print(std::size_t first, std::size_t last) const {
    std::printf("[ queries  ] %zu to %zu in %.1f s; oracle alone proves %zu free; failures %d\n",
                first, last, seconds(), proved_by_samples, failures);
    for (const auto& [what, count] : counts)
      std::printf("[          ] %8zu %s\n", count, what.c_str());
    std::fflush(stdout);
  }
};

ContactReport seen_from_other_side(ContactReport report) {
  for (Contact& contact : report.contacts) {
    std::swap(contact.feature_a, contact.feature_b);
    std::swap(contact.point_a, contact.point_b);
    contact.normal = -contact.normal;
  }
  return report;
}

/// One question, asked in all ways.
class Trial {
 public:
  Trial(std::size_t number, QueryTally& tally)
      : number_(number),
        tally_(tally),
        random_(generator(number)),
        asked_(random_contact_query(random_)),
        truth_(asked_.query) {}

  void run() {
    const ContactReport certified = asked_.certified();
    const ContactReport bisection = asked_.bisection(200'000);
    const bool large = asked_.query.a.mesh.triangles().size() > 100;
    const Samples samples = truth_.samples(large ? 24 : 40);
    tally_.proved_by_samples += samples.proved_free ? 1 : 0;
    instants_ = samples.instants;
    instants_.push_back(truth_.at(certified.time.hi));
    instants_.push_back(truth_.at(bisection.time.hi));
    check("certified", certified);
    check("bisection", bisection);
    check_decided(certified);
    if (number_ % 4 == 0) check_laws(certified);
  }

 private:
  void fail(const char* how, const std::string& what) {
    ++tally_.failures;
    ADD_FAILURE() << "query " << number_ << " (" << asked_.query.kind << ", size "
                  << asked_.query.size << ", tolerance " << asked_.query.tolerance << "), " << how
                  << ": " << what;
  }

  void check(const char* how, const ContactReport& report) {
    tally_.count(how, report);
    const std::string wrong = what_is_wrong(truth_, asked_.query, report, instants_);
    if (!wrong.empty()) fail(how, std::string(name(report.outcome)) + ", " + wrong);
  }

  void check_decided(const ContactReport& report) {
    if (report.outcome == Outcome::kUndecided && asked_.query.above_rounding)
      fail("certified", "undecided without a budget, " + explanation(report));
  }

  void check_laws(const ContactReport& direct) {
    if (!same_bits(direct, asked_.certified({.portable = true})))
      fail("portable", "other bits than wide instructions");
    check("swapped", seen_from_other_side(swapped(asked_).certified()));
    const double far = asked_.query.size * (number_ % 8 == 0 ? 1.0 : 100.0);
    const Pose frame{random_rotation(random_), random_vector(random_, far)};
    check("moved", moved(asked_, frame).certified());
    if (direct.outcome == Outcome::kSeparated && direct.start == StartState::kApart)
      check_reversed();
  }

  /// Free, or near without touching: samples of a free motion are free in both senses of time.
  void check_reversed() {
    const AskedQuery back = reversed(asked_);
    const ContactReport report = back.certified();
    tally_.count("reversed", report);
    const ContactTruth truth(back.query);
    const std::string wrong = what_is_wrong(truth, back.query, report, {});
    if (!wrong.empty()) return fail("reversed", wrong);
    if (report.outcome == Outcome::kOverlapAtStart) return fail("reversed", "overlaps");
    if (report.outcome != Outcome::kContact) return;
    const Instant there = truth.at(report.time.hi);
    if (there.nearest.distance == 0.0 && truth.surely_intersect(there))
      fail("reversed", "touches where it was free");
  }

  std::size_t number_;
  QueryTally& tally_;
  std::mt19937_64 random_;
  AskedQuery asked_;
  ContactTruth truth_;
  std::vector<Instant> instants_;
};

TEST(C4_RandomQueries, NoContactIsLostAndAllAnswersAgree) {
  const auto [first, last] = trial_range(kQueries);
  QueryTally tally;
  std::size_t number = first;
  for (; number < last && tally.failures < kMostFailures; ++number) {
    Trial(number, tally).run();
    if ((number + 1) % 2000 == 0) tally.print(first, number + 1);
  }
  tally.print(first, number);
  if (last - first >= 500) {  // the generator asks what it is meant to ask
    EXPECT_GT(tally.counts["certified contact"], (last - first) / 5);
    EXPECT_GT(tally.counts["certified separated"], (last - first) / 10);
  }
}

/// Questions [first, last) once in order, and once by two threads that begin at the end: memory
/// that searches reuse is then in another state.
void expect_same_bits_from_two_threads(std::size_t first, std::size_t last) {
  std::vector<AskedQuery> queries;
  for (std::size_t number = first; number < last; ++number) {
    std::mt19937_64 random = generator(number);
    queries.emplace_back(random_contact_query(random));
  }
  std::vector<ContactReport> one, two(queries.size());
  for (const AskedQuery& query : queries) one.push_back(query.certified());
  const auto every_other = [&](std::size_t k) {
    for (std::size_t i = queries.size(); i-- > 0;)
      if (i % 2 == k) two[i] = queries[i].certified();
  };
  std::thread even(every_other, 0), odd(every_other, 1);
  even.join();
  odd.join();
  for (std::size_t i = 0; i < queries.size(); ++i) EXPECT_TRUE(same_bits(one[i], two[i])) << i;
}

TEST(C9_RandomQueries, TwoThreadsGiveTheSameBitsAsOne) {
  constexpr std::size_t kAtOnce = 100;
  const auto [first, last] = trial_range(8000);
  for (std::size_t begin = first; begin < last; begin += kAtOnce)
    expect_same_bits_from_two_threads(begin, std::min(last, begin + kAtOnce));
}
}  // namespace
}  // namespace graze::test
