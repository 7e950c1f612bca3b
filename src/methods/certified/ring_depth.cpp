// SPDX-License-Identifier: MIT
// Question   Which faces of a curved body reach nowhere deep into another, seen from a line?
// Source     docs/methods/surfaces.md, "Bodies that touch at the start"; axis_face.h.
// Guarantee  A point x goes to x + r e + h a, where e leads away from the line along a: a move by
//            the length of (r, h). All points of a piece of a profile, at all angles, are moved so.
//            The ring of where they go is connected, and nothing of the other body has a distance
//            to the line and a height as any of its points: one point that is outside stands for
//            all. What a short move takes out of a solid was not deep in it.
// Changed    -
#include "methods/certified/ring_depth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>

#include "methods/certified/axis_face.h"

namespace graze::certified {
namespace {

constexpr double kOffLine = 0x1p-6;   // of the depth: how far two lines that are one may be
constexpr double kFineRing = 0.0625;  // of the depth: smaller pieces are not opened
constexpr double kThinRing = 0.125;  // of the depth: looser pieces are opened before they are moved
constexpr double kAcrossLine = 1e-9;  // sine between a plane's normal and a line across it
constexpr std::size_t kMostLines = 4;
constexpr std::size_t kMostRingPieces = 4096;   // of a profile
constexpr std::size_t kMostRingTests = 20'000;  // for a face and a line

/// Relative to the inner body's origin, axes as the world's.
struct RingLine {
  Vec3 point, axis;
};

/// A face in the plane of x = rho and z about a line.
struct SeenFace {
  AxisFace face;
  double height = 0.0;  ///< of the face's own heights above the line's point
  double hand = 1.0;    ///< -1: they count the other way
  double off = 0.0;     ///< how far all this may be off

  Hull hull(const Interval& range) const {
    Hull hull = profile_hull(face, range);
    for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k)
      hull.points[k].z() = height + hand * hull.points[k].z();
    hull.slack += off;
    return hull;
  }
};

/// Where the bodies are: the inner one's origin is the origin.
class RingFrame {
 public:
  RingFrame(const Moment& moment, double radius_a, double radius_b)
      : turn_a_(moment.a.rotation),
        turn_b_(moment.b.rotation),
        origin_b_(moment.b.position - moment.a.position) {
    size_ = radius_a + radius_b + origin_b_.norm();
    error_ = moment.a.position_error + moment.b.position_error + 64.0 * kLengthError * size_;
  }

  RingLine line_of_inner(const AxisFace& face) const {
    return {turn_a_ * face.point, turn_a_ * face.axis};
  }
  Vec3 to_inner(const Vec3& p) const { return turn_a_.transpose() * p; }
  Vec3 from_outer(const Vec3& p) const { return turn_b_ * p + origin_b_; }
  Vec3 turned_from_inner(const Vec3& v) const { return turn_a_ * v; }
  Vec3 turned_from_outer(const Vec3& v) const { return turn_b_ * v; }
  RingLine in_outer(const RingLine& line) const {
    return {turn_b_.transpose() * (line.point - origin_b_), turn_b_.transpose() * line.axis};
  }
  RingLine in_inner(const RingLine& line) const {
    return {to_inner(line.point), turn_a_.transpose() * line.axis};
  }
  /// Of places, all roundings included.
  double error() const { return error_; }

