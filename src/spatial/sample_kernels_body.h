// SPDX-License-Identifier: MIT
// Question   How far do a node's triangles reach, and which way do they lie?                   [C3]
// Source     Gottschalk, Lin, Manocha 1996 (moments); Larsson, Kallberg 2011 (extreme points).
// Guarantee  None except for `bounds`: the others only affect how good a choice is.
// Changed    -
//
// Included by one translation unit per instruction set, which gives GRAZE_SAMPLE_NAMESPACE. Only
// plain vector-extension arithmetic, in one order, so all give the same bits. Nothing here may be
// inlined elsewhere: no Eigen.
#include "spatial/sample_kernels.h"

namespace graze {
namespace GRAZE_SAMPLE_NAMESPACE {
namespace {

typedef float Eight __attribute__((vector_size(32)));
typedef std::int32_t EightInts __attribute__((vector_size(32)));
typedef double Four __attribute__((vector_size(32)));
constexpr std::size_t kLanes = SampleTriangles::kLanes;
constexpr EightInts kLaneNumbers = {0, 1, 2, 3, 4, 5, 6, 7};

inline Eight all(float x) { return Eight{x, x, x, x, x, x, x, x}; }
inline Eight load(const float* p) {
  Eight v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}
template <typename Vector>
Vector smaller(const Vector& a, const Vector& b) {
  return a < b ? a : b;
}
template <typename Vector>
Vector larger(const Vector& a, const Vector& b) {
  return a > b ? a : b;
}

inline float least_of(Eight v) {
  v = smaller(v, __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3));
  v = smaller(v, __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5));
  v = smaller(v, __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6));
  return v[0];
}
inline float sum_of(Eight v) {
  v = v + __builtin_shufflevector(v, v, 4, 5, 6, 7, 0, 1, 2, 3);
  v = v + __builtin_shufflevector(v, v, 2, 3, 0, 1, 6, 7, 4, 5);
  v = v + __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
  return v[0];
}

