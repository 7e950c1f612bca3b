// SPDX-License-Identifier: MIT
// Question   During which quarters of a part of an edge are bodies of an arm surely apart?     [C8]
// Source     Separating planes with first-order motion and a second-order remainder, as in
//            docs/methods/many_bodies.md, section 4.
// Guarantee  A quarter that is not `unproved` is free of contact at every instant; `pierced` proves
//            that surfaces meet in its middle. Places are computed in doubles with fewer than 2^20
//            roundings of the largest coordinate; `slack` is 2^-30 of it, added to every distance.
// Changed    -
//
// Included by one translation unit per instruction set, which gives GRAZE_RAKE_NAMESPACE. Each
// operation is one IEEE operation a lane: all give the same bits.
#include "query/edges/arm_states_kernel.h"

namespace graze::query::edges {
namespace GRAZE_RAKE_NAMESPACE {
namespace {

/// A body as a pair sees it: from the pair's frame, over half a quarter to either side.
struct SeenBody {
  const LinkState* link;
  Twist twist;        // relative, times half a quarter
  V3 centre, motion;  // of its ball
};

inline V3 motion_at(const SeenBody& body, const V3& p) {
  return body.twist.v + cross(body.twist.w, p);
}

/// Lower bounds of n . p over points of a body, during the quarters and in their middles, and
/// where in the world the latter is met.
struct Lowest {
  Four during, middle;
  V3 point;
};

inline Four chosen(const FourInts& mask, const Four& x, const Four& y) {
  return (Four)(((FourInts)x & mask) | ((FourInts)y & ~mask));
}

/// Some points of a body.
struct Points {
  const double* first;
  std::uint32_t count;
};

inline Points points_of(const Arm& arm, const PointRange& range) {
  return {arm.points + 3 * std::size_t{range.first}, range.count};
}

inline Lowest lowest(const Points& points, const SeenBody& body, const V3& n) {
  const LinkState& link = *body.link;
  const V3 across = cross(n, body.twist.w);
  const V3 n_link{dot(n, link.x), dot(n, link.y), dot(n, link.z)};
  const V3 g_link{dot(across, link.x), dot(across, link.y), dot(across, link.z)};
  const Four g = dot(n, body.twist.v) + dot(across, link.origin);
  Four during = all(kInfinite), middle = all(kInfinite);
  V3 best{all(0.0), all(0.0), all(0.0)};
  const double* p = points.first;
  for (const double* end = p + 3 * std::size_t{points.count}; p != end; p += 3) {
    const Four height = dot(n_link, p);
    during = least(during, height - size_of(g + dot(g_link, p)));
    const FourInts is_lower = height < middle;
    middle = least(height, middle);
    best = {chosen(is_lower, all(p[0]), best.x), chosen(is_lower, all(p[1]), best.y),
            chosen(is_lower, all(p[2]), best.z)};
  }
  const Four base = dot(n, link.origin);
  return {during + base, middle + base,
          link.x * best.x + link.y * best.y + link.z * best.z + link.origin};
}

/// The same from above.
inline Lowest highest(const Points& points, const SeenBody& body, const V3& n) {
  const Lowest low = lowest(points, body, -n);
  return {-low.during, -low.middle, low.point};
}

/// What of a search for planes is not proved.
struct Open {
  unsigned during, middle;
};

/// What is known of a pair so far.
struct Tally {
  unsigned unproved = 0, near = 0;
  bool is_apart = false;  // in the middle of some quarter a plane parts the two

