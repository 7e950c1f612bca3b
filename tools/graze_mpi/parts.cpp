// SPDX-License-Identifier: MIT
#include "parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "graze/base/error.h"

namespace graze::tool {
namespace {
namespace fs = std::filesystem;

fs::path folder_of(const fs::path& out) { return out.string() + ".parts"; }

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// run_0003_rank_00012.jsonl
std::string file_name(std::uint64_t run, int rank) {
  return fmt::format("run_{:04}_rank_{:05}.jsonl", run, rank);
}

std::uint64_t first_free_run(const std::vector<fs::path>& files) {
  std::uint64_t run = 0;
  for (const fs::path& file : files) {
    const std::string name = file.filename().string();
    unsigned int number = 0;
    if (std::sscanf(name.c_str(), "run_%u_", &number) == 1) {
      run = std::max<std::uint64_t>(run, number + 1u);
    }
  }
  return run;
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw InputError({folder.string(), error.message(), "a folder that can be made", ""});
}

void check_header(const MergedChunks& found, const Job& job, const fs::path& folder) {
  if (found.header.empty() || found.header == job.header) return;
  throw InputError({folder.string(),
                    "answers of another scene, other questions, other options or another version",
                    "the header " + job.header, "choose a new --out"});
}

// For the signal handler, which must not allocate.
char said_file[4096];
char sentence[4096];

extern "C" void tell_and_end(int) {
  // The first rank that gets here prints the message for all.
  const int file = ::open(said_file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (file >= 0) [[maybe_unused]]
    const auto written = ::write(STDERR_FILENO, sentence, std::strlen(sentence));
  ::_exit(3);
}
}  // namespace

PartsFound open_parts(const fs::path& out, const Job& job, bool resume) {
  const fs::path folder = folder_of(out);
  if (fs::exists(fs::symlink_status(out))) {
    throw InputError({out.string(), "a file that is there already", "a new file", "remove it"});
  }
  if (!resume && fs::exists(folder)) {
    throw InputError({folder.string(), "chunks of an earlier run", "a new place",
                      "continue with --resume, or remove the folder"});
  }
  make_folder(folder);
  const std::vector<fs::path> files = files_in(folder);
  const MergedChunks found = survey_chunks(files);
  check_header(found, job, folder);
  PartsFound parts{.run = first_free_run(files), .to_do = {}};
  if (!found.header.empty()) {
    parts.to_do.assign(found.missing.begin(), found.missing.end());
  } else {
    for (std::size_t chunk = 0; chunk < job.chunks(); ++chunk) parts.to_do.push_back(chunk);
  }
  return parts;
}

fs::path part_file(const fs::path& out, std::uint64_t run, int rank) {
  return folder_of(out) / file_name(run, rank);
}

MergedChunks close_parts(const fs::path& out) {
  const fs::path folder = folder_of(out);
  const MergedChunks merged = merge_chunks(files_in(folder), out);
  fs::remove_all(folder);
  return merged;
}

void tell_how_to_resume_when_ended(const fs::path& out, std::uint64_t run) {
  const std::string file = folder_of(out) / ("ended_" + std::to_string(run));
  const std::string text = "graze-mpi: the job ended early; every whole chunk is kept in " +
                           folder_of(out).string() +
                           ": continue with the same command and --resume\n";
  if (file.size() >= sizeof said_file || text.size() >= sizeof sentence) return;
  std::strcpy(said_file, file.c_str());
  std::strcpy(sentence, text.c_str());
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) std::signal(signal, tell_and_end);
}

void keep_silent_when_ended() {
  ::close(::open(said_file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
}

}  // namespace graze::tool
