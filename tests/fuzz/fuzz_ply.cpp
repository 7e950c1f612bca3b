// SPDX-License-Identifier: MIT
// PLY: any bytes give a mesh or an InputError. What is read is written and read again, unchanged.
#include "mesh_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return graze::fuzz::read_write_read(data, size, graze::parse_ply,
                                      graze::MeshFormat::kPlyBinaryLittleEndian);
}
