// SPDX-License-Identifier: MIT
// Bolt and nut. The thread is a grid whose rows climb with the helix: a screw motion by one column
// takes vertices to vertices, so that the gap between bolt and nut is the same all the way.
#include <algorithm>
#include <cmath>

#include "geometry/shapes/mesh_builder.h"
#include "geometry/shapes/shape_entry.h"

namespace graze::shapes {
namespace {
constexpr int kRowsPerPitch = 8;

// Height of the thread at row `row`, as part of its depth: 0 at the root, 1 at the crest.
double thread_height(int row) {
  constexpr double kHeight[kRowsPerPitch] = {0, 0, 0.5, 1, 1, 1, 0.5, 0};
  return kHeight[row % kRowsPerPitch];
}

// A tube with a thread, between two plain circles. Rows climb by one pitch per turn.
struct Thread {
  int columns;
  int first_row;  // its height is that of the plain circles
  int rows;       // from first_row to the last; a multiple of kRowsPerPitch
  double z;       // of first_row in column 0
  double pitch;
  double root, depth;  // radii
  double margin;       // from the thread's ends to the plain circles, along z

  double height_of(int column, int row) const {
    return z + pitch * (double(row) / kRowsPerPitch + double(column) / columns);
  }
  double radius_of(int row) const { return root + depth * thread_height(first_row + row); }
  double z_low() const { return z - margin; }
  double z_high() const { return height_of(columns, rows) + margin; }
  Vec3 point(int column, double radius, double height) const {
    const Eigen::Vector2d p = circle_point(column, columns) * radius;
    return {p.x(), p.y(), height};
  }
};

struct ThreadLoops {
  Loop low, high;
};

class ThreadBuilder {
 public:
  ThreadBuilder(MeshBuilder& builder, const Thread& thread) : builder_(builder), thread_(thread) {
    loops_.low = builder_.add_loop(circle(thread.columns, thread.radius_of(0), thread.z_low()));
    loops_.high = builder_.add_loop(circle(thread.columns, thread.radius_of(0), thread.z_high()));
    for (int i = 0; i < thread.columns; ++i) {
      columns_.emplace_back();
      for (int j = 0; j <= thread.rows; ++j) {
        columns_.back().push_back(
            builder_.add_vertex(thread.point(i, thread.radius_of(j), thread.height_of(i, j))));
      }
    }
    add_flanks();
    add_start();
    add_end();
  }
  const ThreadLoops& loops() const { return loops_; }

 private:
  void add_flanks() {
    const int n = thread_.columns;
    for (int i = 0; i + 1 < n; ++i) {
      for (int j = 0; j < thread_.rows; ++j) {
        builder_.add_quad(columns_[i][j], columns_[i + 1][j], columns_[i + 1][j + 1],
                          columns_[i][j + 1]);
      }
    }
    // After a full turn the rows have climbed by a pitch.
    for (int j = 0; j + kRowsPerPitch < thread_.rows; ++j) {
      builder_.add_quad(columns_[n - 1][j], columns_[0][j + kRowsPerPitch],
                        columns_[0][j + kRowsPerPitch + 1], columns_[n - 1][j + 1]);
    }
  }

  // The first turn starts with a step one pitch high. It is closed by a fan from a vertex half way
  // up the step, so that the thread's end tapers in the middle of its groove.
  void add_start() {
    const std::size_t last = columns_.size() - 1;
    const Loop& low = loops_.low;
    const double half = thread_.height_of(0, kRowsPerPitch / 2);
    const std::uint32_t tip =
        builder_.add_vertex(thread_.point(static_cast<int>(last), thread_.radius_of(0), half));
    for (std::size_t i = 0; i + 1 < last; ++i) {
      builder_.add_quad(low[i], low[i + 1], columns_[i + 1][0], columns_[i][0]);
    }
    builder_.add_triangle(low[last - 1], low[last], tip);
    builder_.add_triangle(low[last - 1], tip, columns_[last - 1][0]);
    builder_.add_triangle(tip, columns_[last][0], columns_[last - 1][0]);
    builder_.add_triangle(low[last], low[0], tip);
    builder_.add_triangle(tip, low[0], columns_[0][0]);
    for (int j = 0; j < kRowsPerPitch; ++j) {
      builder_.add_triangle(tip, columns_[0][j], columns_[0][j + 1]);
    }
    builder_.add_triangle(tip, columns_[0][kRowsPerPitch], columns_[last][0]);
  }

  void add_end() {
    const std::size_t last = columns_.size() - 1;
    const int top = thread_.rows, below = top - kRowsPerPitch;
    const Loop& high = loops_.high;
    const double half = thread_.height_of(0, top + kRowsPerPitch / 2);
    const std::uint32_t tip = builder_.add_vertex(thread_.point(0, thread_.radius_of(0), half));
    for (std::size_t i = 1; i < last; ++i) {
      builder_.add_quad(columns_[i][top], columns_[i + 1][top], high[i + 1], high[i]);
    }
    builder_.add_triangle(columns_[0][top], columns_[1][top], tip);
    builder_.add_triangle(tip, columns_[1][top], high[1]);
    builder_.add_triangle(tip, high[1], high[0]);
    builder_.add_triangle(columns_[last][top], tip, high[0]);
    builder_.add_triangle(columns_[last][top], high[0], high[last]);
    for (int j = below; j < top; ++j) {
      builder_.add_triangle(columns_[last][j], tip, columns_[last][j + 1]);
    }
    builder_.add_triangle(columns_[last][below], columns_[0][top], tip);
  }

