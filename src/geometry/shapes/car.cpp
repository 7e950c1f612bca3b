// SPDX-License-Identifier: MIT
// A car body and its door, cut from one smooth surface: an outer skin and the same skin shrunk
// towards the cabin's centre. Where the door is, both skins are open and joined by walls.
#include <algorithm>
#include <cmath>

#include "geometry/shapes/mesh_builder.h"
#include "geometry/shapes/shape_entry.h"

namespace graze::shapes {
namespace {
// Along the car u is in [-1, 1] (front is +1); around it v is in [0, 4): the way round a square,
// from the middle of the right side (y < 0) over the floor, left side and roof.
struct SkinPoint {
  double u, v;
};

double smooth_step(double x, double lo, double hi) {
  const double s = std::clamp((x - lo) / (hi - lo), 0.0, 1.0);
  return s * s * (3.0 - 2.0 * s);
}

// Height of the roof line over the axis: cabin in the middle, bonnet in front, boot behind.
double roof(double u) {
  return 0.14 + 0.17 * smooth_step(u, -0.95, -0.45) * (1.0 - smooth_step(u, 0.15, 0.6));
}

Eigen::Vector2d square_point(double v) {
  const int side = static_cast<int>(v) % 4;
  const double along = 2.0 * (v - std::floor(v)) - 1.0;
  const Eigen::Vector2d p(-1.0, -along);
  switch (side) {
    case 0:
      return p;
    case 1:
      return {along, -1.0};
    case 2:
      return {1.0, along};
    default:
      return {-along, 1.0};
  }
}

double fourth_root(double x) { return std::sqrt(std::sqrt(x)); }

// Both skins: 0 outside, `inset` 1 inside. The body is 2 long for u in [-1, 1] before scaling.
Vec3 skin(const SkinPoint& at, double inset) {
  const Eigen::Vector2d p = square_point(at.v);
  const double norm = fourth_root(p.x() * p.x() * p.x() * p.x() + p.y() * p.y() * p.y() * p.y());
  const double u2 = at.u * at.u;
  const double end = fourth_root(std::max(0.0, 1.0 - u2 * u2 * u2 * u2));
  const double up = p.y() > 0.0 ? roof(at.u) : 0.14;
  const Vec3 outer(0.5 * at.u, 0.20 * end * p.x() / norm, up * end * p.y() / norm);
  return outer.cwiseProduct(Vec3::Ones() - inset * Vec3(0.03, 0.06, 0.06));
}

// A rectangle of the skin in (u, v): the door opening is on the left side (y > 0).
constexpr double kDoorU[2] = {-0.125, 0.25};
constexpr double kDoorV[2] = {2.25, 3.125};

class CarBody {
 public:
  CarBody(double triangles, double length) : length_(length) {
    // rows : columns = 3 : 4, with counts for which the opening falls on grid lines.
    const double cells = triangles / 4.0 / (1.0 - 0.375 / 2.0 * 0.875 / 4.0);
    rows_ = 16 * std::max(1, static_cast<int>(std::lround(std::sqrt(cells * 0.75) / 16.0)));
    columns_ = 32 * std::max(1, static_cast<int>(std::lround(cells / rows_ / 32.0)));
    for (const int side : {0, 1}) add_skin(side);
    add_walls();
  }
  TriangleMesh mesh() && { return std::move(builder_).mesh(); }

 private:
  int door_row(int end) const { return static_cast<int>((kDoorU[end] + 1.0) / 2.0 * rows_); }
  int door_column(int end) const { return static_cast<int>(kDoorV[end] / 4.0 * columns_); }
  bool is_open(int row, int column) const {
    return row >= door_row(0) && row < door_row(1) && column >= door_column(0) &&
           column < door_column(1);
  }
  bool is_inside_opening(int row, int column) const {
    return row > door_row(0) && row < door_row(1) && column > door_column(0) &&
           column < door_column(1);
  }

  void add_skin(int side) {
    const auto place = [&](double u, double v) -> Vec3 { return skin({u, v}, side) * length_; };
    const std::uint32_t rear = builder_.add_vertex(place(-1.0, 0.0));
    const std::uint32_t front = builder_.add_vertex(place(1.0, 0.0));
    grid_[side].resize(static_cast<std::size_t>(rows_));
    for (int row = 1; row < rows_; ++row) {
      for (int column = 0; column < columns_; ++column) {
        const std::uint32_t id =
            is_inside_opening(row, column)
                ? 0
                : builder_.add_vertex(place(-1.0 + 2.0 * row / rows_, 4.0 * column / columns_));
        grid_[side][row].push_back(id);
      }
    }
    for (int column = 0; column < columns_; ++column) {
      triangle(side, rear, at(side, 1, column + 1), at(side, 1, column));
      triangle(side, front, at(side, rows_ - 1, column), at(side, rows_ - 1, column + 1));
      for (int row = 1; row + 1 < rows_; ++row) {
        if (is_open(row, column)) continue;
        quad(side, {row, column}, {row, column + 1}, {row + 1, column + 1}, {row + 1, column});
      }
    }
  }

