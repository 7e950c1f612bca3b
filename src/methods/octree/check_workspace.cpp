// SPDX-License-Identifier: MIT
// Question   Which faces of n bodies in one workspace may touch during a step?            [O2-O5]
// Source     Kitamura et al. 1994, figure 1: update, traversal, extraction, swept faces.
// Guarantee  Conservative, unless as_printed.
// Changed    Trees cover the whole step, and nodes hand on their faces.
#include <algorithm>
#include <optional>
#include <set>

#include "graze/base/parallel.h"
#include "graze/methods/octree_workspace.h"
#include "methods/octree/containment.h"
#include "methods/octree/face_extraction.h"

namespace graze {
namespace octree {
namespace {
struct Candidate {
  std::uint32_t body_a, body_b, face_a, face_b;
  friend auto operator<=>(const Candidate&, const Candidate&) = default;
};

/// The body as this cycle sees it: printed, it has no bulge.
SweptBody seen(const SweptBody& body, const WorkspaceOptions& options) {
  SweptBody result = body;
  if (!options.as_printed) return result;
  result.sweep.bulge = result.sweep.bulge_per_length = 0.0;
  return result;
}

Octree tree_of(const SweptBody& body, const Workspace& workspace, const WorkspaceOptions& options) {
  SweptPose sweep = options.as_printed ? held(body.sweep.begin) : body.sweep;
  sweep = grown(sweep, body.padding + 0.5 * options.margin);
  return options.update == OctreeUpdate::kDisplaced
             ? displaced_octree(body.octree, sweep, workspace, 1)
             : rebuilt_octree(body.octree, sweep, workspace, 1);
}

class Cycle {
 public:
  Cycle(std::span<const SweptBody> bodies, const Workspace& workspace,
        const WorkspaceOptions& options)
      : options_(options), workspace_(workspace), trees_(bodies.size()), faces_(bodies.size()) {
    for (const SweptBody& body : bodies) bodies_.push_back(seen(body, options));
    parallel_for(
        bodies_.size(),
        [&](std::size_t i) { trees_[i] = tree_of(bodies_[i], workspace_, options_); },
        options.threads);
  }

  WorkspaceReport run() {
    const auto cells = interfering_cells(trees_, options_.threads);
    report_.interfering_cells = cells.size();
    for (const InterferingCell& cell : cells) extract(cell);
    for (const auto& found : faces_) report_.faces_found += found.size();
    compare();
    return std::move(report_);
  }

 private:
  std::vector<std::uint32_t> faces_in(const BodyNode& at, const OctreeCube& cube) const {
    std::vector<std::uint32_t> found;
    const Octree& tree = trees_[at.body];
    for (const std::uint32_t face : tree.faces_of(tree.nodes()[at.node])) {
      const SweptFace swept = swept_face(bodies_[at.body], face);
      const bool meets = options_.as_printed ? meets_cube_as_printed(swept, cube)
                                             : meets_cube(swept, 0.5 * options_.margin, cube);
      if (meets) found.push_back(face);
    }
    return found;
  }

  void extract(const InterferingCell& cell) {
    const OctreeCube cube = cube_of(workspace_.cube, cell.cell);
    std::vector<std::optional<std::vector<std::uint32_t>>> found(cell.nodes.size());
    const auto faces_of = [&](std::size_t i) -> const std::vector<std::uint32_t>& {
      if (!found[i]) {
        found[i] = faces_in(cell.nodes[i], cube);
        faces_[cell.nodes[i].body].insert(found[i]->begin(), found[i]->end());
      }
      return *found[i];
    };
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (std::size_t j = i + 1; j < found.size(); ++j) {
        const std::uint32_t a = cell.nodes[i].body, b = cell.nodes[j].body;
        if (options_.asks && !options_.asks(a, b)) continue;
        ++report_.interfering_pairs;
        for (const std::uint32_t p : faces_of(i)) {
          for (const std::uint32_t q : faces_of(j)) candidates_.push_back({a, b, p, q});
        }
      }
    }
    if (candidates_.size() > many_) keep_each_once();
  }

  // Faces meet in many cells; what is kept is at most twice as much as there are pairs of faces.
  void keep_each_once() {
    std::sort(candidates_.begin(), candidates_.end());
    candidates_.erase(std::unique(candidates_.begin(), candidates_.end()), candidates_.end());
    many_ = std::max(many_, 2 * candidates_.size());
  }

  void compare() {
    keep_each_once();
    report_.face_pairs_tested = candidates_.size();
    OctreeSweepOptions options;
    options.margin = options_.margin;
    if (options_.as_printed) options.hull_test = HullTest::kPrinted;
    std::vector<std::optional<double>> earliest(candidates_.size());
    const auto test = [&](std::size_t i) {
      const Candidate& c = candidates_[i];
      earliest[i] = compare_faces(swept_face(bodies_[c.body_a], c.face_a),
                                  swept_face(bodies_[c.body_b], c.face_b), options);
    };
    parallel_for(candidates_.size(), test, options_.threads);
    collect(earliest);
  }

  void collect(const std::vector<std::optional<double>>& earliest) {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!earliest[i]) continue;
      const Candidate& c = candidates_[i];
      const bool is_new = report_.alarms.empty() || report_.alarms.back().a != c.body_a ||
                          report_.alarms.back().b != c.body_b;
      if (is_new) report_.alarms.push_back({c.body_a, c.body_b, {}});
      report_.alarms.back().faces.push_back(
          {TriangleId(c.face_a), TriangleId(c.face_b), *earliest[i]});
    }
    for (WorkspaceAlarm& alarm : report_.alarms) sort_faces(alarm.faces);
  }

  const WorkspaceOptions& options_;
  const Workspace& workspace_;
  std::vector<SweptBody> bodies_;
  std::vector<Octree> trees_;
  std::vector<std::set<std::uint32_t>> faces_;
  std::vector<Candidate> candidates_;
  std::size_t many_ = std::size_t{1} << 20;  ///< of candidates: time to keep each once
  WorkspaceReport report_;
};
}  // namespace
}  // namespace octree

WorkspaceReport check_workspace(std::span<const SweptBody> bodies, const Workspace& workspace,
                                const WorkspaceOptions& options) {
  return octree::Cycle(bodies, workspace, options).run();
}

}  // namespace graze
