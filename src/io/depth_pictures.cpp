// SPDX-License-Identifier: MIT
#include "graze/io/depth_pictures.h"

#include <algorithm>
#include <cmath>

namespace graze {
namespace {
constexpr Colour kPaper{250, 250, 248};
constexpr Colour kLine{120, 120, 120};
constexpr int kMostTiles = 12;

Colour mixed(const Colour& a, const Colour& b, double share_of_b) {
  Colour mix{};
  for (int k = 0; k < 3; ++k) {
    mix[k] = static_cast<std::uint8_t>(std::lround((1.0 - share_of_b) * a[k] + share_of_b * b[k]));
  }
  return mix;
}

Colour body_colour(std::uint32_t body) {
  static constexpr Colour kHues[] = {{230, 130, 40}, {60, 120, 200}, {90, 170, 90},
                                     {180, 80, 170}, {150, 120, 70}, {70, 170, 180}};
  return kHues[body % 6];
}

Colour axis_colour(int axis) {
  static constexpr Colour kAxes[] = {{215, 40, 40}, {40, 165, 60}, {50, 80, 215}};
  return kAxes[axis];
}

/// Tiles of one view's size, scaled up to be seen, in rows.
class Tiles {
 public:
  Tiles(const DepthImages::View& view, int count)
      : view_(view),
        scale_(std::max(1, 192 / std::max(view.columns, view.rows))),
        across_(std::min(count, 4)),
        picture_(across_ * width() + 1, (count + across_ - 1) / across_ * height() + 1, kPaper) {
    for (int tile = 0; tile < count; ++tile) frame(tile);
  }

  void set(int tile, int i, int j, const Colour& colour) {
    // Rows grow upwards, as the axes do.
    const int x = tile % across_ * width() + 1 + i * scale_;
    const int y = tile / across_ * height() + 1 + (view_.rows - 1 - j) * scale_;
    for (int dy = 0; dy < scale_; ++dy) {
      for (int dx = 0; dx < scale_; ++dx) picture_.at(x + dx, y + dy) = colour;
    }
  }

  Picture take() { return std::move(picture_); }

 private:
  int width() const { return view_.columns * scale_ + 1; }
  int height() const { return view_.rows * scale_ + 1; }

  void frame(int tile) {
    const int x = tile % across_ * width(), y = tile / across_ * height();
    for (int dx = 0; dx <= width(); ++dx) {
      picture_.at(x + dx, y) = picture_.at(x + dx, y + height()) = kLine;
    }
    for (int dy = 0; dy <= height(); ++dy) {
      picture_.at(x, y + dy) = picture_.at(x + width(), y + dy) = kLine;
    }
  }

  const DepthImages::View& view_;
  int scale_, across_;
  Picture picture_;
};

struct DepthRange {
  double lo = 1e300, hi = -1e300;
  std::size_t layers = 0;

  double place(double z) const { return hi > lo ? (z - lo) / (hi - lo) : 0.0; }
};

template <typename Visit>
void for_each_column(const DepthImages::View& view, const Visit& visit) {
  for (int j = 0; j < view.rows; ++j) {
    for (int i = 0; i < view.columns; ++i) visit(i, j);
  }
}

DepthRange range_of(const DepthImages& images, int axis) {
  DepthRange range;
  for_each_column(images.view(axis), [&](int i, int j) {
    const auto column = images.column(axis, i, j);
    range.layers = std::max(range.layers, column.size());
    for (const DepthFragment& f : column) {
      range.lo = std::min(range.lo, f.depth);
      range.hi = std::max(range.hi, f.depth);
    }
  });
  return range;
}

/// Small parallelograms, nearer ones in front.
class ObliqueCanvas {
 public:
  ObliqueCanvas(const Aabb& box, int size)
      : centre_(box.centre()),
        picture_(size, size, kPaper),
        depth_(picture_.pixels.size(), -1e300) {
    towards_ = Vec3(0.55, -0.72, 0.42).normalized();
    right_ = Vec3::UnitZ().cross(towards_).normalized();
    up_ = towards_.cross(right_);
    scale_ = 0.9 * size / std::max(box.diagonal(), 1e-300);
  }

  void fill(const Vec3& corner, const Vec3& u, const Vec3& v, const Colour& colour) {
    const Vec3 p = seen(corner), a = seen(corner + u) - p, b = seen(corner + v) - p;
    const double det = a.x() * b.y() - a.y() * b.x();
    if (std::abs(det) < 1e-9) return;
    const auto span = [&](int k) {
      const double ends[] = {p[k], p[k] + a[k], p[k] + b[k], p[k] + a[k] + b[k]};
      return std::pair(*std::min_element(ends, ends + 4), *std::max_element(ends, ends + 4));
    };
    const auto [left, right] = span(0);
    const auto [top, bottom] = span(1);
    for (int y = first(top); y <= last(bottom); ++y) {
      for (int x = first(left); x <= last(right); ++x) {
        const double dx = x - p.x(), dy = y - p.y();
        const double s = (dx * b.y() - dy * b.x()) / det, t = (a.x() * dy - a.y() * dx) / det;
        if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) {
          put(x, y, p.z() + s * a.z() + t * b.z(), colour);
        }
      }
    }
  }