  MeshBuilder& builder_;
  const Thread& thread_;
  ThreadLoops loops_;
  std::vector<Loop> columns_;
};

// `columns` points on a regular hexagon; a multiple of 6, so that its corners are among them.
std::vector<Vec3> hexagon(int columns, double across_flats, double z) {
  std::vector<Vec3> points;
  const int side = columns / 6;
  const double corner = across_flats / std::sqrt(3.0);
  for (int i = 0; i < columns; ++i) {
    const Eigen::Vector2d a = circle_point(i / side, 6), b = circle_point(i / side + 1, 6);
    const Eigen::Vector2d p = corner * (a + (b - a) * (double(i % side) / side));
    points.emplace_back(p.x(), p.y(), z);
  }
  return points;
}

int columns_for(const Values& v, int turns) {
  const double rows = kRowsPerPitch * (turns - 1) + 10.0;
  return 6 * std::max(2, static_cast<int>(std::lround(v["triangles"] / (12.0 * rows))));
}

void check_thread(const Values& v) {
  v.require(v["pitch"] <= 0.8 * v["radius"], "pitch", "at most 0.8 radius");
}

TriangleMesh make_bolt(const Values& v) {
  check_thread(v);
  const double radius = v["radius"], pitch = v["pitch"], depth = 0.5 * pitch;
  const int turns = v.whole("turns"), columns = columns_for(v, turns);
  const Thread thread{columns, 0,          kRowsPerPitch * turns, 0, pitch, radius - depth,
                      depth,   0.5 * pitch};
  MeshBuilder builder;
  const ThreadLoops loops = ThreadBuilder(builder, thread).loops();
  builder.add_cap_below(loops.low, {0, 0, thread.z_low()});
  const double head = thread.z_high() + 1.4 * radius;
  const Loop under = builder.add_loop(hexagon(columns, 3.0 * radius, thread.z_high()));
  const Loop over = builder.add_loop(hexagon(columns, 3.0 * radius, head));
  builder.add_band(loops.high, under);
  builder.add_band(under, over);
  builder.add_cap_above(over, {0, 0, head});
  return std::move(builder).mesh();
}

// Facets of the inner thread lie outside the round thread they stand for, those of the bolt inside.
TriangleMesh make_nut(const Values& v) {
  check_thread(v);
  const double radius = v["radius"], pitch = v["pitch"], depth = 0.5 * pitch;
  v.require(v["clearance"] <= 0.2 * pitch, "clearance", "at most 0.2 pitch");
  const int turns = v.whole("turns"), columns = columns_for(v, turns);
  const double widen = 1.0 / circle_point(1, 2 * std::int64_t{columns}).x();
  const Thread thread{columns,
                      kRowsPerPitch / 2,
                      kRowsPerPitch * turns,
                      1.5 * pitch,
                      pitch,
                      (radius - depth) * widen + v["clearance"],
                      depth * widen,
                      0.25 * pitch};
  MeshBuilder builder;
  const ThreadLoops loops = ThreadBuilder(builder, thread).loops();
  builder.flip();
  const Loop under = builder.add_loop(hexagon(columns, 3.0 * radius, thread.z_low()));
  const Loop over = builder.add_loop(hexagon(columns, 3.0 * radius, thread.z_high()));
  builder.add_band(loops.low, under);
  builder.add_band(under, over);
  builder.add_band(over, loops.high);
  return std::move(builder).mesh();
}
}  // namespace

std::vector<ShapeEntry> threaded_shapes() {
  const ShapeParameter radius = length("radius", 0.25, "of the bolt's thread, at its crests");
  const ShapeParameter pitch = length("pitch", 0.1, "rise per turn; at most 0.8 radius");
  return {
      {{"bolt",
        "a bolt about the z axis with a right-hand thread from z = 0 up and a hexagonal head; the "
        "count is within 25 % of the wish, but at least 200 a turn",
        {radius, pitch, count("turns", 7, 2, 200, "of the thread"), wanted_triangles(5000, 1500)}},
       make_bolt},
      {{"nut",
        "a hexagonal nut engaged with the shape bolt: a screw motion about z with the same pitch "
        "turns it freely; the count is within 25 % of the wish, but at least 200 a turn",
        {radius,
         pitch,
         count("turns", 4, 2, 200, "of the thread"),
         {"clearance", 0.01, 0, 1e6, false,
          "gap along the radius; 0.44 of it across the flanks; at most 0.2 pitch"},
         wanted_triangles(5000, 1500)}},
       make_nut},
  };
}

}  // namespace graze::shapes
