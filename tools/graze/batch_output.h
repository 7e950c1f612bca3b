// SPDX-License-Identifier: MIT
// Lines of a batch's answers, in order, in a file that a later run can continue.
#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace graze::tool {

/// How many answers there are, and of which kind.
struct BatchCounts {
  std::size_t answers = 0;
  std::size_t contacts = 0;
  std::size_t undecided = 0;

  void add(const std::string& line);
};

/// The first line is the header, which says what the answers are about; then a line an answer.
class BatchOutput {
 public:
  /// A new file; without a path: standard output. Throws InputError if the file exists (a link that
  /// leads nowhere counts) or cannot be written.
  static BatchOutput begin(const std::filesystem::path& path, const std::string& header);
  /// Goes on with a file that an earlier run has left: whole lines are kept and counted, a half one
  /// is cut off. Throws InputError if its header is another one, or a line is no answer.
  static BatchOutput resume(const std::filesystem::path& path, const std::string& header);

  const BatchCounts& counts() const { return counts_; }
  /// What the last answer says about the questions up to it; empty: no answers yet.
  const std::string& questions() const { return questions_; }
  void write(const std::string& line);
  void flush();  ///< throws InputError if the lines did not reach the file

 private:
  explicit BatchOutput(const std::filesystem::path& path) : path_(path) {}
  void open(int flags);
  void put(const std::string& line);
  void keep_whole_lines(const std::string& header);
  void keep_line(const std::string& line);

  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  BatchCounts counts_;
  std::string questions_;
  bool header_is_missing_ = false;  // of a file that was cut off within it
};

}  // namespace graze::tool