  Picture take() { return std::move(picture_); }
  const Vec3& towards() const { return towards_; }

 private:
  Vec3 seen(const Vec3& p) const {
    const Vec3 d = p - centre_;
    return {0.5 * picture_.width + scale_ * right_.dot(d),
            0.5 * picture_.height - scale_ * up_.dot(d), scale_ * towards_.dot(d)};
  }
  int first(double x) const { return std::max(0, static_cast<int>(std::floor(x))); }
  int last(double x) const { return std::min(picture_.width - 1, static_cast<int>(std::ceil(x))); }
  void put(int x, int y, double z, const Colour& colour) {
    const std::size_t at = static_cast<std::size_t>(y) * static_cast<std::size_t>(picture_.width) +
                           static_cast<std::size_t>(x);
    if (z <= depth_[at]) return;
    depth_[at] = z;
    picture_.pixels[at] = colour;
  }

  Vec3 centre_, towards_, right_, up_;
  double scale_ = 1.0;
  Picture picture_;
  std::vector<double> depth_;
};

Vec3 pixel_corner(const DepthImages::View& view, const DepthContact& c, double depth) {
  Vec3 p;
  p[(view.axis + 1) % 3] = view.first_u + (c.i - 0.5) * view.pixel_u;
  p[(view.axis + 2) % 3] = view.first_v + (c.j - 0.5) * view.pixel_v;
  p[view.axis] = depth;
  return p;
}

Aabb box_of_contacts(const DepthImages& images) {
  Aabb box;
  for (int axis = 0; axis < 3; ++axis) {
    for (const DepthContact& c : images.contacts(axis)) {
      box.add(pixel_corner(images.view(axis), c, c.lo));
      box.add(pixel_corner(images.view(axis), c, c.hi));
    }
  }
  return box;
}
}  // namespace

Picture layer_picture(const DepthImages& images, int axis) {
  const DepthImages::View& view = images.view(axis);
  const DepthRange range = range_of(images, axis);
  const int shown = static_cast<int>(std::min<std::size_t>(range.layers, kMostTiles - 1));
  Tiles tiles(view, shown + 1);
  for_each_column(view, [&](int i, int j) {
    const auto column = images.column(axis, i, j);
    for (int k = 0; k < std::min(shown, static_cast<int>(column.size())); ++k) {
      const DepthFragment& f = column[static_cast<std::size_t>(k)];
      const Colour shaded = mixed(body_colour(f.body), {20, 20, 20}, 0.7 * range.place(f.depth));
      tiles.set(k, i, j, f.is_entering ? shaded : mixed(shaded, kPaper, 0.55));
    }
  });
  double longest = 0.0;
  for (const DepthContact& c : images.contacts(axis)) longest = std::max(longest, c.hi - c.lo);
  for (const DepthContact& c : images.contacts(axis)) {
    const double share = 0.35 + 0.65 * (c.hi - c.lo) / longest;
    tiles.set(shown, c.i, c.j, mixed(kPaper, axis_colour(axis), share));
  }
  return tiles.take();
}

Picture overlap_picture(const DepthImages& images, int size) {
  const Aabb box = box_of_contacts(images);
  if (box.is_empty()) return Picture(size, size, kPaper);
  ObliqueCanvas canvas(box, size);
  for (int axis = 0; axis < 3; ++axis) {
    const DepthImages::View& view = images.view(axis);
    const double share = view.columns > 40 ? 1.0 : 0.92;  // coarse pixels keep a gap
    const Vec3 u = share * view.pixel_u * Vec3::Unit((axis + 1) % 3);
    const Vec3 v = share * view.pixel_v * Vec3::Unit((axis + 2) % 3);
    const bool upper_is_near = canvas.towards()[axis] > 0.0;
    const Colour near = axis_colour(axis), far = mixed(near, {20, 20, 20}, 0.45);
    for (const DepthContact& c : images.contacts(axis)) {
      canvas.fill(pixel_corner(view, c, c.hi), u, v, upper_is_near ? near : far);
      canvas.fill(pixel_corner(view, c, c.lo), u, v, upper_is_near ? far : near);
    }
  }
  return canvas.take();
}

}  // namespace graze
