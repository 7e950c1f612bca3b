// SPDX-License-Identifier: MIT
// graze-mpi: the jobs of `graze batch`, `acm` and `truth` over the ranks of an MPI job.        [G5]
//
// The first rank reads scene and questions and broadcasts their bytes; every rank prepares them the
// same way. Chunks come from a shared counter, answers go to a file a rank, and once all chunks are
// there the first rank merges them: the bytes are those that one process writes alone.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string_view>

#include "acm_arguments.h"
#include "graze/base/error.h"
#include "graze/io/file_bundle.h"
#include "job_arguments.h"
#include "parts.h"
#include "ranks.h"
#include "truth_arguments.h"
#include "verbs.h"

namespace graze::tool {
namespace {
struct MpiArguments {
  JobArguments batch;
  AcmJobArguments acm;
  TruthJobOptions truth;
  std::string out;
  bool resume = false;
  std::string_view job = "batch";  ///< or acm, truth

  double max_seconds() const {
    if (job == "acm") return acm.options.audit.budget.max_seconds;
    return batch.question.budget.value_or(Budget().max_seconds);
  }
  Job load() const {
    if (job == "acm") return acm_job(load_acm_robot(acm), acm.options);
    return job == "truth" ? truth_job(truth) : load_job(batch);
  }
};

/// The job that the first word names, and its options.
void add_options_of_job(CLI::App& app, MpiArguments& arguments, std::string_view word) {
  arguments.batch.question.threads = arguments.acm.options.audit.threads = 1;  // a rank a core
  arguments.truth.threads = 1;
  if (word == "acm" || word == "truth") arguments.job = word;
  if (arguments.job == "acm") add_acm_job_options(app, arguments.acm);
  if (arguments.job == "truth") add_truth_job_options(app, arguments.truth);
  if (arguments.job == "batch") add_job_options(app, arguments.batch);
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// What the first rank has read and found, for all.
struct Start {
  Job job;
  PartsFound parts;
};

/// On the first rank. If it throws InputError, no rank goes on.
Start read_start(const MpiArguments& arguments, FileBundle& files) {
  if (arguments.batch.motions == "-") {
    throw InputError({"MOTIONS", "-", "a file, since it is sent to all ranks", ""});
  }
  record_reads(&files);
  Job job = arguments.load();
  record_reads(nullptr);
  PartsFound parts = open_parts(arguments.out, job, arguments.resume);
  return {std::move(job), std::move(parts)};
}

Start receive_start(const Ranks& ranks, const MpiArguments& arguments, Start start,
                    const FileBundle& files) {
  std::string bytes = ranks.is_first() ? files.bytes() : std::string();
  ranks.broadcast(bytes);
  ranks.broadcast(start.parts.to_do);
  std::vector<std::uint64_t> run{start.parts.run};
  ranks.broadcast(run);
  start.parts.run = run[0];
  if (ranks.is_first()) return start;
  serve_reads(FileBundle::from_bytes(bytes));
  bytes = {};
  start.job = arguments.load();
  serve_reads(std::nullopt);
  return start;
}

/// A line at most every ten seconds: mpirun's standard error is not a terminal.
class Progress {
 public:
  explicit Progress(std::size_t chunks) : chunks_(chunks) {}
  void taken(std::uint64_t chunk) {
    if (seconds_since(said_) < 10.0) return;
    said_ = Clock::now();
    fmt::print(stderr, "graze-mpi: {} of {} chunks handed out\n", std::min(chunk, chunks_),
               chunks_);
  }

 private:
  std::uint64_t chunks_;
  Clock::time_point said_ = Clock::now();
};

bool answer_chunks(const Ranks& ranks, const MpiArguments& arguments, const Start& start) {
  SharedCounter counter(ranks);
  Progress progress(start.parts.to_do.size());
  const auto next = [&]() -> std::optional<std::size_t> {
    const std::uint64_t i = counter.next();
    if (ranks.is_first()) progress.taken(i);
    if (i >= start.parts.to_do.size()) return std::nullopt;
    return start.parts.to_do[i];
  };
  ChunkFile out =
      ChunkFile::begin(part_file(arguments.out, start.parts.run, ranks.rank()), start.job.header);
  Budget budget;
  budget.max_seconds = arguments.max_seconds();
  return run_job(start.job, next, out, budget);
}

int finish(const MpiArguments& arguments, bool is_whole, Clock::time_point begin, int ranks) {
  if (!is_whole) {
    fmt::print(stderr, "graze-mpi: the time is up; continue with the same command and --resume\n");
    return kUnknown;
  }
  const MergedChunks merged = close_parts(arguments.out);
  fmt::print(stderr, "{}; {} ranks, {:.3g} s\n", answers_text(merged.counts), ranks,
             seconds_since(begin));
  return kFine;
}

int run_job_on_all(const Ranks& ranks, const MpiArguments& arguments) {
  const Clock::time_point begin = Clock::now();
  FileBundle files;
  Start start;
  std::string refusal;
  if (ranks.is_first()) {
    try {
      start = read_start(arguments, files);
    } catch (const std::exception& error) {
      refusal = error.what();
    }
  }
  if (!ranks.all(refusal.empty())) {
    if (ranks.is_first()) fmt::print(stderr, "graze-mpi: {}\n", refusal);
    return kBadInput;
  }
  start = receive_start(ranks, arguments, std::move(start), files);
  tell_how_to_resume_when_ended(arguments.out, start.parts.run);
  const bool is_whole = ranks.all(answer_chunks(ranks, arguments, start));
  return ranks.is_first() ? finish(arguments, is_whole, begin, ranks.size()) : kFine;
}

/// An error on one rank after the start ends all ranks.
[[noreturn]] void end_all(const std::string& what) {
  keep_silent_when_ended();
  fmt::print(stderr, "graze-mpi: {}\n", what);
  MPI_Abort(MPI_COMM_WORLD, kBadInput);
  std::abort();
}

int run(CLI::App& app, const Ranks& ranks, const MpiArguments& arguments, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return ranks.is_first() ? app.exit(error) : kFine;
    if (ranks.is_first()) fmt::print(stderr, "graze-mpi: {}; see graze-mpi --help\n", error.what());
    return kBadInput;
  }
  try {
    return run_job_on_all(ranks, arguments);
  } catch (const std::exception& error) {
    end_all(error.what());
  }
}
}  // namespace
}  // namespace graze::tool

