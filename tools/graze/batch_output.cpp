// SPDX-License-Identifier: MIT
#include "batch_output.h"

#include <cerrno>
#include <cstring>

#include "graze/base/error.h"
#include "graze/io/file.h"

namespace graze::tool {

void BatchCounts::add(const std::string& line) {
  // Our own lines: outcomes stand in them exactly so.
  const auto says = [&](const char* outcome) {
    return line.find(std::string("\"outcome\":\"") + outcome + "\"") != std::string::npos;
  };
  ++answers;
  contacts += says("contact") || says("overlap_at_start");
  undecided += says("undecided");
}

BatchOutput::BatchOutput(const std::filesystem::path& path, bool resume) : path_(path) {
  if (path.empty()) {
    file_.reset(stdout);
    return;
  }
  if (std::filesystem::exists(path)) {
    if (!resume) {
      throw InputError({path.string(), "a file that is there already", "a new file",
                        "continue it with --resume, or remove it"});
    }
    keep_whole_lines();
  }
  file_.reset(std::fopen(path.c_str(), "ab"));
  if (!file_) {
    throw InputError({path.string(), std::strerror(errno), "a place that can be written to", ""});
  }
}

void BatchOutput::keep_whole_lines() {
  const std::string text = read_file(path_);
  std::size_t kept = 0;
  for (std::size_t end; (end = text.find('\n', kept)) != std::string::npos; kept = end + 1) {
    counts_.add(text.substr(kept, end - kept));
  }
  if (kept < text.size()) std::filesystem::resize_file(path_, kept);
}

void BatchOutput::write(const std::string& line) {
  counts_.add(line);
  std::fputs((line + "\n").c_str(), file_.get());
}

void BatchOutput::flush() {
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return;
  throw InputError({path_.empty() ? "standard output" : path_.string(), std::strerror(errno),
                    "room to write answers", "free some and go on with --resume"});
}

}  // namespace graze::tool
