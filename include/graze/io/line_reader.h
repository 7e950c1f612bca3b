// SPDX-License-Identifier: MIT
// Lines of a file or of standard input, as they arrive. A read error is never taken for the end.
#pragma once
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace graze {

class LineReader {
 public:
  /// "-" is standard input. Throws InputError if the file cannot be read, for example because it is
  /// a directory or outside of the read policy's root.
  explicit LineReader(const std::filesystem::path& path);

  /// The next line without its line end; false after the last one. Throws InputError with the
  /// line's place for a read error and for a line longer than the read policy allows.
  bool next(std::string& line);

  std::size_t number() const { return number_; }  ///< of the last line; the first is 1
  std::string place() const;                      ///< "name:number" of the last line

 private:
  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdin) std::fclose(file);
    }
  };
  std::string name_;
  std::unique_ptr<std::FILE, Closer> file_;
  std::size_t number_ = 0;
};

}  // namespace graze