int main(int argc, char** argv) {
  using namespace graze::tool;
  const Ranks ranks(argc, argv);
  MpiArguments arguments;
  const std::string_view word = argc > 1 ? argv[1] : "";
  const bool names_a_job = word == "acm" || word == "truth";
  CLI::App app{
      "The jobs of `graze batch`, `graze acm` and `graze truth` over the ranks of an MPI job",
      names_a_job ? "graze-mpi " + std::string(word) : "graze-mpi"};
  app.set_version_flag("--version", GRAZE_VERSION);
  add_options_of_job(app, arguments, word);
  if (names_a_job) --argc, ++argv;
  app.add_option("--out", arguments.out, "file for all answers, in order")->required();
  app.add_flag("--resume", arguments.resume, "continue after the chunks in OUT.parts");
  app.footer(
      "Exit code: 0 all is answered, 2 bad input, 3 the time was up; mpirun treats any code other\n"
      "than 0 as a failure, so contacts do not count. Ranks use one thread each unless --threads\n"
      "says more; OUT and OUT.parts are in a folder that all machines see.\n\n"
      "Examples:\n  mpirun -n 64 graze-mpi scene.json edges.jsonl --out answers.jsonl\n"
      "  mpirun -n 64 graze-mpi acm robot.urdf --samples 100000 --out pairs.jsonl\n"
      "  graze acm robot.urdf --samples 100000 --from pairs.jsonl --write-srdf robot.srdf\n"
      "  mpirun -n 64 graze-mpi truth --candidates 1200000 --out answers.jsonl\n");
  return run(app, ranks, arguments, argc, argv);
}
