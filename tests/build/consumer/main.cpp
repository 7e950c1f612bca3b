// SPDX-License-Identifier: MIT
// Uses one thing of each library, from installed headers only.
#include <graze/base/error.h>
#include <graze/base/parallel.h>
#include <graze/geometry/triangle_mesh.h>
#include <graze/io/file.h>

#include <cstdio>
#include <string>
#include <vector>

int main() {
  std::vector<int> squares(10);
  graze::parallel_for(squares.size(), [&](std::size_t i) { squares[i] = static_cast<int>(i * i); });
  try {
    graze::read_file("no/such/file.obj");
  } catch (const graze::InputError& error) {
    std::printf("%d %s\n", squares[9], error.parts().place.c_str());
    return 0;
  }
  return 1;
}