 private:
  Mat3 turn_a_, turn_b_;
  Vec3 origin_b_;
  double size_ = 0.0, error_ = 0.0;
};

/// The face's own line is `own`.
SeenFace seen_from(const RingLine& line, const AxisFace& face, const RingLine& own, double error) {
  const Vec3 way = own.point - line.point;
  const double along = line.axis.dot(way), tilt = line.axis.cross(own.axis).norm();
  SeenFace seen{face, along, line.axis.dot(own.axis) < 0.0 ? -1.0 : 1.0, 0.0};
  seen.off = (way - along * line.axis).norm() + 2.0 * tilt * face.size + error;
  return seen;
}

/// All points of a hull as a rectangle of rho and z.
Hull rectangle_about(const RingLine& line, const Hull& hull, const RingFrame& frame) {
  PlacedPair across;
  across.a.count = 1;
  across.a.at[0] = Vec3::Zero();
  across.b.count = hull.count;
  Interval z{kInfinity, -kInfinity};
  double far = 0.0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k) {
    const Vec3 arm = frame.from_outer(hull.points[k]) - line.point;
    const double height = line.axis.dot(arm);
    across.b.at[k] = arm - height * line.axis;
    z = {std::min(z.lo, height), std::max(z.hi, height)};
    far = std::max(far, across.b.at[k].norm());
  }
  const Vec3 n = closest_shares(across).way.stableNormalized();
  double near = kInfinity;
  for (std::size_t k = 0; k < static_cast<std::size_t>(hull.count); ++k)
    near = std::min(near, n.dot(across.b.at[k]));
  near = std::max(0.0, near);
  Hull result;
  result.count = 4;
  result.points[0] = {near, 0.0, z.lo};
  result.points[1] = {far, 0.0, z.lo};
  result.points[2] = {near, 0.0, z.hi};
  result.points[3] = {far, 0.0, z.hi};
  result.slack = hull.slack + frame.error();
  return result;
}

/// A direction in which all of b is beyond all of a, errors included, is a proof.
bool are_apart(const Hull& a, const Hull& b, double error) {
  PlacedPair pair;
  pair.a.count = a.count;
  pair.b.count = b.count;
  double size = 0.0;
  for (std::size_t k = 0; k < static_cast<std::size_t>(a.count); ++k) {
    pair.a.at[k] = a.points[k];
    size = std::max(size, a.points[k].norm());
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(b.count); ++k) {
    pair.b.at[k] = b.points[k];
    size = std::max(size, b.points[k].norm());
  }
  const double slack = (a.slack + b.slack + error + kLengthError * size) * (1.0 + 0x1p-40);
  const auto keeps_apart = [&](const Vec3& n) {
    double low = kInfinity, high = -kInfinity;
    for (int k = 0; k < b.count; ++k)
      low = std::min(low, n.dot(pair.b.at[static_cast<std::size_t>(k)]));
    for (int k = 0; k < a.count; ++k)
      high = std::max(high, n.dot(pair.a.at[static_cast<std::size_t>(k)]));
    return low - high > slack;
  };
  for (const Vec3& n :
       {Vec3(Vec3::UnitX()), Vec3(-Vec3::UnitX()), Vec3(Vec3::UnitZ()), Vec3(-Vec3::UnitZ())}) {
    if (keeps_apart(n)) return true;
  }
  const Vec3 way = closest_shares(pair).way;
  return way.norm() > slack && keeps_apart(way.normalized() * (1.0 - 0x1p-50));
}

/// One face of the inner body about one line.
class Ring {
 public:
  Ring(const RingQuestion& question, const RingFrame& frame, const RingLine& line, SeenFace seen,
       BudgetWatch& watch)
      : question_(question),
        outer_(question.outer_cells),
        frame_(frame),
        line_(line),
        seen_(std::move(seen)),
        watch_(watch) {
    out_ = frame.turned_from_inner(direction_at(seen_.face, 0.5));
    out_ = Vec3(out_ - line.axis * line.axis.dot(out_)).stableNormalized();
  }

  bool is_shallow() {
    if (out_.isZero(0.0)) return false;
    std::vector<Interval> pieces{seen_.face.range};
    for (std::size_t count = 0; !pieces.empty(); ++count) {
      const Interval piece = pieces.back();
      pieces.pop_back();
      if (can_leave(piece)) continue;
      const Hull hull = seen_.hull(piece);
      const bool is_small = hull.extent + hull.slack <= kFineRing * question_.depth;
      if (is_small || !hull.can_open || count > kMostRingPieces || is_spent()) return false;
      pieces.push_back(lower_half(piece));
      pieces.push_back(upper_half(piece));
    }
    return true;
  }

