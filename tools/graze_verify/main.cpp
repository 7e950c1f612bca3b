// SPDX-License-Identifier: MIT
// graze-verify: checks certificates and can do nothing else. It has no search to trust: neither the
// methods nor the loops over threads are linked. docs/proof.md says what is.                  [G2]
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "../graze/verify_files.h"

namespace {
constexpr int kBadInput = 2;

int refuse(std::string line) {
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  std::fprintf(stderr, "graze-verify: %s\n", line.c_str());
  return kBadInput;
}

int flushed(int code) {
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  return failed ? refuse("standard output: could not be written to") : code;
}
}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Does a certificate prove that these bodies stay apart?", "graze-verify"};
  graze::tool::VerifyArguments arguments;
  graze::tool::add_verify_options(app, arguments);
  try {
    app.parse(argc, argv);
    return flushed(graze::tool::verify_files(arguments));
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return refuse(std::string(error.what()) + "; see graze-verify --help");
  } catch (const std::bad_alloc&) {
    return refuse("not enough memory for this input");
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}