/// One corner of eight triangles.
struct Corners {
  Eight x, y, z;
  Corners(const SampleTriangles& s, std::size_t corner, std::size_t i)
      : x(load(s.at[corner][0] + i)), y(load(s.at[corner][1] + i)), z(load(s.at[corner][2] + i)) {}
  Corners(const Eight& a, const Eight& b, const Eight& c) : x(a), y(b), z(c) {}
  Eight along(const float* axis) const { return x * axis[0] + y * axis[1] + z * axis[2]; }
};
inline Corners operator-(const Corners& a, const Corners& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Corners operator+(const Corners& a, const Corners& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Corners cross(const Corners& a, const Corners& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Eight square(const Corners& a) { return a.x * a.x + a.y * a.y + a.z * a.z; }

/// Within 1e-5 of 1 / root, finite for 0: a start from the bits, two steps of Newton's. (Plain
/// arithmetic, for a library's root of eight numbers need not be one instruction.)
inline Eight near_inverse_root(const Eight& x) {
  Eight inverse = (Eight)(0x5f3759df - (((EightInts)x) >> 1));
  const Eight half = x * 0.5f;
  inverse = inverse * (1.5f - half * inverse * inverse);
  return inverse * (1.5f - half * inverse * inverse);
}

inline Four each(double x) { return Four{x, x, x, x}; }
inline Four load_four(const double* p) {
  Four v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

void gather(const CornerRows& corners, std::size_t step, const double* reference, double scale,
            SampleTriangles& sample) {
  const Four from = {reference[0], reference[1], reference[2], 0.0};
  std::size_t i = 0;
  for (std::size_t row = 0; row < corners.triangles; row += step, ++i) {
    const double* triangle = corners.first + row * corners.stride;
    for (std::size_t c = 0; c < 3; ++c) {
      const Four p = (load_four(triangle + 3 * c) - from) * scale;
      for (int k = 0; k < 3; ++k) sample.at[c][k][i] = static_cast<float>(p[k]);
    }
  }
  sample.count = i;
}

void extents(const SampleTriangles& sample, const float* axes, float* extents) {
  Eight lo[3], hi[3];
  for (int k = 0; k < 3; ++k) lo[k] = all(1e30f), hi[k] = all(1e30f);
  for (std::size_t i = 0; i < sample.padded; i += kLanes) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Corners p(sample, c, i);
      for (int k = 0; k < 3; ++k) {
        const Eight reach = p.along(axes + 3 * k);
        lo[k] = smaller(reach, lo[k]);
        hi[k] = smaller(-reach, hi[k]);
      }
    }
  }
  for (int k = 0; k < 3; ++k) extents[k] = -(least_of(lo[k]) + least_of(hi[k]));
}

/// Weighted sums of products of coordinates, lane by lane.
struct Sums {
  Eight second[6] = {};
  void add(const Eight& w, const Corners& p) {
    const Eight x = w * p.x, y = w * p.y, z = w * p.z;
    second[0] += x * p.x;
    second[1] += x * p.y;
    second[2] += x * p.z;
    second[3] += y * p.y;
    second[4] += y * p.z;
    second[5] += z * p.z;
  }
};

// The moments of a triangle of weight w are those of its corners with w / 12 each and of its
// centroid with 9 w / 12; three times the centroid is what is summed.
void moments(const SampleTriangles& sample, bool by_corner, SampleMoments& moments) {
  Sums sums;
  Eight weight = {}, first[3] = {};
  for (std::size_t i = 0; i < sample.padded; i += kLanes) {
    const Corners p(sample, 0, i), q(sample, 1, i), r(sample, 2, i);
    const Corners three = p + q + r;
    const Eight area_sq = square(cross(q - p, r - p));
    const Eight w = by_corner ? all(1.0f) : area_sq * near_inverse_root(area_sq);
    sums.add(w, p);
    sums.add(w, q);
    sums.add(w, r);
    sums.add(w, three);
    weight += w;
    first[0] += w * three.x;
    first[1] += w * three.y;
    first[2] += w * three.z;
  }
  moments.weight = sum_of(weight);
  for (int k = 0; k < 3; ++k) moments.first[k] = sum_of(first[k]) / 3.0f;
  for (int k = 0; k < 6; ++k) moments.second[k] = sum_of(sums.second[k]) / 12.0f;
}

/// The smallest of many numbers, to 14 bits, and which it was: the last 9 bits say so.
class Least {
 public:
  void look_at(const Eight& v, const EightInts& which) {
    least_ = smaller((Eight)(((EightInts)v & ~511) | which), least_);
  }
  std::size_t best() const {
    const float least = least_of(least_);
    std::uint32_t bits;
    __builtin_memcpy(&bits, &least, sizeof bits);
    return bits & 511;
  }

 private:
  Eight least_ = all(1e30f);
};
static_assert(3 * SampleTriangles::kMost <= 512);

inline EightInts indices_of(std::size_t i, std::size_t corner) {
  const EightInts lanes = {0, 3, 6, 9, 12, 15, 18, 21};
  return lanes + static_cast<std::int32_t>(3 * i + corner);
}

inline float square_of_difference(const SampleTriangles& sample, std::size_t a, std::size_t b) {
  float sum = 0.0f;
  for (std::size_t k = 0; k < 3; ++k) {
    const float d = sample.at[a % 3][k][a / 3] - sample.at[b % 3][k][b / 3];
    sum += d * d;
  }
  return sum;
}

void farthest_pair(const SampleTriangles& sample, std::size_t* pair) {
  constexpr int kDirections = 7;
  Least low[kDirections], high[kDirections];
  for (std::size_t i = 0; i < sample.padded; i += kLanes) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Corners p(sample, c, i);
      const Eight sum = p.x + p.y, difference = p.x - p.y;
      const Eight along[kDirections] = {
          p.x, p.y, p.z, sum + p.z, sum - p.z, difference + p.z, difference - p.z};
      const EightInts which = indices_of(i, c);
      for (int k = 0; k < kDirections; ++k) {
        low[k].look_at(along[k], which);
        high[k].look_at(-along[k], which);
      }
    }
  }
  float best = -1.0f;
  for (int k = 0; k < kDirections; ++k) {
    const std::size_t a = low[k].best(), b = high[k].best();
    const float square = square_of_difference(sample, a, b);
    if (!(square > best)) continue;
    best = square;
    pair[0] = a;
    pair[1] = b;
  }
}

std::size_t farthest_from_line(const SampleTriangles& sample, const float* on, const float* along) {
  const Corners origin{all(on[0]), all(on[1]), all(on[2])};
  const Corners direction{all(along[0]), all(along[1]), all(along[2])};
  Least best;
  for (std::size_t i = 0; i < sample.padded; i += kLanes) {
    for (std::size_t c = 0; c < 3; ++c) {
      const Eight far = square(cross(Corners(sample, c, i) - origin, direction));
      best.look_at(-far, indices_of(i, c));
    }
  }
  return best.best();
}

/// One candidate frame per lane.
struct Frames {
  Corners axes[3];
};