 private:
  bool is_spent() const { return watch_.exhausted() || tests_ > kMostRingTests; }

  /// Away from what touches it, most likely: below, along the profile, or both.
  bool can_leave(const Interval& piece) {
    const Hull hull = seen_.hull(piece);
    if (hull.count != 2) return false;
    const Vec3 along = Vec3(hull.points[1] - hull.points[0]).stableNormalized();
    const Vec3 below = side_of(piece) * Vec3(-along.z(), 0.0, along.x());
    const bool has_skin = question_.inner.is_solid;
    if (along.isZero(0.0) && has_skin) return false;
    const Hull skin = has_skin ? swept_along(question_.skin * below, hull) : hull;
    if (has_left(skin, Vec3::Zero(), below)) return true;
    if (hull.slack > kThinRing * question_.depth) return false;
    const auto scaled = [&](const Vec3& way) {
      return Vec3(question_.way * way.stableNormalized());
    };
    for (const Vec3& way : {last_, scaled(below), scaled(below + along), scaled(below - along),
                            scaled(along), scaled(-along)}) {
      if (way.isZero(0.0) || !has_left(skin, way, below)) continue;
      last_ = way;
      return true;
    }
    return false;
  }

  /// Of (z', -x') along the hull: 1 if it points outside. Hulls have profiles with negative rho
  /// turned round.
  double side_of(const Interval& piece) const {
    const CurvePiece own = piece_of(seen_.face.profile, piece);
    const bool is_turned = own.begin.x() + own.end.x() < 0.0;
    return seen_.face.outside * seen_.hand * (is_turned ? -1.0 : 1.0);
  }

  bool has_left(const Hull& skin, const Vec3& way, const Vec3& guess) {
    const Hull there = moved_by(way, skin);
    for (std::size_t k = 0; k < static_cast<std::size_t>(there.count); ++k)
      if (!(there.points[k].x() >= 0.0)) return false;  // beyond the line
    if (has_obstacle(there)) return false;
    const auto in_space = [&](const Vec3& p) { return Vec3(p.x() * out_ + p.z() * line_.axis); };
    const Vec3 way_on = frame_.to_inner(in_space(guess));
    const auto points = std::span(there.points).first(static_cast<std::size_t>(there.count));
    return std::ranges::any_of(points, [&](const Vec3& p) {  // the ring is connected: any will do
      return question_.leads_out(frame_.to_inner(line_.point + in_space(p)), way_on);
    });
  }

  /// Whether something of the outer body may be in the ring.
  bool has_obstacle(const Hull& ring) {
    std::set<std::uint32_t> asked;
    std::vector<std::uint32_t> cells{outer_.root()};
    while (!cells.empty()) {
      const std::uint32_t cell = cells.back();
      cells.pop_back();
      if (watch_.spend() || ++tests_ > kMostRingTests) return true;
      const Hull hull = outer_.hull(cell);
      if (are_apart(ring, rectangle_about(line_, hull, frame_), 0.0)) continue;
      if (const SurfaceFace* face = outer_.face(cell); face != nullptr) {
        const std::uint32_t number = outer_.face_number(cell);
        if (const auto& seen = seen_outer(number, *face)) {
          if (asked.insert(number).second && meets(ring, *seen)) return true;
          continue;
        }
      }
      const bool is_small = hull.extent + hull.slack <= kFineRing * question_.depth;
      if (!hull.can_open || is_small) return true;
      const bool is_thin = std::max(hull.slack, hull.doubt) <= kThinRing * question_.depth;
      const auto parts = outer_.parts(cell, is_thin);
      cells.insert(cells.end(), parts.begin(), parts.end());
    }
    return false;
  }

  bool meets(const Hull& ring, const SeenFace& other) {
    std::vector<Interval> pieces{other.face.range};
    while (!pieces.empty()) {
      const Interval piece = pieces.back();
      pieces.pop_back();
      if (watch_.spend() || ++tests_ > kMostRingTests) return true;
      const Hull hull = other.hull(piece);
      if (are_apart(ring, hull, frame_.error())) continue;
      if (!hull.can_open || hull.extent <= kFineRing * question_.depth) return true;
      pieces.push_back(lower_half(piece));
      pieces.push_back(upper_half(piece));
    }
    return false;
  }