  // The opening's rim, joined from the outer to the inner skin.
  void add_walls() {
    for (int column = door_column(0); column < door_column(1); ++column) {
      wall({door_row(0), column + 1}, {door_row(0), column});
      wall({door_row(1), column}, {door_row(1), column + 1});
    }
    for (int row = door_row(0); row < door_row(1); ++row) {
      wall({row, door_column(0)}, {row + 1, door_column(0)});
      wall({row + 1, door_column(1)}, {row, door_column(1)});
    }
  }

  struct Cell {
    int row, column;
  };
  std::uint32_t at(int side, int row, int column) const {
    return grid_[side][row][column % columns_];
  }
  std::uint32_t at(int side, const Cell& c) const { return at(side, c.row, c.column); }
  // The inner skin faces inwards.
  void triangle(int side, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    side == 0 ? builder_.add_triangle(a, b, c) : builder_.add_triangle(a, c, b);
  }
  void quad(int side, const Cell& a, const Cell& b, const Cell& c, const Cell& d) {
    triangle(side, at(side, a), at(side, b), at(side, c));
    triangle(side, at(side, a), at(side, c), at(side, d));
  }
  void wall(const Cell& a, const Cell& b) {
    builder_.add_quad(at(0, b), at(0, a), at(1, a), at(1, b));
  }

  double length_;
  int rows_ = 0, columns_ = 0;
  MeshBuilder builder_;
  std::vector<Loop> grid_[2];  // vertex ids by skin, row, column
};

TriangleMesh make_car_body(const Values& v) { return CarBody(v["triangles"], v["length"]).mesh(); }

// A patch of both skins with `n` by `n` cells, closed at its rim: 4 n^2 + 8 n triangles.
TriangleMesh make_car_door(const Values& v) {
  const double gap = v["gap"];
  const int n =
      std::max(2, static_cast<int>(std::lround(std::sqrt(v["triangles"] / 4.0 + 1.0) - 1.0)));
  MeshBuilder builder;
  std::vector<Loop> grid[2];
  for (const int side : {0, 1}) {
    for (int row = 0; row <= n; ++row) {
      grid[side].emplace_back();
      for (int column = 0; column <= n; ++column) {
        const double s = gap + (1.0 - 2.0 * gap) * (double(row) / n);
        const double t = gap + (1.0 - 2.0 * gap) * (double(column) / n);
        const SkinPoint at{kDoorU[0] + (kDoorU[1] - kDoorU[0]) * s,
                           kDoorV[0] + (kDoorV[1] - kDoorV[0]) * t};
        grid[side].back().push_back(builder.add_vertex(skin(at, side) * v["length"]));
      }
    }
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto& o = grid[0];
      const auto& in = grid[1];
      builder.add_quad(o[i][j], o[i][j + 1], o[i + 1][j + 1], o[i + 1][j]);
      builder.add_quad(in[i][j], in[i + 1][j], in[i + 1][j + 1], in[i][j + 1]);
    }
    const auto wall = [&](int r0, int c0, int r1, int c1) {
      builder.add_quad(grid[0][r0][c0], grid[0][r1][c1], grid[1][r1][c1], grid[1][r0][c0]);
    };
    wall(0, i + 1, 0, i);
    wall(n, i, n, i + 1);
    wall(i, 0, i + 1, 0);
    wall(i + 1, n, i, n);
  }
  return std::move(builder).mesh();
}
}  // namespace

std::vector<ShapeEntry> car_shapes();

std::vector<ShapeEntry> car_shapes() {
  const ShapeParameter car_length = length("length", 4, "of the whole car along x");
  return {
      {{"car_body",
        "the hollow body of a car, front towards +x, z up, with a door opening on its left (+y) "
        "side; the count is within 25 % of the wish",
        {car_length, wanted_triangles(29000, 2000)}},
       make_car_body},
      {{"car_door",
        "the door of car_body, closed, in the same frame; its hinge is the edge at larger x",
        {car_length,
         {"gap", 0.02, 0.005, 0.2, false, "to the opening, part of the door's size"},
         wanted_triangles(16000)}},
       make_car_door},
  };
}

}  // namespace graze::shapes
