// SPDX-License-Identifier: MIT
#include "job_output.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>

#include "graze/base/error.h"
#include "job_arguments.h"
#include "progress.h"

namespace graze::tool {
namespace {
ChunkFile open_output(const Job& job, const JobOutput& output) {
  return output.resume ? ChunkFile::resume(output.out, job.header)
                       : ChunkFile::begin(output.out, job.header);
}

ChunkSource one_after_another(std::vector<std::size_t> chunks) {
  return [chunks = std::move(chunks), i = std::size_t{0}]() mutable -> std::optional<std::size_t> {
    if (i == chunks.size()) return std::nullopt;
    return chunks[i++];
  };
}

AnswerCounts counts_of(const std::vector<StoredChunk>& chunks) {
  AnswerCounts counts;
  for (const StoredChunk& chunk : chunks) counts += chunk.counts;
  return counts;
}
}  // namespace

void add_job_output_options(CLI::App& verb, JobOutput& output) {
  verb.add_option("--out", output.out, "file for the answers instead of standard output");
  verb.add_flag("--resume", output.resume, "continue after the chunks that --out holds");
  verb.add_option("--shard", output.shard,
                  "I/N: every N-th chunk from the I-th on; graze merge puts the files together");
}

void check_output(const JobOutput& output) {
  const Shard shard = parse_shard(output.shard);
  if (!output.out.empty()) return;
  if (output.resume) {
    throw InputError(
        {"--resume", "no --out", "the file that holds the answers so far as --out", ""});
  }
  if (shard.count > 1) {
    throw InputError({"--shard", "no --out", "a file of its own for each shard as --out",
                      "put them together with graze merge"});
  }
}

std::optional<AnswerCounts> run_to_output(const Job& job, const JobOutput& output,
                                          const Budget& budget) {
  using Clock = std::chrono::steady_clock;
  ChunkFile out = open_output(job, output);
  const auto chunks = chunks_to_do(job, parse_shard(output.shard), out.chunks());
  const double to_do =
      static_cast<double>(std::max<std::size_t>(1, chunks.size() * job.chunk_items));
  const auto begin = Clock::now();
  const auto show = progress_on_terminal();
  const bool is_whole =
      run_job(job, one_after_another(chunks), out, budget, [&](const AnswerCounts& so_far) {
        if (show) show(static_cast<double>(so_far.answers) / to_do);
      });
  clear_progress();
  const std::chrono::duration<double> elapsed = Clock::now() - begin;
  const AnswerCounts counts = counts_of(out.chunks());
  fmt::print(stderr, "{}; {:.3g} s{}\n", answers_text(counts), elapsed.count(),
             is_whole ? "" : "; stopped early, continue with --resume");
  return is_whole ? std::optional(counts) : std::nullopt;
}

}  // namespace graze::tool
