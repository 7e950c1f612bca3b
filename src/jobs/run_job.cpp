// SPDX-License-Identifier: MIT
#include "graze/jobs/run_job.h"

#include <charconv>
#include <chrono>
#include <set>

#include "graze/base/error.h"

namespace graze {
namespace {
std::optional<std::size_t> whole_number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The part of a budget of time that is left.
class TimeLeft {
 public:
  explicit TimeLeft(const Budget& budget) : whole_(budget) {}
  Budget now() const {
    Budget left = whole_;
    left.max_seconds -= std::chrono::duration<double>(Clock::now() - begin_).count();
    return left;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Budget whole_;
  Clock::time_point begin_ = Clock::now();
};

bool is_used_up(const Budget& budget) {
  return budget.max_seconds <= 0.0 || (budget.cancel != nullptr && budget.cancel->load());
}
}  // namespace

void AnswerCounts::add(Outcome outcome) {
  ++answers;
  contacts += outcome == Outcome::kContact || outcome == Outcome::kOverlapAtStart;
  undecided += outcome == Outcome::kUndecided;
}

AnswerCounts& AnswerCounts::operator+=(const AnswerCounts& other) {
  answers += other.answers;
  contacts += other.contacts;
  undecided += other.undecided;
  return *this;
}

Shard parse_shard(std::string_view text) {
  const auto slash = text.find('/');
  const auto index = whole_number(text.substr(0, slash));
  const auto count =
      slash == std::string_view::npos ? std::nullopt : whole_number(text.substr(slash + 1));
  if (!index || !count || *index < 1 || *index > *count) {
    throw InputError({"--shard", "'" + std::string(text) + "'",
                      "I/N: the I-th of N shards, from 1 to N", "for example 1/7 … 7/7"});
  }
  return {*index - 1, *count};
}

std::vector<std::size_t> chunks_to_do(const Job& job, const Shard& shard,
                                      const std::vector<StoredChunk>& done) {
  std::set<std::size_t> skipped;
  for (const StoredChunk& chunk : done) skipped.insert(chunk.chunk);
  std::vector<std::size_t> chunks;
  for (std::size_t chunk = shard.index; chunk < job.chunks(); chunk += shard.count) {
    if (!skipped.contains(chunk)) chunks.push_back(chunk);
  }
  return chunks;
}

bool run_job(const Job& job, const ChunkSource& next, ChunkFile& out, const Budget& budget,
             const std::function<void(const AnswerCounts&)>& progress) {
  const TimeLeft left(budget);
  AnswerCounts so_far;
  for (;;) {
    if (is_used_up(left.now())) return false;
    const auto chunk = next();
    if (!chunk) return true;
    const auto answer = job.answer(*chunk, left.now());
    if (!answer) return false;
    out.append(*chunk, *answer);
    so_far += answer->counts;
    if (progress) progress(so_far);
  }
}

}  // namespace graze
