// SPDX-License-Identifier: MIT
#include "batch_output.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <system_error>

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

BatchOutput BatchOutput::begin(const std::filesystem::path& path, const std::string& header) {
  BatchOutput out(path);
  if (path.empty()) {
    out.file_.reset(stdout);
  } else {
    out.open(O_CREAT | O_EXCL);
  }
  out.put(header);
  out.flush();
  return out;
}

BatchOutput BatchOutput::resume(const std::filesystem::path& path, const std::string& header) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return begin(path, header);
  BatchOutput out(path);
  out.keep_whole_lines(header);
  const bool is_new = out.header_is_missing_;
  out.open(0);
  if (is_new) out.put(header);
  return out;
}

void BatchOutput::open(int flags) {
  const int file =
      ::open(path_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC | flags, 0666);
  if (file < 0 && errno == EEXIST) {
    throw InputError({path_.string(), "a file that is there already", "a new file",
                      "continue it with --resume, or remove it"});
  }
  if (file >= 0) file_.reset(::fdopen(file, "ab"));
  if (!file_) {
    throw InputError({path_.string(), std::strerror(errno), "a place that can be written to", ""});
  }
}

void BatchOutput::keep_whole_lines(const std::string& header) {
  const std::string text = read_file(path_);
  std::size_t kept = 0;
  for (std::size_t end; (end = text.find('\n', kept)) != std::string::npos; kept = end + 1) {
    const std::string line = text.substr(kept, end - kept);
    if (kept > 0) {
      keep_line(line);
    } else if (line != header) {
      throw InputError({path_.string(),
                        "answers of another scene, other options or another version",
                        "the header " + header, "choose a new --out"});
    }
  }
  header_is_missing_ = kept == 0;
  if (header_is_missing_ && !header.starts_with(text)) {
    throw InputError({path_.string(), "a file that no batch has written", "answers of this batch",
                      "choose a new --out"});
  }
  if (kept < text.size()) std::filesystem::resize_file(path_, kept);
}

void BatchOutput::keep_line(const std::string& line) {
  const auto answer = nlohmann::json::parse(line, nullptr, false);
  const bool fits = answer.is_object() &&
                    answer.value("question", nlohmann::json()) == counts_.answers + 1 &&
                    answer.contains("questions") && answer["questions"].is_string();
  if (!fits) {
    throw InputError({path_.string() + ":" + std::to_string(counts_.answers + 2),
                      "a line that is no answer",
                      "the answer to question " + std::to_string(counts_.answers + 1),
                      "remove the lines from there on"});
  }
  questions_ = answer["questions"].get<std::string>();
  counts_.add(line);
}

void BatchOutput::put(const std::string& line) { std::fputs((line + "\n").c_str(), file_.get()); }

void BatchOutput::write(const std::string& line) {
  counts_.add(line);
  put(line);
}

void BatchOutput::flush() {
  if (std::fflush(file_.get()) == 0 && std::ferror(file_.get()) == 0) return;
  throw InputError({path_.empty() ? "standard output" : path_.string(), std::strerror(errno),
                    "room to write answers", "free some and go on with --resume"});
}

}  // namespace graze::tool
