// SPDX-License-Identifier: MIT
// Checks a certificate file against a scene file and prints what is proved: shared by the verb
// `verify` and the program graze-verify, which has nothing else.
#pragma once
#include <string>

namespace graze::tool {

struct VerifyArguments {
  std::string certificate;
  std::string scene;
  bool partial = false;  ///< pairs of the scene without a proof are told, not refused
  bool json = false;
};

/// 0: all proofs hold, 1: refused. Throws InputError for bad files.
int verify_files(const VerifyArguments& arguments);

}  // namespace graze::tool
