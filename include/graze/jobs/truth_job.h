// SPDX-License-Identifier: MIT
// The job that makes a truth set: first-contact questions with certified answers.        [G2, G5]
#pragma once
#include <graze/jobs/job.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct TruthJobOptions {
  std::uint64_t seed = 1;
  std::size_t candidates = 1000;  ///< questions that are tried; some are left out
  int threads = 0;                ///< 0: all cores; answers do not depend on it
  std::size_t chunk_items = 64;   ///< >= 1
};

/// One answer for each candidate: its question with the proof, or why it is left out. A candidate
/// is a function of the seed and its number.
Job truth_job(const TruthJobOptions& options);

struct TruthCounts {
  std::size_t queries = 0, contacts = 0, separated = 0;
  std::size_t touching = 0;  ///< left out: they touch at the start
  std::size_t unproved = 0;  ///< left out: no proof
  friend bool operator==(const TruthCounts&, const TruthCounts&) = default;
};

/// The document of `graze truth`: a line.
std::string truth_document(const TruthCounts& counts);
/// Throws InputError that names line and column, or the JSON path.
TruthCounts parse_truth(std::string_view text, const std::string& place = "truth");

/// Writes a set to a folder: shapes, questions, proofs and an index (docs/truth.md).
class TruthSet {
 public:
  /// Takes `queries` of the candidates, the first that are proved. Nothing is written before the
  /// first of them.
  TruthSet(std::filesystem::path folder, std::uint64_t seed, std::size_t queries);

  bool is_full() const { return index_.size() == queries_; }
  /// A line of the job's answers; in the order of candidates. Throws InputError for another line,
  /// and if the folder cannot be made.
  void take(const std::string& line, const std::string& place);
  /// Writes the index. Throws InputError if there are too few.
  TruthCounts finish() const;

 private:
  std::filesystem::path folder_;
  std::uint64_t seed_;
  std::size_t queries_;
  TruthCounts counts_;
  std::vector<std::string> index_;  ///< JSON, one of each question
};

/// Gives a set the answers of a whole file of the job. Throws InputError for a file of another job,
/// or one that is not whole.
void take_truth_answers(const Job& job, const std::filesystem::path& file, TruthSet& set);

}  // namespace graze
