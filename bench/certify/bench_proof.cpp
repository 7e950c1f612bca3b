// SPDX-License-Identifier: MIT
// Proofs: how long, how fast to make and to check, on the queries of the comparison.          [G2]
//   bench_proof [queries per class] [ONLY] [SKIP]
// CPU time of the thread; check: least of five. The hash is that of all proofs. SKIP leaves out the
// first queries of each class: the prover's choices were made on 10 of them.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "ccd/query_classes.h"
#include "graze/base/hash.h"
#include "graze/methods/certified.h"
#include "graze/query/prove.h"
#include "timing/cpu_time.h"

namespace graze::bench {
namespace {
/// One proof measured.
struct Row {
  double bytes = 0.0, steps = 0.0, directions = 0.0;
  double search_ms = 0.0, prove_ms = 0.0, check_ms = 0.0;
};

double mean(const std::vector<Row>& rows, double Row::*of) {
  double sum = 0.0;
  for (const Row& row : rows) sum += row.*of;
  return rows.empty() ? 0.0 : sum / double(rows.size());
}
double quantile(std::vector<Row> rows, double Row::*of, double share) {
  if (rows.empty()) return 0.0;
  std::sort(rows.begin(), rows.end(), [&](const Row& x, const Row& y) { return x.*of < y.*of; });
  return rows[std::min(rows.size() - 1, std::size_t(share * double(rows.size())))].*of;
}

class ClassBench {
 public:
  explicit ClassBench(const QueryClass& among) : among_(among) {
    const double begin = thread_seconds();
    const auto a = std::make_shared<const CheckedTree>(among.a.tree);
    mesh_check_ms_ = 1e3 * (thread_seconds() - begin);
    const auto b = std::make_shared<const CheckedTree>(among.b.tree);
    pair_ = {{a, Motion(), nullptr}, {b, Motion(), nullptr}};
  }

  void run(std::size_t skip) {
    for (std::size_t i = skip; i < among_.queries.size(); ++i) measure(among_.queries[i]);
    print();
  }

 private:
  void measure(const Query& query) {
    Row row;
    double begin = thread_seconds();
    const ContactReport report =
        first_contact_certified({among_.a.wide, Motion()}, {among_.b.wide, query.motion},
                                {.span = query.span, .tolerance = among_.tolerance});
    row.search_ms = 1e3 * (thread_seconds() - begin);
    if (report.outcome != Outcome::kSeparated && report.outcome != Outcome::kContact) return;
    if (report.start != StartState::kApart) return;
    PairProof proof;
    proof.span = {query.span.lo,
                  report.outcome == Outcome::kContact ? report.time.lo : query.span.hi};
    pair_.b.motion = query.motion;
    begin = thread_seconds();
    auto steps = prove_apart(pair_, proof.span, 0.0);
    row.prove_ms = 1e3 * (thread_seconds() - begin);
    if (!steps) {
      ++unproved_;
      return;
    }
    proof.steps = std::move(*steps);
    row.check_ms = 1e9;
    Verdict verdict;
    for (int k = 0; k < 5; ++k) {
      begin = thread_seconds();
      verdict = check_proof(proof, pair_);
      row.check_ms = std::min(row.check_ms, 1e3 * (thread_seconds() - begin));
    }
    if (!verdict.accepted) ++refused_;
    row.bytes = double(proof.steps.bytes.size());
    row.steps = double(verdict.steps);
    row.directions = double(verdict.directions);
    for (const std::uint8_t byte : proof.steps.bytes) hash_.add(std::uint64_t{byte});
    rows_.push_back(row);
  }

  void print() const {
    fmt::print(
        "{:28} {:4} {:4} {:4} {:7.0f} {:7.0f} {:8.0f} {:7.0f} {:8.0f} {:8.3f} {:8.3f} {:7.3f} "
        "{:7.3f} {:7.0f} {:016x}\n",
        among_.name, rows_.size(), unproved_, refused_, mean(rows_, &Row::directions),
        mean(rows_, &Row::steps), mean(rows_, &Row::bytes), quantile(rows_, &Row::bytes, 0.5),
        quantile(rows_, &Row::bytes, 1.0), mean(rows_, &Row::search_ms),
        mean(rows_, &Row::prove_ms), mean(rows_, &Row::check_ms),
        quantile(rows_, &Row::check_ms, 1.0), mesh_check_ms_, hash_.value());
    std::fflush(stdout);
  }

  const QueryClass& among_;
  ProofPair pair_;
  std::vector<Row> rows_;
  double mesh_check_ms_ = 0.0;
  int unproved_ = 0, refused_ = 0;
  Hasher hash_;
};

void print_header() {
  fmt::print(
      "{:28} {:>4} {:>4} {:>4} {:>7} {:>7} {:>8} {:>7} {:>8} {:>8} {:>8} {:>7} {:>7} {:>7} {}\n",
      "class", "made", "none", "bad", "direct.", "steps", "bytes", "median", "max", "find ms",
      "prove ms", "check", "max ms", "mesh ms", "hash");
}

void run(int count, const std::string& only, std::size_t skip) {
  print_header();
  const auto one = [&](const QueryClass& among) {
    if (among.name.find(only) != std::string::npos) ClassBench(among).run(skip);
  };
  std::string name;
  const TriangleMesh mesh = bunny_or_blob(name);
  const QueryClass big = big_motions(name, mesh, count);
  if (only.find("turns") == only.npos) one(big);
  if (only.empty() || only.find("miss") != only.npos) one(near_misses(big));
  if (only.empty()) one(steps(big, true));
  if (only.empty()) one(steps(big, false));
  if (only.find("turns") != only.npos) {
    for (const double angle : {3.0, 30.0, 300.0}) one(turns(big.a, angle, std::min(count, 5)));
  }
  if (only.empty()) one(door_closing(count));
  if (only.find("shaft") != only.npos) one(shaft_in_hole(0.01));
}
}  // namespace
}  // namespace graze::bench

int main(int argc, char** argv) {
  graze::bench::run(argc > 1 ? std::atoi(argv[1]) : 40, argc > 2 ? argv[2] : "",
                    argc > 3 ? std::size_t(std::atoi(argv[3])) : 0);
  return 0;
}
