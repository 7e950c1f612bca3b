// SPDX-License-Identifier: MIT
// graze-verify: checks certificates and can do nothing else. It has no search to trust: neither the
// methods nor the loops over threads are linked. docs/proof.md says what is.                  [G2]
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "../graze/verify_files.h"

namespace {
constexpr int kBadInput = 2;

int refuse(const std::string& message) {
  std::string line = message;
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  }
  std::fprintf(stderr, "graze-verify: %s\n", line.c_str());
  return kBadInput;
}

int usage() {
  return refuse(
      "usage: graze-verify [--partial] [--json] CERTIFICATE SCENE (0 accepted, 1 refused)");
}
}  // namespace

int main(int argc, char** argv) {
  graze::tool::VerifyArguments arguments;
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--partial") {
      arguments.partial = true;
    } else if (word == "--json") {
      arguments.json = true;
    } else if (!word.empty() && word[0] == '-') {
      return usage();
    } else {
      files.push_back(word);
    }
  }
  if (files.size() != 2) return usage();
  arguments.certificate = files[0];
  arguments.scene = files[1];
  try {
    const int code = graze::tool::verify_files(arguments);
    return std::fflush(stdout) == 0 ? code : refuse("standard output could not be written to");
  } catch (const std::bad_alloc&) {
    return refuse("not enough memory for this input");
  } catch (const std::exception& error) {
    return refuse(error.what());
  }
}
