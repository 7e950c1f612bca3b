// SPDX-License-Identifier: MIT
// Question   Which faces of two bodies may touch during a step?                           [O3-O5]
// Source     Kitamura et al. 1994, section 3.2: octrees, faces in interfering nodes, swept faces.
// Guarantee  Conservative: every pair of faces that comes within the margin is listed, or the
//            answer says that it is coarse and that the bodies may touch.
// Changed    Octrees stay in their bodies' frames; nodes know their faces, so that extracting them
//            is reading a list; every test is for the whole step.
#include <algorithm>
#include <bit>

#include "graze/methods/octree.h"
#include "methods/octree/cell_axes.h"
#include "methods/octree/containment.h"
#include "methods/octree/marked_faces.h"
#include "methods/octree/swept_face.h"
#include "spatial/octree/rounding_margin.h"

namespace graze {
namespace octree {
namespace {
constexpr std::uint64_t kPassedPerTest = 16;

double cube_size(const SweptBody& body) {
  return body.octree.root().lo.cwiseAbs().maxCoeff() + body.octree.root().side +
         body.sweep.begin.translation.cwiseAbs().maxCoeff() +
         body.sweep.end.translation.cwiseAbs().maxCoeff();
}

double reach_of(const SweptBody& body) {
  return body.sweep.bulge_of(body.octree.root().bounds()) + body.padding +
         octree::rounding_margin(4.0 * cube_size(body));
}

/// Goes down both trees, marks the faces of cells that meet, and compares those.
class StepSearch {
 public:
  StepSearch(const SweptBody& a, const SweptBody& b, const OctreeSweepOptions& options)
      : a_(a),
        b_(b),
        options_(options),
        reach_(reach_of(a) + reach_of(b) + options.margin),
        axes_(a, b, reach_),
        faces_a_(a),
        faces_b_(b) {}

  SweepAlarm run() {
    start();
    while (!open_.empty() && spent() < options_.max_tests) {
      const auto [cell_a, cell_b] = open_.back();
      open_.pop_back();
      visit(cell_a, cell_b);
    }
    for (const auto& [cell_a, cell_b] : open_) give_up(cell_a, cell_b);
    if (faces_a_.marked_nodes() > 0) compare();
    return finished();
  }

 private:
  const OctreeNode& node_a(const PlacedCell& cell) const { return a_.octree.nodes()[cell.node]; }
  const OctreeNode& node_b(const PlacedCell& cell) const { return b_.octree.nodes()[cell.node]; }
  /// Boxes of faces that are skipped cost little, but there can be very many.
  std::uint64_t spent() const {
    return alarm_.counts.node_tests + alarm_.counts.face_tests + passed_ / kPassedPerTest;
  }

  void start() {
    const PlacedCell a = root_cell(a_.octree), b = root_cell(b_.octree);
    if (node_a(a).colour() == CellColour::kWhite || node_b(b).colour() == CellColour::kWhite) {
      return;
    }
    ++alarm_.counts.node_tests;
    if (axes_.may_meet(a, b)) open_.emplace_back(a, b);
  }

  void visit(const PlacedCell& cell_a, const PlacedCell& cell_b) {
    const OctreeNode &a = node_a(cell_a), &b = node_b(cell_b);
    if (a.colour() == CellColour::kBlack || b.colour() == CellColour::kBlack) {
      cells_met_ = true;  // surfaces meet elsewhere, or one solid is inside the other
      return;
    }
    if (is_lowest(a, cell_a) && is_lowest(b, cell_b)) {
      cells_met_ = true;
      faces_a_.mark(cell_a.node);
      faces_b_.mark(cell_b.node);
      return;
    }
    const bool opens_b =
        is_lowest(a, cell_a) || (!is_lowest(b, cell_b) && cell_b.side > cell_a.side);
    if ((opens_b ? cell_b : cell_a).level >= options_.max_level) return give_up(cell_a, cell_b);
    open(cell_a, cell_b, opens_b);
  }

  /// Children that may meet the other cell, and may have something new, are open.
  void open(const PlacedCell& cell_a, const PlacedCell& cell_b, bool opens_b) {
    const SweptBody& body = opens_b ? b_ : a_;
    const PlacedCell& parent = opens_b ? cell_b : cell_a;
    const MarkedFaces& marks = opens_b ? faces_b_ : faces_a_;
    const bool other_is_marked = opens_b ? faces_a_.has(cell_a.node) : faces_b_.has(cell_b.node);
    const std::uint32_t first = body.octree.nodes()[parent.node].first();
    unsigned wanted = 0;
    for (std::uint32_t k = 0; k < 8; ++k) {
      if (body.octree.nodes()[first + k].colour() == CellColour::kWhite) continue;
      if (!(other_is_marked && marks.has(first + k))) wanted |= 1u << k;
    }
    if (wanted == 0) return;
    alarm_.counts.node_tests += static_cast<std::uint64_t>(std::popcount(wanted));
    unsigned meeting = wanted & axes_.meeting_children(cell_a, cell_b, opens_b);
    for (; meeting != 0; meeting &= meeting - 1) {
      const PlacedCell child =
          parent.child(first, static_cast<std::uint32_t>(std::countr_zero(meeting)));
      open_.emplace_back(opens_b ? cell_a : child, opens_b ? child : cell_b);
    }
  }

  /// Cells that are small compared with the motion of the step say no more than their parents.
  bool is_lowest(const OctreeNode& node, const PlacedCell& cell) const {
    return node.is_leaf() || double(cell.side) < reach_;
  }

