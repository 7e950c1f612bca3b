// SPDX-License-Identifier: MIT
#include "graze/io/line_reader.h"

#include <cerrno>
#include <cstring>

#include "graze/base/error.h"
#include "graze/io/read_policy.h"
#include "io/opened_file.h"

namespace graze {

LineReader::LineReader(const std::filesystem::path& path)
    : name_(path == "-" ? "standard input" : path.string()) {
  if (path == "-") {
    file_.reset(stdin);
    return;
  }
  io::Descriptor file = io::open_for_reading(path);
  file_.reset(::fdopen(file.value(), "rb"));
  if (!file_) io::refuse_file(path, std::strerror(errno), "a file that can be read");
  file.release();
}

std::string LineReader::place() const { return name_ + ":" + std::to_string(number_); }

bool LineReader::next(std::string& line) {
  line.clear();
  ++number_;
  const std::size_t most = read_policy().line_bytes;
  int c;
  while ((c = ::getc_unlocked(file_.get())) != EOF && c != '\n') {
    if (line.size() == most) {
      throw InputError({place(), "a line of more than " + std::to_string(most) + " bytes",
                        "shorter lines", "raise the limit with --max-line-bytes"});
    }
    line.push_back(static_cast<char>(c));
  }
  if (std::ferror(file_.get()) != 0) {
    throw InputError({place(), std::string("a read error (") + std::strerror(errno) + ")",
                      "input that can be read to its end", ""});
  }
  return c == '\n' || !line.empty();
}

}  // namespace graze