  void add(const Open& open) {
    unproved |= open.during;
    near |= open.middle;
  }
  RakeAnswer answer(unsigned meets) const {
    return {static_cast<std::uint8_t>(unproved), static_cast<std::uint8_t>(near),
            static_cast<std::uint8_t>(meets)};
  }
};

/// From the nearest point of a box to a centre, in the world. The box is on the other side of the
/// plane across `way` there, true in the numbers computed: a component of the way is zero where the
/// centre is between two faces, else its sign is that of the face.
struct Facing {
  V3 way;
  Four sq;
};

inline Facing facing(const StillBox& box, const V3& centre) {
  const V3 from{centre.x - all(box.centre[0]), centre.y - all(box.centre[1]),
                centre.z - all(box.centre[2])};
  Facing result{{all(0.0), all(0.0), all(0.0)}, all(0.0)};
  for (int i = 0; i < 3; ++i) {
    const double* axis = box.axes + 3 * i;
    const Four half = all(box.half[i]);
    const Four d = dot(from, axis);
    const Four nearest = most(least(d, half), -half);
    const Four out = d - nearest;
    result.sq = result.sq + out * out;
    result.way = result.way + V3{out * all(axis[0]), out * all(axis[1]), out * all(axis[2])};
  }
  return result;
}

struct PairState {
  const Arm& arm;
  const ArmBody& body;
  const SeenBody& a;
  double distance;        // growths of both and slack
  double moved_distance;  // and what the remainder of the motion adds
};

/// Quarters during which a ball may touch what is on the other side of a plane across `way`.
inline unsigned fails(const Four& sq, const V3& way, const V3& motion, double radius) {
  const Four rest = sq - size_of(dot(way, motion));
  return bits((rest > all(0.0)) & (rest * rest > all(radius * radius) * sq)) ^ kAllTines;
}

inline Open open_after(const PairState& pair, const V3& way, const Four& during, const Four& middle,
                       const Open& open) {
  const Four length = root(dot(way, way));
  const unsigned still_open = open.during & ~bits(during > length * all(pair.moved_distance));
  return {still_open, still_open & open.middle & ~bits(middle > length * all(pair.distance))};
}

/// The highest n . p over a box, and where.
inline Lowest highest(const StillBox& box, const V3& n) {
  Four height = dot(n, box.centre);
  V3 point{all(box.centre[0]), all(box.centre[1]), all(box.centre[2])};
  for (int i = 0; i < 3; ++i) {
    const double* axis = box.axes + 3 * i;
    const Four slope = dot(n, axis);
    const Four s = chosen(slope > all(0.0), all(box.half[i]), all(-box.half[i]));
    height = height + slope * s;
    point = point + V3{s * all(axis[0]), s * all(axis[1]), s * all(axis[2])};
  }
  return {height, height, point};
}

/// Looks for planes between points and something else, starting across `way`: steps of Frank and
/// Wolfe towards the nearest point of their difference. `other(n)` is the highest of the other one.
template <typename Highest>
inline void part(const PairState& pair, const Points& points, const Highest& other, V3& way,
                 Open& open) {
  for (int step = 0; step < kMostPlanes; ++step) {
    const Lowest low = lowest(points, pair.a, way), high = other(way);
    open = open_after(pair, way, low.during - high.during, low.middle - high.middle, open);
    if (open.during == 0) break;
    const V3 to = way - (low.point - high.point);
    const Four share = dot(way, to) / most(dot(to, to), all(1e-300));
    way = way - to * least(most(share, all(0.0)), all(1.0));
  }
}

/// First few points around the body, then its own.
template <typename Highest>
inline Open part(const PairState& pair, const Highest& around, const Highest& own, V3 way,
                 unsigned lanes) {
  Open open{lanes, lanes};
  part(pair, points_of(pair.arm, pair.body.around), around, way, open);
  if (open.middle == 0 || pair.body.vertices.count == 0) return open;
  Open again{open.middle, open.middle};
  part(pair, points_of(pair.arm, pair.body.vertices), own, way, again);
  return {(open.during & ~open.middle) | again.during, again.middle};
}

void test_still(const PairState& pair, const StillBody& other, Tally& tally) {
  const Arm& arm = pair.arm;
  for (std::uint32_t b = other.first_box; b < other.end_box;) {
    const StillBox& box = arm.boxes[b];
    const Facing face = facing(box, pair.a.centre);
    const unsigned failed =
        fails(face.sq, face.way, pair.a.motion, pair.body.radius + pair.moved_distance);
    tally.is_apart |= b == other.first_box && failed != kAllTines;
    if (failed == 0) {
      b = box.skip;
      continue;
    }
    if (box.skip == ++b) {
      const auto highest_of_box = [&](const V3& n) { return highest(box, n); };
      const Open open = part(pair, highest_of_box, highest_of_box, face.way, failed & ~tally.near);
      tally.is_apart |= other.first_box + 1 == other.end_box && open.middle != kAllTines;
      tally.add(open);
      if (tally.near == kAllTines) return;
    }
  }
}

/// The highest of another body's points.
struct HighestOf {
  Points points;
  const SeenBody& body;
  Lowest operator()(const V3& n) const { return highest(points, body, n); }
};

void test_bodies(const PairState& pair, const ArmBody& other, const SeenBody& seen, Tally& tally) {
  const V3 way = pair.a.centre - seen.centre;
  const double radii = pair.body.radius + other.radius;
  const unsigned failed =
      fails(dot(way, way), way, pair.a.motion - seen.motion, radii + pair.moved_distance);
  tally.is_apart = failed != kAllTines;
  if (failed == 0) return;
  const HighestOf around{points_of(pair.arm, other.around), seen};
  const HighestOf own{points_of(pair.arm, other.vertices.count > 0 ? other.vertices : other.around),
                      seen};
  const Open open = part(pair, around, own, way, failed);
  tally.is_apart |= open.middle != kAllTines;
  tally.add(open);
}

/// Quarters in whose middle some points of a body are in a box and others are not.
unsigned pierced(const Points& points, const LinkState& link, const StillBox& box, double touch) {
  Four deepest = all(-kInfinite), least_deep = all(kInfinite);
  const double* p = points.first;
  for (const double* end = p + 3 * std::size_t{points.count}; p != end; p += 3) {
    const V3 at = link.place(p);
    const V3 from{at.x - all(box.centre[0]), at.y - all(box.centre[1]), at.z - all(box.centre[2])};
    Four depth = all(kInfinite);
    for (int i = 0; i < 3; ++i) {
      depth = least(depth, all(box.half[i]) - size_of(dot(from, box.axes + 3 * i)));
    }
    deepest = most(deepest, depth);
    least_deep = least(least_deep, depth);
  }
  return bits(deepest > all(touch)) & bits(least_deep < all(-touch));
}

inline SeenBody seen_from(const ArmBody& body, const LinkState& link, const Twist& frame,
                          double half) {
  const Twist& own = link.twist;
  SeenBody seen{&link, {(own.w - frame.w) * all(half), (own.v - frame.v) * all(half)}, {}, {}};
  seen.centre = link.place(body.centre);
  seen.motion = motion_at(seen, seen.centre);
  return seen;
}

/// All that a body's ball passes on a part of the edge.
struct Passed {
  double lo[3], hi[3];

