// SPDX-License-Identifier: MIT
// Runs methods over a class of queries, times them and compares their answers.               [C13]
#pragma once
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "ccd/fcl_peer.h"
#include "ccd/query.h"

namespace graze::bench {

/// A way to answer, and how many of a class's queries it gets: slow peers get fewer.
struct Method {
  std::string name;
  std::function<Answer(const Query&)> ask;
  int count = 0;
};

/// Spread of CPU times, in seconds.
struct Times {
  double median = 0.0, mean = 0.0, p99 = 0.0, p999 = 0.0, max = 0.0;
};
Times spread(std::vector<double> seconds);

/// One line of the table.
struct Row {
  std::string query_class, method;
  int queries = 0, contacts = 0, undecided = 0;
  int misses = 0;        ///< says free; certified says contact and FCL confirms that they intersect
  int false_alarms = 0;  ///< says contact; certified says free
  double late = 0.0;     ///< most that a time is past certified's bracket, in parts of the span
  Times cpu;
  double wall_p999 = 0.0;  ///< seconds
  double ratio = 1.0;      ///< of medians, to certified on the same queries
  double boxes = 0.0, wide = 0.0, triangles = 0.0;  ///< mean numbers of tests
  std::uint64_t hash = 0;                           ///< of all answers
};

/// What the oracle found wrong with certified's answers: a sampled intersection before the
/// bracket, or farther than the tolerance at its upper end.
struct OracleRow {
  std::string query_class;
  int queries = 0, misses = 0, far = 0;
  std::uint64_t unproved = 0;  ///< undecided: nothing to check
};

class Comparison {
 public:
  /// Certified comes first; the others are measured against it. `confirm` may be null: then every
  /// difference from certified is a miss.
  std::vector<Row> run(const QueryClass& among, const std::vector<Method>& methods,
                       const FclPeer* confirm);
  OracleRow check(const QueryClass& among, const FclPeer& oracle, int count);

  const std::vector<Row>& rows() const { return rows_; }
  const std::vector<OracleRow>& checks() const { return checks_; }
  void write_json(const std::string& path) const;

 private:
  std::vector<Row> rows_;
  std::vector<OracleRow> checks_;
};

}  // namespace graze::bench
