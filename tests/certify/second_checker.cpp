// SPDX-License-Identifier: MIT
#include "certify/second_checker.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <vector>

#include "certify/range_pose.h"

namespace graze::test {
namespace {
constexpr int kMostParts = 20000;

/// A subtree of triangles, or one triangle.
struct Part {
  std::uint32_t index = 0;
  bool is_triangle = false;
};

/// A part of time in which a motion is smooth and every vertex runs straight: from `begin` at
/// times.lo to `end` at times.hi, if there is an `end`.
struct Section {
  Motion motion;
  Interval span;
  std::span<const Vec3> begin, end;
  Interval times{0.0, 1.0};
};

std::vector<Section> sections(const ProofBody& body, const Interval& span) {
  std::vector<Section> all;
  const std::span<const Vec3> mesh =
      body.tree != nullptr ? body.tree->tree().mesh().vertices() : std::span<const Vec3>();
  if (body.frames == nullptr) {
    for (const auto& piece : smooth_pieces(body.motion, span))
      all.push_back({piece.motion, piece.span, mesh, {}});
    return all;
  }
  // The body is what frame k says from then on, and in between on its way to the next.
  const auto frames = body.frames->deformation().frames();
  const bool jumps_at_end =
      std::ranges::count(frames, span.hi, &DeformationFrame::time) == 2 && span.lo < span.hi;
  const auto add = [&](double from, double to, Section section) {
    section.motion = body.motion;
    section.span = {std::max(from, span.lo), std::min(to, span.hi)};
    const bool is_last_instant = to > span.hi && section.span.is_point();
    if (section.span.lo < section.span.hi || (is_last_instant && (all.empty() || jumps_at_end)))
      all.push_back(section);
  };
  add(-kInfinity, frames[0].time, {.begin = frames[0].vertices});
  for (std::size_t k = 0; k + 1 < frames.size(); ++k) {
    const Interval times{frames[k].time, frames[k + 1].time};
    add(times.lo, times.hi,
        {.begin = frames[k].vertices, .end = frames[k + 1].vertices, .times = times});
  }
  add(frames.back().time, kInfinity, {.begin = frames.back().vertices});
  return all;
}

class SecondChecker {
 public:
  SecondChecker(const PairProof& proof, const ProofPair& pair) : proof_(proof), pair_(pair) {
    for (const std::uint8_t byte : proof.steps.bytes) {
      digits_.push_back(byte % 16);
      digits_.push_back(byte / 16);
    }
    if (digits_.size() > proof.steps.half_bytes) digits_.resize(proof.steps.half_bytes);
  }

  bool run() {
    const auto in_a = sections(pair_.a, proof_.span);
    const auto in_b = sections(pair_.b, proof_.span);
    // Every pair of pieces that share more than an end, then what is left for the last instant.
    std::size_t i = 0, j = 0;
    while (true) {
      section_a_ = &in_a[i];
      section_b_ = &in_b[j];
      const double lo = std::max(in_a[i].span.lo, in_b[j].span.lo);
      const double hi = std::min(in_a[i].span.hi, in_b[j].span.hi);
      if (!prove({}, {}, lo, hi)) return false;
      const bool last_a = i + 1 == in_a.size(), last_b = j + 1 == in_b.size();
      const bool ends_a = in_a[i].span.hi == hi, ends_b = in_b[j].span.hi == hi;
      if ((last_a || !ends_a) && (last_b || !ends_b)) return next_ == digits_.size();
      if (ends_a && !last_a) ++i;
      if (ends_b && !last_b) ++j;
    }
  }

 private:
  std::uint64_t read(int digits) {
    std::uint64_t number = 0;
    for (int k = 0; k < digits; ++k) {
      if (next_ >= digits_.size()) {
        failed_ = true;
        return 0;
      }
      number += std::uint64_t{digits_[next_++]} << (4 * k);
    }
    return number;
  }

  bool read_direction(int digits) {
    for (int k = 0; k < 3; ++k) {
      const std::uint64_t number = read(digits);
      if (digits == 16) {
        std::memcpy(&direction_[k], &number, 8);
      } else {
        const std::uint64_t half = std::uint64_t{1} << (4 * digits - 1);
        direction_[k] = number < half ? double(number) : -double(2 * half - number);
      }
    }
    return !failed_ && direction_.allFinite();
  }

  bool prove(const Part& a, const Part& b, double lo, double hi) {
    switch (read(1)) {
      case 0: {
        const double middle = Interval(lo, hi).middle();
        return !failed_ && lo < middle && middle < hi && prove(a, b, lo, middle) &&
               prove(a, b, middle, hi);
      }
      case 1:
        return open(pair_.a, a, [&](const Part& part) { return prove(part, b, lo, hi); });
      case 2:
        return open(pair_.b, b, [&](const Part& part) { return prove(a, part, lo, hi); });
      case 3:
        return !failed_ && separates(a, b, lo, hi);
      case 4:
        return read_direction(1) && separates(a, b, lo, hi);
      case 5:
        return read_direction(2) && separates(a, b, lo, hi);
      case 6:
        return read_direction(4) && separates(a, b, lo, hi);
      case 7:
        return read_direction(8) && separates(a, b, lo, hi);
      case 8:
        return read_direction(16) && separates(a, b, lo, hi);
      default:
        return false;
    }
  }

