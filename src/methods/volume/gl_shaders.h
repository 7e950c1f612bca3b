// SPDX-License-Identifier: MIT
// The compute shaders: which triangles cover which pixels, and how deep.                     [V6]
#pragma once

namespace graze::volume {

// One group of 64 for each triangle; its threads share out the pixels of the triangle's box.
inline constexpr const char* kTriangleShader = R"(#version 450
layout(local_size_x = 64) in;
struct Triangle {
  int box[4];
  double edges[9];
  double plane[7];
  uint order, body;
};
struct Fragment {
  double depth;
  uint order, body;
};
layout(std430, binding = 0) readonly buffer Triangles { Triangle triangles[]; };
layout(std430, binding = 1) buffer Start { uint start[]; };
layout(std430, binding = 2) buffer Next { uint next[]; };
layout(std430, binding = 3) writeonly buffer Fragments { Fragment fragments[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint width;

// Counted from the first pixel of the box.
bool covers(uint t, int i, int j) {
  for (int k = 0; k < 9; k += 3) {
    // Whole numbers below 2^53: exact, fused or not.
    if (triangles[t].edges[k] * double(j) - triangles[t].edges[k + 1] * double(i)
        + triangles[t].edges[k + 2] < 0.0) return false;
  }
  return true;
}

void visit(uint t, int i, int j);

void main() {
  uint t = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (t >= count) return;
  int i_first = triangles[t].box[0], columns = triangles[t].box[1] - i_first + 1;
  int j_first = triangles[t].box[2], rows = triangles[t].box[3] - j_first + 1;
  for (int k = int(gl_LocalInvocationID.x); k < columns * rows; k += 64) {
    int i = k % columns, j = k / columns;
    if (covers(t, i, j)) visit(t, i_first + i, j_first + j);
  }
}
)";

// What it does with a pixel that the triangle covers: appended to the above.
inline constexpr const char* kCountPixel = R"(
void visit(uint t, int i, int j) { atomicAdd(start[uint(j) * width + uint(i) + 1u], 1u); }
)";

inline constexpr const char* kScatterPixel = R"(
void visit(uint t, int i, int j) {
  precise double across = triangles[t].plane[3] * (double(i) - triangles[t].plane[0]);
  precise double along = triangles[t].plane[4] * (double(j) - triangles[t].plane[1]);
  precise double slope = across + along;
  precise double z = triangles[t].plane[2] + slope;
  double lo = triangles[t].plane[5], hi = triangles[t].plane[6];
  uint place = atomicAdd(next[uint(j) * width + uint(i)], 1u);
  fragments[place].depth = z < lo ? lo : (z > hi ? hi : z);
  fragments[place].order = triangles[t].order;
  fragments[place].body = triangles[t].body;
}
)";

// One group sums the counts of all columns, a run of columns for each thread.
inline constexpr const char* kScanShader = R"(#version 450
layout(local_size_x = 256) in;
layout(std430, binding = 1) buffer Start { uint start[]; };
layout(std430, binding = 2) buffer Next { uint next[]; };
layout(location = 0) uniform uint columns;
shared uint sums[256];

void main() {
  uint me = gl_LocalInvocationID.x;
  uint run = (columns + 255u) / 256u;
  uint begin = min(me * run, columns), end = min(begin + run, columns);
  uint sum = 0u;
  for (uint c = begin; c < end; ++c) sum += start[c + 1u];
  sums[me] = sum;
  barrier();
  uint before = 0u;
  for (uint k = 0u; k < me; ++k) before += sums[k];
  for (uint c = begin; c < end; ++c) {
    next[c] = before;
    before += start[c + 1u];
    start[c + 1u] = before;
  }
}
)";

}  // namespace graze::volume
