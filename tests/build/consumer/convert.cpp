// SPDX-License-Identifier: MIT
// Uses the library of files, from installed headers only.
#include <graze/base/error.h>
#include <graze/io/mesh_io.h>

#include <cstdio>

int main() {
  try {
    graze::read_mesh("no/such/file.obj");
  } catch (const graze::InputError& error) {
    std::printf("%s\n", error.parts().place.c_str());
    return 0;
  }
  return 1;
}