  void add(const Four& middle, const Four& reach, int axis) {
    const Four low = middle - reach, high = middle + reach;
    lo[axis] = hi[axis] = low[0];
    for (int k = 0; k < kTines; ++k) {
      lo[axis] = low[k] < lo[axis] ? low[k] : lo[axis];
      hi[axis] = high[k] > hi[axis] ? high[k] : hi[axis];
    }
  }
  bool misses(const StillBody& other, double distance) const {
    for (int i = 0; i < 3; ++i) {
      if (lo[i] - distance > other.hi[i] || hi[i] + distance < other.lo[i]) return true;
    }
    return false;
  }
};

inline Passed passed_by(const SeenBody& body, double radius) {
  Passed passed;
  passed.add(body.centre.x, size_of(body.motion.x) + all(radius), 0);
  passed.add(body.centre.y, size_of(body.motion.y) + all(radius), 1);
  passed.add(body.centre.z, size_of(body.motion.z) + all(radius), 2);
  return passed;
}

RakeAnswer answer_still(const Arm& arm, const ArmPair& pair, const PairState& state) {
  const StillBody& other = arm.still[pair.other];
  Tally tally;
  test_still(state, other, tally);
  if (pair.may_fit && tally.unproved == 0 && !tally.is_apart) tally.add({kAllTines, kAllTines});
  unsigned meets = 0;
  if (pair.may_be_pierced && tally.near != 0) {
    meets = pierced(points_of(arm, state.body.probes), *state.a.link, arm.boxes[other.first_box],
                    arm.touch);
  }
  return tally.answer(meets);
}

RakeAnswer answer_bodies(const Arm& arm, const ArmPair& pair, double remainder,
                         const LinkState* states, double half) {
  const ArmBody& body = arm.bodies[pair.body];
  const ArmBody& other = arm.bodies[pair.other];
  const Twist frame = pair.frame < 0 ? world_state().twist : states[pair.frame].twist;
  const SeenBody a = seen_from(body, states[body.link], frame, half);
  const SeenBody b = seen_from(other, states[other.link], frame, half);
  const double distance = body.growth + other.growth + arm.slack;
  Tally tally;
  test_bodies({arm, body, a, distance, distance + remainder}, other, b, tally);
  if (pair.may_fit && tally.unproved == 0 && !tally.is_apart) tally.add({kAllTines, kAllTines});
  return tally.answer(0);
}

void rake(const Arm& arm, const RakeQuestion& q, RakeAnswer* answers) {
  const double half = (q.hi - q.lo) / (2.0 * kTines);
  const Four middle = all(q.lo) + all(half) * Four{1.0, 3.0, 5.0, 7.0};
  const LinkState world = world_state();
  LinkState states[kMostLinks];
  for (std::int32_t i = 0; i < arm.link_count; ++i) {
    const ArmLink& link = arm.links[i];
    states[i] = below(link.parent < 0 ? world : states[link.parent], link, q, middle);
  }
  // Pairs come body by body: what is the same for the next one is kept.
  SeenBody seen{};
  Passed passed{};
  std::uint32_t seen_body = ~0u;
  for (std::uint32_t k = 0; k < q.count; ++k) {
    const ArmPair& pair = arm.pairs[q.pairs[k]];
    const double remainder = 0.5 * half * half * (q.bend[pair.views[0]] + q.bend[pair.views[1]]);
    if (!pair.is_still) {
      answers[k] = answer_bodies(arm, pair, remainder, states, half);
      continue;
    }
    const ArmBody& body = arm.bodies[pair.body];
    if (pair.body != seen_body) {
      seen = seen_from(body, states[body.link], world.twist, half);
      passed = passed_by(seen, body.radius);
      seen_body = pair.body;
    }
    const StillBody& other = arm.still[pair.other];
    const double distance = body.growth + other.growth + arm.slack;
    if (passed.misses(other, distance + remainder)) {
      answers[k] = RakeAnswer{};
      continue;
    }
    answers[k] = answer_still(arm, pair, {arm, body, seen, distance, distance + remainder});
  }
}

}  // namespace
}  // namespace GRAZE_RAKE_NAMESPACE
}  // namespace graze::query::edges