inline Eight half_surface_of(const Eight (&size)[3]) {
  return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

inline Eight half_surface_in(const Frames& frames, const SampleTriangles& sample) {
  Eight lo[3], hi[3];
  for (int k = 0; k < 3; ++k) lo[k] = all(1e30f), hi[k] = all(-1e30f);
  for (std::size_t i = 0; i < sample.count; ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      const float x = sample.at[c][0][i], y = sample.at[c][1][i], z = sample.at[c][2][i];
      for (int k = 0; k < 3; ++k) {
        const Eight reach = frames.axes[k].x * x + frames.axes[k].y * y + frames.axes[k].z * z;
        lo[k] = smaller(reach, lo[k]);
        hi[k] = larger(reach, hi[k]);
      }
    }
  }
  const Eight size[3] = {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]};
  return half_surface_of(size);
}

inline Corners scaled(const Corners& p, const Eight& by) { return {p.x * by, p.y * by, p.z * by}; }

/// Lane 3 t + e: along edge e of triangle t and its normal; the lane after them: `given`.
constexpr std::size_t kMostCandidates = 2 * kLanes;
static_assert(3 * SampleTriangles::kFewestFrames < kMostCandidates);

struct Candidates {
  alignas(32) float at[3][3][kMostCandidates];  // [corner, from the edge's first][coordinate][lane]

  explicit Candidates(const SampleTriangles& sample) {
    __builtin_memset(at, 0, sizeof at);
    for (std::size_t t = 0; t < sample.count; ++t) {
      for (std::size_t k = 0; k < 3; ++k) {
        const float p = sample.at[0][k][t], q = sample.at[1][k][t], r = sample.at[2][k][t];
        float* const lanes[3] = {at[0][k] + 3 * t, at[1][k] + 3 * t, at[2][k] + 3 * t};
        lanes[0][0] = lanes[1][2] = lanes[2][1] = p;
        lanes[0][1] = lanes[1][0] = lanes[2][2] = q;
        lanes[0][2] = lanes[1][1] = lanes[2][0] = r;
      }
    }
  }
  Frames frames(std::size_t from) const {
    const Corners p(load(at[0][0] + from), load(at[0][1] + from), load(at[0][2] + from));
    const Corners q(load(at[1][0] + from), load(at[1][1] + from), load(at[1][2] + from));
    const Corners r(load(at[2][0] + from), load(at[2][1] + from), load(at[2][2] + from));
    const Corners edge = q - p, normal = cross(edge, r - p);
    const Corners along = scaled(edge, near_inverse_root(square(edge)));
    const Corners across = scaled(normal, near_inverse_root(square(normal)));
    return {{along, across, cross(along, across)}};
  }
};

std::size_t best_edge(const SampleTriangles& sample, const float* given) {
  const std::size_t count = 3 * sample.count;
  const Candidates candidates(sample);
  alignas(32) float surfaces[kMostCandidates];
  for (std::size_t from = 0; from <= count; from += kLanes) {
    Frames frames = candidates.frames(from);
    const EightInts is_given = kLaneNumbers == static_cast<std::int32_t>(count - from);
    for (int k = 0; k < 3; ++k) {
      Corners& axis = frames.axes[k];
      axis.x = is_given ? all(given[3 * k]) : axis.x;
      axis.y = is_given ? all(given[3 * k + 1]) : axis.y;
      axis.z = is_given ? all(given[3 * k + 2]) : axis.z;
    }
    const Eight some = half_surface_in(frames, sample);
    __builtin_memcpy(surfaces + from, &some, sizeof some);
  }
  std::size_t best = count;  // the given one
  for (std::size_t k = 0; k < count; ++k) best = surfaces[k] < surfaces[best] ? k : best;
  return best == count ? 0 : best + 1;
}

/// order[i] is the row that has i rows before it.
inline void sort_by(const float* places, std::size_t count, std::uint8_t* order) {
  constexpr std::size_t kGroups = SampleTriangles::kFew / kLanes;
  EightInts rank[kGroups] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const Eight place = all(places[i]);
    for (std::size_t g = 0; g * kLanes < count; ++g) {
      const Eight others = load(places + g * kLanes);
      const EightInts is_later =
          kLaneNumbers > static_cast<std::int32_t>(i) - static_cast<std::int32_t>(g * kLanes);
      rank[g] -= (place < others) | ((place == others) & is_later);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    order[rank[i / kLanes][i % kLanes]] = static_cast<std::uint8_t>(i);
  }
}