  template <typename Visit>
  bool open(const ProofBody& body, const Part& part, const Visit& visit) {
    if (part.is_triangle || failed_ || proof_.shapes == ProofShapes::kConvexHulls) return false;
    const ObbTree& tree = body.tree->tree();
    const ObbNode& node = tree.nodes()[part.index];
    if (!node.is_leaf()) return visit(Part{node.first}) && visit(Part{node.first + 1});
    for (std::uint32_t k = 0; k < node.count; ++k)
      if (!visit(Part{tree.order()[node.first + k], true})) return false;
    return true;
  }

  static void collect(const ProofBody& body, const Part& part, std::vector<std::uint32_t>& found) {
    const TriangleMesh& mesh = body.tree->tree().mesh();
    if (part.is_triangle) {
      for (const std::uint32_t v : mesh.triangles()[part.index]) found.push_back(v);
      return;
    }
    const ObbNode& node = body.tree->tree().nodes()[part.index];
    for (std::uint32_t k = 0; k < (node.is_leaf() ? node.count : 2); ++k) {
      node.is_leaf() ? collect(body, {body.tree->tree().order()[node.first + k], true}, found)
                     : collect(body, {node.first + k}, found);
    }
  }

  /// n . (q - p) - distance * |n| > 0 for all vertices, on ever smaller parts of the time.
  bool separates(const Part& a, const Part& b, double lo, double hi) {
    std::vector<std::uint32_t> of_a, of_b;
    collect(pair_.a, a, of_a);
    collect(pair_.b, b, of_b);
    for (auto* found : {&of_a, &of_b}) {
      std::sort(found->begin(), found->end());
      found->erase(std::unique(found->begin(), found->end()), found->end());
    }
    int parts = 0;
    return separates(of_a, of_b, Range(lo, hi), lo, hi, parts);
  }

  bool separates(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b,
                 const Range& t, double lo, double hi, int& parts) {
    if (++parts > kMostParts) return false;
    const JetVec n = jet(direction_);
    const Range margin = Range(proof_.distance) * sqrt(dot(n, n).value);
    const double middle = Interval(lo, hi).middle();
    const Range below = farthest(*section_b_, b, {t, middle}, Jet(-1.0) * n);
    const Range above = farthest(*section_a_, a, {t, middle}, n);
    if ((-(below + above) - margin).is_positive()) return true;
    return lo < middle && middle < hi && separates(a, b, Range(lo, middle), lo, middle, parts) &&
           separates(a, b, Range(middle, hi), middle, hi, parts);
  }

  /// A range of time and a time in it.
  struct Times {
    const Range& all;
    double middle;
  };

  /// An upper bound (the upper end counts) of n . p over the vertices and the time: from the value
  /// in the middle and the slopes of each vertex's path, or from the values themselves.
  static Range farthest(const Section& section, const std::vector<std::uint32_t>& vertices,
                        const Times& times, const JetVec& n) {
    const JetPose all = pose_over(section.motion, times.all);
    const JetPose mid = pose_over(section.motion, Range(times.middle));
    const JetVec m_all = transpose_times(all.rotation, n), m_mid = transpose_times(mid.rotation, n);
    const Jet x_all = dot(n, all.translation), x_mid = dot(n, mid.translation);
    const Range off = times.all - Range(times.middle);
    double most = -kInfinity;
    for (const std::uint32_t v : vertices) {
      const Line p = line(section, v);
      const Range since = times.all - Range(section.times.lo);
      const Range slope = slope_of(m_all, p, since) + x_all.slope;
      const Range value = value_of(m_all, p, since) + x_all.value;
      const Range at =
          value_of(m_mid, p, Range(times.middle) - Range(section.times.lo)) + x_mid.value;
      // Rounded to double: a loss of 1e-16 of the coordinates that proofs of doubles have, too.
      most = std::max(most, std::min(value.hi(), (at + slope * off).hi()));
    }
    return Range(most);
  }

  /// A vertex that deforms: begin + (seconds since then) change.
  struct Line {
    Vec3 begin;
    RangeVec change;
    bool moves;
  };
  static Line line(const Section& section, std::uint32_t v) {
    const Vec3 begin = section.begin[v];
    if (section.end.empty()) return {begin, {}, false};
    const Vec3 end = section.end[v];
    const Range seconds = Range(section.times.hi) - Range(section.times.lo);
    return {begin,
            {(Range(end.x()) - Range(begin.x())) / seconds,
             (Range(end.y()) - Range(begin.y())) / seconds,
             (Range(end.z()) - Range(begin.z())) / seconds},
            true};
  }
  static Range value_of(const JetVec& m, const Line& p, const Range& t) {
    Range sum(0.0);
    for (int k = 0; k < 3; ++k) {
      const Range& factor = m[std::size_t(k)].value;
      sum = sum + factor * Range(p.begin[k]);
      if (p.moves) sum = sum + factor * (t * p.change[std::size_t(k)]);
    }
    return sum;
  }
  static Range slope_of(const JetVec& m, const Line& p, const Range& t) {
    Range sum(0.0);
    for (int k = 0; k < 3; ++k) {
      const Jet& factor = m[std::size_t(k)];
      sum = sum + factor.slope * Range(p.begin[k]);
      if (!p.moves) continue;
      const Range& change = p.change[std::size_t(k)];
      sum = sum + factor.slope * (t * change) + factor.value * change;
    }
    return sum;
  }

  const PairProof& proof_;
  const ProofPair& pair_;
  const Section* section_a_ = nullptr;
  const Section* section_b_ = nullptr;
  std::vector<std::uint8_t> digits_;
  std::size_t next_ = 0;
  bool failed_ = false;
  Vec3 direction_ = Vec3::Zero();
};
}  // namespace

bool second_check(const PairProof& proof, const ProofPair& pair) {
  return SecondChecker(proof, pair).run();
}

}  // namespace graze::test
