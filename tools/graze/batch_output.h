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

class BatchOutput {
 public:
  /// Without a path: standard output. With `resume` whole lines that are there already are kept and
  /// counted, and a half one is cut off. Throws InputError if the file exists (without `resume`) or
  /// cannot be written.
  BatchOutput(const std::filesystem::path& path, bool resume);

  const BatchCounts& counts() const { return counts_; }
  void write(const std::string& line);
  void flush();  ///< throws InputError if the lines did not reach the file

 private:
  void keep_whole_lines();

  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Closer> file_;
  BatchCounts counts_;
};

}  // namespace graze::tool