  void give_up(const PlacedCell& cell_a, const PlacedCell& cell_b) {
    alarm_.is_coarse = true;
    alarm_.earliest = std::min(alarm_.earliest, axes_.earliest(cell_a, cell_b));
  }

  /// Boxes of the faces by sweep along x, then the faces.
  void compare() {
    alarm_.counts.interfering_nodes = faces_a_.marked_nodes() + faces_b_.marked_nodes();
    if (spent() >= options_.max_tests) {
      return give_up(root_cell(a_.octree), root_cell(b_.octree));  // marked, but not looked at
    }
    // Marked cells reach far beyond the place where the bodies meet: only faces in the other's box.
    const Aabb everywhere{Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)};
    auto as = faces_a_.placed(everywhere);
    const auto bs = faces_b_.placed(grown_box(bounds_of(as)));
    const Aabb box_b = grown_box(bounds_of(bs));
    std::erase_if(as, [&](const auto& a) { return !a.swept.box.overlaps(box_b); });
    sweep(as, bs);
  }

  Aabb grown_box(Aabb box) const {
    box.lo.array() -= options_.margin;
    box.hi.array() += options_.margin;
    return box;
  }

  using Placed = std::vector<MarkedFaces::Placed>;
  void sweep(const Placed& as, const Placed& bs) {
    const auto order_a = sorted_along_x(as), order_b = sorted_along_x(bs);
    double widest = 0.0;
    for (const auto& b : bs) widest = std::max(widest, b.swept.box.hi.x() - b.swept.box.lo.x());
    std::size_t begin = 0;  // faces of b before it end before all that is to come
    for (const std::uint32_t i : order_a) {
      const Aabb box = grown_box(as[i].swept.box);
      while (begin < bs.size() && bs[order_b[begin]].swept.box.lo.x() + widest < box.lo.x()) {
        ++begin;
      }
      for (std::size_t j = begin; j < bs.size(); ++j) {
        const auto& b = bs[order_b[j]];
        if (b.swept.box.lo.x() > box.hi.x()) break;
        ++passed_;
        const bool is_near = box.overlaps(b.swept.box);
        if (!is_near && spent() < options_.max_tests) continue;
        if (!compare(as[i], b)) return;
      }
    }
  }

  /// False if the budget is used up.
  bool compare(const MarkedFaces::Placed& a, const MarkedFaces::Placed& b) {
    if (spent() >= options_.max_tests) {
      give_up(root_cell(a_.octree), root_cell(b_.octree));
      return false;
    }
    ++alarm_.counts.face_tests;
    const auto earliest = compare_faces(a.swept, b.swept, options_);
    if (earliest) alarm_.faces.push_back({TriangleId(a.face), TriangleId(b.face), *earliest});
    return true;
  }

  SweepAlarm finished() {
    sort_faces(alarm_.faces);
    if (!alarm_.faces.empty()) {
      alarm_.earliest = std::min(alarm_.earliest, alarm_.faces.front().earliest);
    }
    alarm_.may_touch = alarm_.is_coarse || !alarm_.faces.empty();
    // Gray cells, too: a solid can be inside another where that is thinner than a cell.
    if (!alarm_.may_touch && cells_met_) alarm_.is_inside = is_one_inside(a_, b_);
    if (alarm_.is_inside) alarm_.earliest = 0.0;
    return std::move(alarm_);
  }

  const SweptBody& a_;
  const SweptBody& b_;
  const OctreeSweepOptions& options_;
  double reach_;
  CellAxes axes_;
  MarkedFaces faces_a_, faces_b_;
  std::vector<std::pair<PlacedCell, PlacedCell>> open_;
  SweepAlarm alarm_;
  bool cells_met_ = false;
  std::uint64_t passed_ = 0;
};
}  // namespace

void sort_faces(std::vector<FacePair>& faces) {
  std::sort(faces.begin(), faces.end(), [](const FacePair& p, const FacePair& q) {
    if (p.earliest != q.earliest) return p.earliest < q.earliest;
    return p.a != q.a ? p.a < q.a : p.b < q.b;
  });
}
}  // namespace octree

SweepCounts& SweepCounts::operator+=(const SweepCounts& other) {
  node_tests += other.node_tests;
  interfering_nodes += other.interfering_nodes;
  face_tests += other.face_tests;
  return *this;
}

SweepAlarm check_step(const SweptBody& a, const SweptBody& b, const OctreeSweepOptions& options) {
  return octree::StepSearch(a, b, options).run();
}

SweepAlarm check_step_all_faces(const SweptBody& a, const SweptBody& b,
                                const OctreeSweepOptions& options) {
  SweepAlarm alarm;
  std::vector<octree::SweptFace> faces_b;
  const std::size_t count_b = b.octree.mesh().triangles().size();
  for (std::size_t j = 0; j < count_b; ++j) faces_b.push_back(octree::swept_face(b, j));
  for (std::size_t i = 0; i < a.octree.mesh().triangles().size(); ++i) {
    const octree::SweptFace face_a = octree::swept_face(a, i);
    for (std::size_t j = 0; j < count_b; ++j) {
      ++alarm.counts.face_tests;
      const auto earliest = octree::compare_faces(face_a, faces_b[j], options);
      if (earliest) alarm.faces.push_back({TriangleId(i), TriangleId(j), *earliest});
    }
  }
  octree::sort_faces(alarm.faces);
  alarm.may_touch = !alarm.faces.empty();
  if (alarm.may_touch) alarm.earliest = alarm.faces.front().earliest;
  return alarm;
}

}  // namespace graze