  /// A face of the outer body, if it is about the line.
  const std::optional<SeenFace>& seen_outer(std::uint32_t number, const SurfaceFace& face) {
    const auto [known, is_new] = seen_outer_.try_emplace(number);
    if (!is_new) return known->second;
    const RingLine there = frame_.in_outer(line_);
    auto about = face_about_axis(face);
    if (!about) about = ring_about(face, there.point, there.axis);
    if (!about) return known->second;
    const RingLine own{frame_.from_outer(about->point), frame_.turned_from_outer(about->axis)};
    const SeenFace seen = seen_from(line_, *about, own, frame_.error());
    if (seen.off <= kOffLine * question_.depth) known->second = seen;
    return known->second;
  }

  const RingQuestion& question_;
  SurfaceCells& outer_;
  const RingFrame& frame_;
  RingLine line_;
  SeenFace seen_;
  BudgetWatch& watch_;
  Vec3 out_;  ///< away from the line, at an angle where the face is
  Vec3 last_ = Vec3::Zero();
  std::size_t tests_ = 0;
  std::map<std::uint32_t, std::optional<SeenFace>> seen_outer_;
};

class RingSearch {
 public:
  RingSearch(const RingQuestion& question, const SurfaceTree& inner, double radius_a,
             double radius_b, BudgetWatch& watch)
      : question_(question),
        inner_(inner),
        frame_(question.moment, radius_a, radius_b),
        watch_(watch) {
    if (const auto* outer = std::get_if<SurfaceTree>(&question.outer.shape)) note_lines(*outer);
  }

  std::vector<bool> run() {
    std::vector<bool> shallow;
    for (const SurfaceFace& face : inner_.surface().faces()) shallow.push_back(is_shallow(face));
    return shallow;
  }

 private:
  void note_lines(const SurfaceTree& outer) {
    for (const SurfaceFace& face : outer.surface().faces()) {
      const auto about = face_about_axis(face);
      if (!about) continue;
      const RingLine line{frame_.from_outer(about->point), frame_.turned_from_outer(about->axis)};
      const bool is_known = std::ranges::any_of(lines_, [&](const RingLine& known) {
        const Vec3 way = line.point - known.point;
        return known.axis.cross(line.axis).norm() <= kAcrossLine &&
               known.axis.cross(way).norm() <= kOffLine * question_.depth;
      });
      if (!is_known) lines_.push_back(line);
    }
  }

  bool is_shallow(const SurfaceFace& face) {
    if (watch_.exhausted()) return false;
    if (const auto own = face_about_axis(face)) return is_shallow(*own, frame_.line_of_inner(*own));
    std::size_t asked = 0;
    for (const RingLine& line : lines_) {
      const RingLine here = frame_.in_inner(line);
      const auto ring = ring_about(face, here.point, here.axis);
      if (!ring || ++asked > kMostLines) continue;
      if (is_shallow(*ring, frame_.line_of_inner(*ring))) return true;
    }
    return false;
  }

  bool is_shallow(const AxisFace& face, const RingLine& line) {
    return Ring(question_, frame_, line, seen_from(line, face, line, frame_.error()), watch_)
        .is_shallow();
  }

  const RingQuestion& question_;
  const SurfaceTree& inner_;
  RingFrame frame_;
  BudgetWatch& watch_;
  std::vector<RingLine> lines_;  ///< of the outer body
};

}  // namespace

std::vector<bool> shallow_about_lines(const RingQuestion& question, BudgetWatch& watch) {
  const auto* inner = std::get_if<SurfaceTree>(&question.inner.shape);
  if (inner == nullptr || question.outer_cells.is_empty()) return {};
  const double radius = SurfaceCells(question.inner).radius();
  return RingSearch(question, *inner, radius, question.outer_cells.radius(), watch).run();
}

}  // namespace graze::certified
