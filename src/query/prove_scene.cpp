// SPDX-License-Identifier: MIT
// Question   How are the answers about a scene proved, pair by pair?                           [G2]
// Source     docs/proof.md, section 7.
// Guarantee  None needed: the checker decides.
#include "graze/query/prove_scene.h"

#include <algorithm>

#include "contact/end_report.h"
#include "graze/base/parallel.h"
#include "graze/certify/check_proof.h"
#include "graze/query/prove.h"
#include "query/prove_touch.h"

namespace graze {
namespace {
constexpr std::size_t kAtATime = 256;
constexpr std::uint64_t kMostOfFaces = 16'000'000;  // half bytes: opening cells need not end
constexpr std::uint64_t kMostOfTouch = 4'000'000;   // directions of bodies in touch

NoProof reason_of(const PairReport& pair) {
  if (pair.report.outcome == Outcome::kOverlapAtStart) return NoProof::kOverlapAtStart;
  if (pair.report.start != StartState::kApart) return NoProof::kTouchAtStart;
  return NoProof::kNotFound;
}

/// What the report is about: `analytic` asks about solid boxes.
ProofShapes shapes_of(const ProofPair& bodies, const PairReport& pair) {
  if (bodies.a.frames != nullptr || bodies.b.frames != nullptr) return ProofShapes::kDeforming;
  if (bodies.a.faces != nullptr || bodies.b.faces != nullptr) return ProofShapes::kFaces;
  return pair.report.method == Method::kAnalytic ? ProofShapes::kConvexHulls
                                                 : ProofShapes::kSurfaces;
}

/// Of curved bodies in touch the smaller one is sunk, or else the larger one.
std::optional<PairProof> prove_in_touch(const ProofScene& scene, const PairReport& pair,
                                        const ProofPair& bodies, const Interval& span,
                                        double distance, ProveOptions options) {
  const bool a_first = bodies.a.faces->extent() <= bodies.b.faces->extent();
  options.depth = 0.5 * pair.report.tolerance;
  options.budget.max_tests = kMostOfTouch;
  const Budget whole = options.budget;
  const BudgetWatch watch(whole);
  for (const bool is_a : {a_first, !a_first}) {
    options.sunk = is_a ? SunkBody::kA : SunkBody::kB;
    const Shape solid = scene.shape_at(is_a ? pair.b : pair.a, span.lo);
    options.is_outside =
        query::outside_of(solid, scene.shape_at(is_a ? pair.a : pair.b, span.lo), is_a);
    options.doubt = solid.mesh_error();
    options.budget.max_seconds = whole.max_seconds - watch.elapsed_seconds();
    if (auto proof = prove_report(bodies, pair.report, span, distance, options)) return proof;
  }
  return std::nullopt;
}

ProvedReport proved(const ProofScene& scene, const PairReport& pair,
                    const ContactOptions& options) {
  ProvedReport result{pair, std::nullopt};
  if (pair.a == pair.b) {
    result.reason = NoProof::kDeforms;
    return result;
  }
  const bool by_faces =
      pair.report.method == Method::kCertified && scene.have_faces(pair.a, pair.b);
  const ProofShapes wanted = by_faces ? ProofShapes::kFaces : ProofShapes::kSurfaces;
  const ProofPair bodies = scene.pair(pair.a, pair.b, wanted);
  if (!bodies.a.motion.has_bounds() || !bodies.b.motion.has_bounds()) {
    result.reason = NoProof::kNoBounds;
    return result;
  }
  const double least = scene.least_distance(pair.a, pair.b, wanted);
  const double distance =
      options.min_separation == 0.0 ? least : round_up(least + options.min_separation);
  const Interval span = options.span.value_or(scene.scene().span);
  ProveOptions prove{.shapes = shapes_of(bodies, pair)};
  prove.budget = {.max_seconds = options.budget.max_seconds, .cancel = options.budget.cancel};
  if (by_faces) prove.max_half_bytes = kMostOfFaces;
  const bool in_touch = bodies.a.faces != nullptr && bodies.b.faces != nullptr &&
                        pair.report.start == StartState::kTouching;
  result.proof = in_touch ? prove_in_touch(scene, pair, bodies, span, distance, prove)
                          : prove_report(bodies, pair.report, span, distance, prove);
  if (!result.proof) {
    result.reason = reason_of(pair);
    return result;
  }
  result.proof->a = pair.a;
  result.proof->b = pair.b;
  return result;
}

bool is_cancelled(const Budget& budget) { return budget.cancel != nullptr && *budget.cancel; }
}  // namespace

void prove_reports(const ProofScene& scene, std::span<const PairReport> reports,
                   const ContactOptions& options,
                   const std::function<void(const ProvedReport&)>& take) {
  for (std::size_t first = 0; first < reports.size(); first += kAtATime) {
    const std::size_t count = std::min(kAtATime, reports.size() - first);
    std::vector<ProvedReport> batch(count);
    parallel_for(
        count,
        [&](std::size_t i) {
          if (!is_cancelled(options.budget)) batch[i] = proved(scene, reports[first + i], options);
        },
        options.threads);
    if (is_cancelled(options.budget)) return;
    for (const ProvedReport& report : batch) take(report);
  }
}

std::vector<PairReport> reports_until(const Scene& scene, const PairReport& first,
                                      const ContactOptions& options) {
  std::vector<PairReport> reports;
  for (const auto& [a, b] : options.pairs.empty() ? checked_pairs(scene) : options.pairs) {
    PairReport pair{a, b, first.report};
    const bool is_first = a == first.a && b == first.b;
    if (!is_first && pair.report.outcome == Outcome::kContact) {
      end_undecided(pair.report, pair.report.time, Undecided::kNo);  // beyond the first contact
      pair.report.contacts.clear();
    }
    reports.push_back(std::move(pair));
  }
  return reports;
}

}  // namespace graze
