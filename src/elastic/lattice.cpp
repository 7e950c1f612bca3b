// SPDX-License-Identifier: MIT
// Question   Which cubes does a solid fill, and how full is each?                              [V4]
// Source     Embedded lattices (James, Barbic, Twigg 2004), with each cell's share of the solid.
// Guarantee  The lattice has the solid's mass. A share is that of 64 columns through the cell, each
//            exact along itself.
// Changed    Columns of depth images instead of points: shares are not multiples of a fixed step.
#include <algorithm>
#include <cmath>
#include <map>

#include "elastic/closed_surface.h"
#include "elastic/refined_surface.h"
#include "graze/base/error.h"
#include "graze/base/number_text.h"
#include "graze/elastic/elastic_model.h"
#include "graze/geometry/mass_properties.h"
#include "graze/methods/volume.h"

namespace graze {
namespace {
constexpr int kColumnsAcross = 8;           // of a cell
constexpr double kLeastFill = 1e-3;         // of a cell that is kept: its nodes need mass
constexpr double kMostCells = 2'000'000.0;  // of the whole box

using CellPlace = std::array<int, 3>;  // along z, y, x: ordered as the nodes are numbered

class LatticeBuilder {
 public:
  LatticeBuilder(const Aabb& bounds, double size) : size_(size) {
    double cells = 1.0;
    for (int axis = 0; axis < 3; ++axis) {
      const double wanted = std::max(1.0, std::ceil(bounds.size()[axis] / size - 1e-6));
      cells *= wanted;
      if (!(cells <= kMostCells) || wanted > 4096.0 / kColumnsAcross) {
        throw InputError({"lattice", "more cells than a lattice may have",
                          "at most 2,000,000 in its box and 512 along an axis",
                          "use fewer cells across"});
      }
      counts_[axis] = static_cast<int>(wanted);
      origin_[axis] = bounds.centre()[axis] - 0.5 * wanted * size;
    }
  }

  void fill(ElasticModel& model) {
    sum_up_columns(model.surface);
    for (const Vec3& v : model.surface.vertices()) fills_.try_emplace(place_of(v), 0.0);
    for (const auto& [place, fill] : fills_) add_cell(model, place, fill);
    for (const Vec3& v : model.surface.vertices()) add_weights(model, v);
  }

 private:
  int cell_along(int axis, double x) const {
    const double k = std::floor((x - origin_[axis]) / size_);
    return static_cast<int>(std::clamp(k, 0.0, counts_[axis] - 1.0));
  }
  CellPlace place_of(const Vec3& p) const {
    return {cell_along(2, p.z()), cell_along(1, p.y()), cell_along(0, p.x())};
  }

  DepthOptions depth_options() const {
    DepthOptions options;
    for (int axis = 0; axis < 3; ++axis) options.pixels[axis] = kColumnsAcross * counts_[axis];
    options.pixels[2] = 1;  // only the view along z is looked at
    options.layers_everywhere = true;
    options.region =
        Aabb{origin_, Vec3(origin_ + size_ * Vec3(counts_[0], counts_[1], counts_[2]))};
    return options;
  }

  void sum_up_columns(const TriangleMesh& surface) {
    const DepthBody body{DepthSurface(surface)};
    DepthImages images;
    images.draw({&body, 1}, depth_options());
    const DepthImages::View& view = images.view(2);
    std::map<std::array<int, 2>, int> columns;  // of each row of cells along z
    for (int i = 0; i < view.columns; ++i) {
      for (int j = 0; j < view.rows; ++j) {
        const int x = cell_along(0, view.first_u + i * view.pixel_u);
        const int y = cell_along(1, view.first_v + j * view.pixel_v);
        ++columns[{y, x}];
        add_column(images.column(2, i, j), y, x);
      }
    }
    for (auto& [place, fill] : fills_) fill /= columns[{place[1], place[2]}];
    std::erase_if(fills_, [](const auto& entry) { return entry.second < 1e-9; });
  }

  void add_column(const std::vector<DepthFragment>& fragments, int y, int x) {
    int depth = 0;
    double begin = 0.0;
    for (const DepthFragment& f : fragments) {
      if (f.is_entering && depth++ == 0) begin = f.depth;
      if (!f.is_entering && --depth == 0) add_part(begin, f.depth, y, x);
    }
  }