inline float half_surface_of_row(const Eight& row) {
  const Eight size = row + __builtin_shufflevector(row, row, 4, 5, 6, 7, 0, 1, 2, 3);
  return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

void sweep(const float (*rows)[8], const float* places, std::size_t count, Sweep& sweep) {
  for (std::size_t i = 0; i < count; ++i) sweep.order[i] = static_cast<std::uint8_t>(i);
  if (places != nullptr) sort_by(places, count, sweep.order);
  Eight around = load(rows[sweep.order[0]]);
  for (std::size_t i = 1; i < count; ++i) {
    sweep.before[i] = half_surface_of_row(around);
    around = smaller(load(rows[sweep.order[i]]), around);
  }
  around = load(rows[sweep.order[count - 1]]);
  for (std::size_t i = count; i-- > 1;) {
    around = smaller(load(rows[sweep.order[i]]), around);
    sweep.after[i] = half_surface_of_row(around);
  }
}

void place(const SampleTriangles& sample, const float* axes, PlacedSample& placed) {
  for (std::size_t i = 0; i < sample.padded; i += kLanes) {
    const Corners p(sample, 0, i), q(sample, 1, i), r(sample, 2, i);
    Eight rows[8] = {};
    for (int k = 0; k < 3; ++k) {
      const float* axis = axes + 3 * k;
      const Eight a = p.along(axis), b = q.along(axis), c = r.along(axis);
      rows[k] = smaller(smaller(a, b), c);
      rows[k + 4] = -larger(larger(a, b), c);
      const Eight three = a + b + c;
      __builtin_memcpy(placed.centroid[k] + i, &three, sizeof three);
    }
    for (std::size_t lane = 0; lane < kLanes && i + lane < sample.count; ++lane) {
      for (int k = 0; k < 8; ++k) placed.reach[i + lane][k] = rows[k][lane];
    }
  }
}

void fill_bins(const PlacedSample& placed, std::size_t count, int axis, SampleBins& bins) {
  const float* places = placed.centroid[axis];
  Eight least = all(places[0]), most = all(-places[0]);
  for (std::size_t i = 0; i + kLanes <= count; i += kLanes) {
    least = smaller(load(places + i), least);
    most = smaller(-load(places + i), most);
  }
  for (std::size_t i = count / kLanes * kLanes; i < count; ++i) {
    least = smaller(all(places[i]), least);
    most = smaller(all(-places[i]), most);
  }
  bins.lo = least_of(least);
  bins.width = -(least_of(most) + bins.lo);
  if (!(bins.width > 1e-20f)) return;
  const Eight nowhere = all(1e15f);
  for (std::size_t k = 0; k < SampleBins::kCount; ++k) {
    __builtin_memcpy(bins.rows[k], &nowhere, sizeof nowhere);
    bins.counts[k] = 0;
  }
  const float scale = static_cast<float>(SampleBins::kCount) / bins.width;
  for (std::size_t i = 0; i < count; ++i) {
    const auto place = static_cast<std::size_t>((places[i] - bins.lo) * scale);
    const std::size_t bin = place < SampleBins::kCount ? place : SampleBins::kCount - 1;
    const Eight row = smaller(load(placed.reach[i]), load(bins.rows[bin]));
    __builtin_memcpy(bins.rows[bin], &row, sizeof row);
    ++bins.counts[bin];
  }
}

void bounds(const CornerRows& corners, const double* reference, const double* axes, double* lo,
            double* hi) {
  const Four rows[3] = {{axes[0], axes[3], axes[6], 0.0},
                        {axes[1], axes[4], axes[7], 0.0},
                        {axes[2], axes[5], axes[8], 0.0}};
  const Four from = {reference[0], reference[1], reference[2], 0.0};
  Four least[3], most[3];  // one for each corner: they need not wait for one another
  for (int k = 0; k < 3; ++k) least[k] = each(1e300), most[k] = each(-1e300);
  const double* end = corners.first + corners.triangles * corners.stride;
  for (const double* triangle = corners.first; triangle != end; triangle += corners.stride) {
    for (int k = 0; k < 3; ++k) {
      const Four p = load_four(triangle + 3 * k) - from;  // the last is something else
      const Four reach = rows[0] * __builtin_shufflevector(p, p, 0, 0, 0, 0) +
                         rows[1] * __builtin_shufflevector(p, p, 1, 1, 1, 1) +
                         rows[2] * __builtin_shufflevector(p, p, 2, 2, 2, 2);
      least[k] = smaller(reach, least[k]);
      most[k] = larger(reach, most[k]);
    }
  }
  const Four low = smaller(smaller(least[0], least[1]), least[2]);
  const Four high = larger(larger(most[0], most[1]), most[2]);
  for (int k = 0; k < 3; ++k) lo[k] = low[k], hi[k] = high[k];
}

SampleKernels kernels() {
  return {gather,    extents, moments,   farthest_pair, farthest_from_line,
          best_edge, place,   fill_bins, sweep,         bounds};
}

}  // namespace
}  // namespace GRAZE_SAMPLE_NAMESPACE
}  // namespace graze