  void add_part(double lo, double hi, int y, int x) {
    for (int z = cell_along(2, lo); z <= cell_along(2, hi); ++z) {
      const double cell_lo = origin_.z() + z * size_;
      const double part = std::min(hi, cell_lo + size_) - std::max(lo, cell_lo);
      if (part > 0.0) fills_[{z, y, x}] += part / size_;
    }
  }

  std::uint32_t node_at(ElasticModel& model, const CellPlace& corner) {
    const auto next = static_cast<std::uint32_t>(model.nodes.size());
    const auto [it, is_new] = nodes_.try_emplace(corner, next);
    if (is_new) {
      model.nodes.push_back(origin_ + size_ * Vec3(corner[2], corner[1], corner[0]));
      model.masses.push_back(0.0);
    }
    return it->second;
  }

  void add_cell(ElasticModel& model, const CellPlace& place, double fill) {
    LatticeCell cell;
    cell.fill = fill > 1.0 - 1e-9 ? 1.0 : std::max(fill, kLeastFill);
    for (int k = 0; k < 8; ++k) {
      const auto node =
          node_at(model, {place[0] + (k >> 2), place[1] + (k >> 1 & 1), place[2] + (k & 1)});
      cell.nodes[static_cast<std::size_t>(k)] = node;
      model.masses[node] += 0.125 * cell.fill;
    }
    numbers_[place] = model.cells.size();
    model.cells.push_back(cell);
  }

  void add_weights(ElasticModel& model, const Vec3& vertex) const {
    const CellPlace place = place_of(vertex);
    const LatticeCell& cell = model.cells[numbers_.at(place)];
    const Vec3 lo = origin_ + size_ * Vec3(place[2], place[1], place[0]);
    const Vec3 share = (vertex - lo) / size_;
    for (int k = 0; k < 8; ++k) {
      const double weight = (k & 1 ? share.x() : 1.0 - share.x()) *
                            (k & 2 ? share.y() : 1.0 - share.y()) *
                            (k & 4 ? share.z() : 1.0 - share.z());
      if (weight == 0.0) continue;
      model.weights.push_back({cell.nodes[static_cast<std::size_t>(k)], weight});
    }
    model.first_weight.push_back(static_cast<std::uint32_t>(model.weights.size()));
  }

  double size_;
  std::array<int, 3> counts_{};
  Vec3 origin_ = Vec3::Zero();
  std::map<CellPlace, double> fills_;
  std::map<CellPlace, std::uint32_t> nodes_;
  std::map<CellPlace, std::size_t> numbers_;
};

double cell_size_of(const TriangleMesh& surface, const LatticeOptions& options) {
  if (options.cell_size) {
    if (*options.cell_size > 0.0 && std::isfinite(*options.cell_size)) return *options.cell_size;
    throw InputError({"cell_size", number_text(*options.cell_size), "a length > 0", ""});
  }
  if (options.cells_across < 1 || options.cells_across > 64) {
    throw InputError({"cells_across", std::to_string(options.cells_across), "1 to 64", ""});
  }
  return surface.bounds().size().minCoeff() / options.cells_across;
}
}  // namespace

ElasticModel make_lattice(const TriangleMesh& surface, const ElasticMaterial& material,
                          const LatticeOptions& options) {
  check(material);
  elastic::refuse_open_surface(surface);
  ElasticModel model;
  model.material = material;
  model.cell_size = cell_size_of(surface, options);
  LatticeBuilder builder(surface.bounds(), model.cell_size);  // refuses too many cells
  // Otherwise the corners of a large triangle would carry the load of the cells below its middle.
  model.surface = elastic::with_edges_up_to(surface, 1.01 * std::sqrt(2.0) * model.cell_size);
  model.first_weight = {0};
  builder.fill(model);
  double filled = 0.0;
  for (const double mass : model.masses) filled += mass;
  const double all = material.density * mass_properties(surface).volume;
  for (double& mass : model.masses) mass *= all / filled;
  return model;
}

}  // namespace graze
