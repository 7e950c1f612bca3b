// SPDX-License-Identifier: MIT
// Question   Which ways lead bodies to the end of the inner step so that they end a skin apart?
// Source     Gauss' least constraint on the displacement; rows linearised at the end pose.
// Guarantee  None: the ways are proved free before they are taken.
// Changed    Features that come too close between the ends of the ways, or start closer than half a
//            skin, also get a row at the start.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "dynamics/inner_step.h"
#include "graze/base/parallel.h"

namespace graze::dynamics {
namespace {
constexpr int kMostPasses = 6;
constexpr double kRough = 1e-3;  // a residual that is enough while rows are still linearised again
constexpr double kSharpInSkins = 0.02;
constexpr double kFairInSkins = 0.1;   // where the law is not solved exactly
constexpr double kBulgeInSkins = 0.5;  // a smaller gap in the middle of a way is too small
constexpr double kBulgeInGaps = 0.6;   // the same for features that touch, as a part of their gap
constexpr double kCareInSkins = 3.0;   // rows this far beyond their target are left out, if the
                                       // wish does not lead nearer

constexpr double kLeastPart = 1e-3;      // the earliest part of a way at which a met feature counts
constexpr int kSamples = 8, kCuts = 10;  // to find where features are nearest

// A trial of an island: the twists of its bodies, and where they lead.
struct Trial {
  const std::vector<Way>& ways;
  const Island& island;
  std::vector<int> place;  // of each body of the world in the island, or kGiven
  std::vector<Vec6> twists;
  double begin = 0.0, end = 0.0;

  Vec6 twist(std::size_t body) const {
    return place[body] == kGiven ? ways[body].mean_twist(begin)
                                 : twists[static_cast<std::size_t>(place[body])];
  }
  Pose pose(std::size_t body, double t) const {
    if (place[body] == kGiven) return ways[body].pose_at_time(t);
    return ways[body].pose_along(twist(body), t);
  }
  Vec3 centre(std::size_t body, const Pose& pose) const {
    return pose * ways[body].entry->mass.centre;
  }
};

Vec3 middle_of(const ContactCandidate& c) { return 0.5 * (c.point_a + c.point_b); }

double target_gap(double gap, double skin) { return gap >= skin ? skin : gap + 0.2 * (skin - gap); }
}  // namespace

bool is_round(const ContactCandidate& features) {
  const FeatureKind a = features.feature_a.kind, b = features.feature_b.kind;
  if (a == FeatureKind::kFace || b == FeatureKind::kFace) return false;
  return a == FeatureKind::kVertex || b == FeatureKind::kVertex;
}

Vec6 twist_at_point(const Vec6& twist, const Vec3& centre, const Vec3& origin) {
  Vec6 out = twist;
  out.head<3>() += twist.tail<3>().cross(Vec3(origin - centre));
  return out;
}

namespace {
class WaySolver {
 public:
  WaySolver(const World::Data& world, const std::vector<Way>& ways, const Island& island,
            const PairForces& forces, const std::map<IndexPair, FeatureImpulses>& impulses)
      : world_(world), forces_(forces), trial_{ways, island, std::vector<int>(ways.size(), kGiven),
                                               {},   0,      0} {
    for (const NearPair* near : island.pairs) {
      const auto known = impulses.find({near->a, near->b});
      if (known != impulses.end()) impulses_.insert(*known);
    }
    for (std::size_t k = 0; k < island.bodies.size(); ++k) {
      const Way& way = ways[island.bodies[k]];
      trial_.place[island.bodies[k]] = static_cast<int>(k);
      wishes_.push_back(wished_twist(world, way));
      trial_.twists.push_back(world.state.is_second_order ? way.twist : wishes_.back());
      guesses_.push_back(world.state.is_second_order ? way.twist : way.velocity_at(way.since));
      trial_.begin = way.since;
      trial_.end = way.end;
    }
    seconds_ = trial_.end - trial_.begin;
  }

  // Solves roughly while rows still change, and precisely in the last pass. For many bodies it is
  // enough that the gaps are right.
  void run() {
    bool is_last = false;
    for (int pass = 0; pass < kMostPasses; ++pass) {
      build();
      const double good = good_residual(problem_);
      const bool is_rough = is_many() || (!is_last && pass + 1 < kMostPasses);
      if (is_rough) problem_.good = is_many() ? tolerable_residual() : kRough;
      result_ = solve_least_constraint(problem_, FrictionLaw::kCoulomb);
      trial_.twists = guesses_ = result_.velocities;
      remember();
      const bool is_exact = !is_many() || result_.residual <= good;
      const bool is_done = is_sharp(is_exact ? kSharpInSkins : kFairInSkins) && !note_bulges();
      if (is_done && (is_last || is_many() || result_.residual <= good)) break;
      is_last = is_done;
    }
  }
  const std::vector<Vec6>& twists() const { return trial_.twists; }
  /// The impulses from which a further solve may start.
  std::map<IndexPair, FeatureImpulses> impulses() const {
    return result_.residual < kMostResidual ? impulses_ : std::map<IndexPair, FeatureImpulses>{};
  }
  /// Force and torque of joints on each body along the way.
  std::vector<Vec6> joint_forces() const {
    std::vector<Vec6> forces(trial_.twists.size(), Vec6::Zero());
    for (std::size_t r = 0; r < problem_.rows.size(); ++r) {
      if (!is_block_[r]) continue;
      const SolverRow& row = problem_.rows[r];
      const double force = 2.0 * result_.row_impulses[r] / seconds_;
      if (row.a != kGiven) forces[static_cast<std::size_t>(row.a)] += force * row.j_a;
      if (row.b != kGiven) forces[static_cast<std::size_t>(row.b)] += force * row.j_b;
    }
    return forces;
  }

  /// The force at the point of each joint of the island that has rows.
  std::vector<std::pair<std::size_t, double>> joint_loads() const {
    std::map<std::size_t, Vec3> loads;
    for (std::size_t r = 0; r < row_joints_.size(); ++r) {
      loads.try_emplace(row_joints_[r], Vec3::Zero()).first->second +=
          2.0 * result_.row_impulses[r] / seconds_ * row_pulls_[r];
    }
    std::vector<std::pair<std::size_t, double>> out;
    for (const auto& [joint, load] : loads) out.push_back({joint, load.norm()});
    return out;
  }
  /// The force of each pair along the way; zero if the solve failed.
  PairForces forces() const {
    PairForces all;
    const double part = result_.residual < kMostResidual ? 2.0 / seconds_ : 0.0;
    for (std::size_t p = 0; p < near_.size(); ++p) {
      all.try_emplace({near_[p]->a, near_[p]->b}, Vec6::Zero()).first->second +=
          part * wrench_of(problem_.pairs[p], result_.impulses[p]);
    }
    return all;
  }
  /// Features that push along the ways.
  std::vector<std::pair<IndexPair, ContactCandidate>> pushes() const {
    std::vector<std::pair<IndexPair, ContactCandidate>> all;
    for (std::size_t p = 0; p < near_.size(); ++p) {
      for (std::size_t c = 0; c < features_[p].size(); ++c) {
        if (result_.impulses[p][c].isZero(0.0)) continue;
        all.push_back({{near_[p]->a, near_[p]->b}, feature(*near_[p], features_[p][c])});
      }
    }
    return all;
  }
  /// What pushes along the ways.
  std::vector<WorldContact> contacts() const {
    std::vector<WorldContact> all;
    for (std::size_t p = 0; p < near_.size(); ++p) {
      for (std::size_t c = 0; c < result_.impulses[p].size(); ++c) {
        const Vec3& impulse = result_.impulses[p][c];
        if (impulse.isZero(0.0)) continue;
        const SolverContact& contact = problem_.pairs[p].contacts[c];
        all.push_back({BodyId(near_[p]->a), BodyId(near_[p]->b), contact.point, contact.normal,
                       near_[p]->distance, impulse, impulse / seconds_});
      }
    }
    return all;
  }

 private:
  static const ContactCandidate& feature(const NearPair& near, std::size_t index) {
    const std::size_t count = near.candidates.size();
    if (index < 3 * count) return near.candidates[index % count];
    const std::size_t other = (index - 3 * count) / 2;
    return (index - 3 * count) % 2 == 0 ? near.foreseen[other] : near.met[other].feature;
  }

  void build() {
    problem_ = {};
    near_.clear();
    features_.clear();
    is_block_.clear();
    row_joints_.clear();
    row_pulls_.clear();
    problem_.speed = world_.options.gravity.norm() * seconds_ + 1e-9;
    const double middle = 0.5 * (trial_.begin + trial_.end);
    for (std::size_t k = 0; k < trial_.twists.size(); ++k) {
      const std::size_t body = trial_.island.bodies[k];
      const World::Data::Entry& entry = *trial_.ways[body].entry;
      const Pose pose = trial_.pose(body, middle);
      problem_.bodies.push_back({trial_.centre(body, pose), entry.mass.mass,
                                 inertia_at(entry, pose.rotation), entry.body.is_locked, wishes_[k],
                                 guesses_[k]});
      problem_.speed = std::max(problem_.speed, wishes_[k].head<3>().norm());
    }
    for (const NearPair* pair : trial_.island.pairs) add_pair(*pair, middle);
    for (const std::size_t joint : trial_.island.joints) add_joint(joint, middle);
  }

  bool is_many() const { return trial_.twists.size() > kManyBodies; }

  // A residual so small that the errors in speed leave the gaps precise enough.
  double tolerable_residual() const {
    double change = 0.0, mass = 0.0, skin = kInfinity;
    for (std::size_t k = 0; k < guesses_.size(); ++k) {
      const SolverBody& body = problem_.bodies[k];
      change += body.mass * (guesses_[k] - wishes_[k]).head<3>().squaredNorm();
      mass += body.mass;
    }
    for (const NearPair* near : trial_.island.pairs) skin = std::min(skin, near->skin);
    const double small = kFairInSkins * skin / seconds_;
    return std::min(kRough, small / (std::sqrt(change / mass) + 1e-300));
  }

  Vec6 wish(std::size_t body) const {
    const int place = trial_.place[body];
    return place == kGiven ? trial_.twist(body) : wishes_[static_cast<std::size_t>(place)];
  }

  void add_pair(const NearPair& near, double middle) {
    const Pose a_mid = trial_.pose(near.a, middle), b_mid = trial_.pose(near.b, middle);
    const Pose a_end = trial_.pose(near.a, trial_.end), b_end = trial_.pose(near.b, trial_.end);
    SolverPair pair;
    pair.a = trial_.place[near.a];
    pair.b = trial_.place[near.b];
    pair.rolling = near.material.rolling;
    pair.spinning = near.material.spinning;
    const Vec3 ca = trial_.centre(near.a, a_mid), cb = trial_.centre(near.b, b_mid);
    pair.origin = near.origin();
    const Vec6 twist_a = twist_at_point(trial_.twist(near.a), ca, pair.origin);
    const Vec6 twist_b = twist_at_point(trial_.twist(near.b), cb, pair.origin);
    if (pair.b == kGiven) pair.given += twist_b;
    if (pair.a == kGiven) pair.given -= twist_a;
    const Vec6 relative = twist_b - twist_a;
    const Vec6 wished = twist_at_point(wish(near.b), cb, pair.origin) -
                        twist_at_point(wish(near.a), ca, pair.origin);
    // Rows at the start use the lever arms of the start, although twists refer to the middle.
    SolverPair start_pair = pair;
    const double half = 0.5 * seconds_;
    if (pair.a != kGiven) start_pair.shift_a = half * trial_.twist(near.a).head<3>();
    if (pair.b != kGiven) start_pair.shift_b = half * trial_.twist(near.b).head<3>();
    start_pair.given.setZero();
    if (pair.b == kGiven) start_pair.given += start_twist(near.b, pair.origin);
    if (pair.a == kGiven) start_pair.given -= start_twist(near.a, pair.origin);
    const double fast = bounce_speed(world_);
    const World::Data::Entry &a = *trial_.ways[near.a].entry, &b = *trial_.ways[near.b].entry;
    const PlacedSurface placed_a_mid = a.placed(a_mid), placed_b_mid = b.placed(b_mid);
    const PlacedSurface placed_a_end = a.placed(a_end), placed_b_end = b.placed(b_end);
    const auto end_row = [&](const ContactCandidate& start,
                             double target) -> std::optional<SolverContact> {
      const ContactCandidate end = candidate_at(start, placed_a_end, placed_b_end);
      const Vec6 change = wished - relative;
      const Vec3 arm = middle_of(end) - pair.origin;
      const double growth = end.normal.dot(change.head<3>() + change.tail<3>().cross(arm));
      const double least = end.gap + std::min(0.0, seconds_ * growth);
      if (least > target + kCareInSkins * near.skin || !meets(near, start, end)) return {};
      const ContactCandidate mid = candidate_at(start, placed_a_mid, placed_b_mid);
      const Vec3 point = middle_of(mid);
      const Vec3 v = relative.head<3>() + relative.tail<3>().cross(Vec3(point - pair.origin));
      return SolverContact{point, mid.normal, mid.normal.dot(v) + (target - end.gap) / seconds_,
                           near.material.friction};
    };
    // For features that touch and come nearer between the ends of the way: the other body goes
    // round, or is driven.
    const auto middle_row = [&](const ContactCandidate& start,
                                double part) -> std::optional<SolverContact> {
      const ContactCandidate then = candidate_on_way(near, start, part);
      if (then.gap < -kReachInSkins * near.skin)
        return {};  // the features no longer face each other
      const Vec3 point = middle_of(then);
      const Vec3 v = relative.head<3>() + relative.tail<3>().cross(Vec3(point - pair.origin));
      const double lack = target_gap(start.gap, near.skin) - then.gap;
      return SolverContact{point, then.normal, then.normal.dot(v) + lack / (part * seconds_),
                           near.material.friction};
    };
    // For features that the ways met between their ends.
    const auto met_row = [&](const MetFeature& met) -> std::optional<SolverContact> {
      const double part = part_of(near, met), seconds = part * seconds_;
      const ContactCandidate then = candidate_on_way(near, met.feature, part);
      const double target = target_of(near, met, part);
      const Vec3 point = middle_of(then), arm = point - pair.origin;
      const Vec6 change = wished - relative;
      const double growth = then.normal.dot(change.head<3>() + change.tail<3>().cross(arm));
      const double least = then.gap + std::min(0.0, seconds * growth);
      if (least > target + kCareInSkins * near.skin) return {};
      const Vec3 v = relative.head<3>() + relative.tail<3>().cross(arm);
      return SolverContact{point, then.normal, then.normal.dot(v) + (target - then.gap) / seconds,
                           near.material.friction};
    };
    std::vector<std::size_t> at_end, at_start;  // features of the contacts
    for (std::size_t i = 0; i < near.candidates.size(); ++i) {
      const ContactCandidate& start = near.candidates[i];
      if (near.material.restitution > 0.0 && approach(near, start) > fast) continue;
      if (const auto row = end_row(start, target_gap(start.gap, near.skin))) {
        pair.contacts.push_back(*row);
        at_end.push_back(i);
      }
      const bool touches = start.gap <= kTouchInSkins * near.skin;
      const auto bulge = bulges_.find({&near, i});
      const bool bulges = bulge != bulges_.end();
      if (touches && bulges) {
        if (const auto row = middle_row(start, bulge->second)) {
          pair.contacts.push_back(*row);
          at_end.push_back(2 * near.candidates.size() + i);
        }
      }
      if (bulges || start.gap < kBulgeInSkins * near.skin) {
        start_pair.contacts.push_back({middle_of(start), start.normal,
                                       std::min(0.0, (near.skin - start.gap) / seconds_),
                                       near.material.friction});
        at_start.push_back(near.candidates.size() + i);
      }
    }
    for (std::size_t i = 0; i < near.foreseen.size(); ++i) {
      const auto row = end_row(near.foreseen[i], near.skin);
      if (!row) continue;
      pair.contacts.push_back(*row);
      at_end.push_back(3 * near.candidates.size() + 2 * i);
    }
    for (std::size_t i = 0; i < near.met.size(); ++i) {
      const auto row = met_row(near.met[i]);
      if (!row) continue;
      pair.contacts.push_back(*row);
      at_end.push_back(3 * near.candidates.size() + 2 * i + 1);
    }
    expect_as_before(near, pair, at_end, start_pair, at_start);
    for (const auto& [rows, features] :
         {std::pair{&pair, &at_end}, std::pair{&start_pair, &at_start}}) {
      if (rows->contacts.empty()) continue;
      problem_.pairs.push_back(std::move(*rows));
      near_.push_back(&near);
      features_.push_back(*features);
    }
  }

  // Expects the impulses of the last pass or solve, or else half of what the last step's forces
  // would give, since the wish contains half of the accelerations, too.
  void expect_as_before(const NearPair& near, SolverPair& pair,
                        const std::vector<std::size_t>& at_end, SolverPair& start_pair,
                        const std::vector<std::size_t>& at_start) const {
    if (const auto last = impulses_.find({near.a, near.b}); last != impulses_.end()) {
      for (const auto& [rows, features] :
           {std::pair{&pair, &at_end}, std::pair{&start_pair, &at_start}}) {
        for (std::size_t c = 0; c < features->size(); ++c) {
          const auto known = last->second.find((*features)[c]);
          if (known != last->second.end()) rows->contacts[c].prior = known->second;
        }
      }
    } else if (const auto force = forces_.find({near.a, near.b}); force != forces_.end()) {
      expect(pair.contacts.empty() ? start_pair : pair, 0.5 * seconds_ * force->second);
    }
  }

  void remember() {
    impulses_.clear();
    for (std::size_t p = 0; p < near_.size(); ++p) {
      FeatureImpulses& of = impulses_[{near_[p]->a, near_[p]->b}];
      for (std::size_t c = 0; c < features_[p].size(); ++c) {
        of.emplace(features_[p][c], result_.impulses[p][c]);
      }
    }
  }

  // Gaps are measured to planes and lines, which extend beyond faces and edges. So features that
  // are not near yet count only if they are about to touch where their gap is used up.
  bool meets(const NearPair& near, const ContactCandidate& start,
             const ContactCandidate& end) const {
    if (!near.is_ahead) return true;
    const double part = end.gap < 0.0 ? start.gap / (start.gap - end.gap) : 1.0;
    const double t = trial_.begin + part * seconds_;
    const World::Data::Entry &a = *trial_.ways[near.a].entry, &b = *trial_.ways[near.b].entry;
    const ContactCandidate there =
        candidate_at(start, a.placed(trial_.pose(near.a, t)), b.placed(trial_.pose(near.b, t)));
    const Vec3 way = there.point_b - there.point_a;
    const Vec3 aside = way - there.normal * there.normal.dot(way);
    return aside.norm() <= farthest_ahead(a, b);
  }

  // The twist of a given body at a point, at the start.
  Vec6 start_twist(std::size_t body, const Vec3& point) const {
    const Pose pose = trial_.pose(body, trial_.begin);
    return twist_at_point(trial_.ways[body].velocity_at(trial_.begin), trial_.centre(body, pose),
                          point);
  }

  static double bounce_speed(const World::Data& world) {
    return world.options.gravity.norm() * world.options.step;
  }

  double approach(const NearPair& near, const ContactCandidate& gap) const {
    const auto velocity = [&](std::size_t body) {
      const Way& way = trial_.ways[body];
      const Vec3 centre = trial_.centre(body, way.pose_at_time(trial_.begin));
      return Vec3(twist_at_point(way.velocity_at(trial_.begin), centre, gap.point_a).head<3>());
    };
    return gap.normal.dot(velocity(near.a) - velocity(near.b));
  }

  void add_joint(std::size_t index, double middle) {
    const World::Data::JointEntry& entry = world_.joints[index];
    const std::size_t a = entry.joint.a.index(), b = entry.joint.b.index();
    const Pose a_mid = trial_.pose(a, middle), b_mid = trial_.pose(b, middle);
    const Pose a_end = trial_.pose(a, trial_.end), b_end = trial_.pose(b, trial_.end);
    const Pose &a_0 = world_.state.bodies[a].pose, &b_0 = world_.state.bodies[b].pose;
    const double value_0 = world_.state.joints[index].value;
    const double mid = value_0 + joint_progress(entry.joint, entry.frames, a_0, b_0, a_mid, b_mid);
    const double end = value_0 + joint_progress(entry.joint, entry.frames, a_0, b_0, a_end, b_end);
    const double start = 2.0 * mid - end;
    const auto rows = joint_rows(entry.joint, entry.frames, a_mid, b_mid, start, seconds_);
    const auto ends = joint_rows(entry.joint, entry.frames, a_end, b_end, end, seconds_);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      SolverRow row = solver_row(rows[i], trial_.centre(a, a_mid), trial_.centre(b, b_mid));
      row.a = trial_.place[a];
      row.b = trial_.place[b];
      const double now = row.j_a.dot(trial_.twist(a)) + row.j_b.dot(trial_.twist(b));
      double given = 0.0;
      if (row.a == kGiven) given += row.j_a.dot(trial_.twist(a));
      if (row.b == kGiven) given += row.j_b.dot(trial_.twist(b));
      if (rows[i].kind == JointRow::Kind::kDrive) {
        row.bound = rows[i].speed - given;
        row.most = 0.5 * rows[i].most_force * seconds_;
        row.least = -row.most;
      } else {
        row.bound = now - given - ends[i].error / seconds_;
      }
      problem_.rows.push_back(row);
      is_block_.push_back(rows[i].kind == JointRow::Kind::kBlock);
      row_joints_.push_back(index);
      row_pulls_.push_back(rows[i].linear);
    }
  }

  // The feature pair after a part of the way. The gap to a line or point that the other feature has
  // passed is negative.
  ContactCandidate candidate_on_way(const NearPair& near, const ContactCandidate& start,
                                    double part) const {
    const double t = trial_.begin + part * seconds_;
    ContactCandidate then =
        candidate_at(start, trial_.ways[near.a].entry->placed(trial_.pose(near.a, t)),
                     trial_.ways[near.b].entry->placed(trial_.pose(near.b, t)));
    const auto is_face = [](const Feature& feature) { return feature.kind == FeatureKind::kFace; };
    if (is_face(then.feature_a) || is_face(then.feature_b)) return then;
    if (then.normal.dot(start.normal) < 0.0 && then.gap > 0.0) {
      then.gap = -then.gap;
      then.normal = -then.normal;
    }
    return then;
  }

  // The part of the way after which a met feature counts; for round ones, where they are nearest.
  double part_of(const NearPair& near, const MetFeature& met) const {
    const double part = is_round(met.feature) ? nearest_part(near, met.feature)
                                              : (met.time - trial_.begin) / seconds_;
    return std::clamp(part, kLeastPart, 1.0);
  }

  double nearest_part(const NearPair& near, const ContactCandidate& feature) const {
    const auto gap = [&](double part) { return candidate_on_way(near, feature, part).gap; };
    const double width = 1.0 / kSamples;
    double best = 1.0, least = gap(1.0);
    for (int i = 1; i < kSamples; ++i) {
      const double now = gap(i * width);
      if (now < least) std::tie(best, least) = std::pair(i * width, now);
    }
    double lo = std::max(0.0, best - width), hi = std::min(1.0, best + width);
    for (int i = 0; i < kCuts; ++i) {
      const double third = (hi - lo) / 3.0;
      gap(lo + third) < gap(hi - third) ? hi -= third : lo += third;
    }
    return 0.5 * (lo + hi);
  }

  // The gap that features should have where the ways met. If it is smaller than a skin at the
  // start, it grows only a part of the way to the skin. A negative gap at the start is between
  // planes that extend beyond their faces, and the target is the skin.
  double target_of(const NearPair& near, const MetFeature& met, double part) const {
    const double start = candidate_on_way(near, met.feature, 0.0).gap;
    if (start < 0.0 || start >= near.skin) return near.skin;
    return start + 0.2 * part * (near.skin - start);
  }

  // Finds features that are far enough apart at both ends of the way but not between: balls that
  // slide around each other, or bodies pushed by a driven body that turns. From now on they also
  // count at the start, and those that touch also where they are nearest. True if there are new
  // ones.
  bool note_bulges() {
    const std::size_t before = bulges_.size();
    for (const NearPair* near : trial_.island.pairs) {
      if (near->is_ahead || near->material.restitution > 0.0) continue;
      for (std::size_t i = 0; i < near->candidates.size(); ++i) note_bulge(*near, i);
    }
    return bulges_.size() > before;
  }

  void note_bulge(const NearPair& near, std::size_t i) {
    const ContactCandidate& start = near.candidates[i];
    const bool touches = start.gap <= kTouchInSkins * near.skin;
    double least =
        touches ? kBulgeInGaps * std::min(start.gap, near.skin) : kBulgeInSkins * near.skin;
    for (const double part : {0.5, 0.25, 0.75}) {
      const double gap = candidate_on_way(near, start, part).gap;
      if (gap < least) bulges_[{&near, i}] = part;
      least = std::min(least, gap);
      if (!touches) break;
    }
  }

  // True if the gaps at the end of the ways are not below their targets, nor above them where
  // something pushes.
  bool is_sharp(double in_skins) const {
    for (const NearPair* near : trial_.island.pairs) {
      const PlacedSurface a = trial_.ways[near->a].entry->placed(trial_.pose(near->a, trial_.end));
      const PlacedSurface b = trial_.ways[near->b].entry->placed(trial_.pose(near->b, trial_.end));
      for (const ContactCandidate& start : near->candidates) {
        if (near->material.restitution > 0.0 && approach(*near, start) > bounce_speed(world_)) {
          continue;
        }
        const ContactCandidate end = candidate_at(start, a, b);
        const double lack = target_gap(start.gap, near->skin) - end.gap;
        if (lack > in_skins * near->skin && meets(*near, start, end)) return false;
      }
      for (const ContactCandidate& met : near->foreseen) {
        const double lack = near->skin - candidate_at(met, a, b).gap;
        if (lack > in_skins * near->skin) return false;
      }
      for (const MetFeature& met : near->met) {
        const double part = part_of(*near, met);
        const double gap = candidate_on_way(*near, met.feature, part).gap;
        if (target_of(*near, met, part) - gap > in_skins * near->skin) return false;
      }
    }
    return trial_.island.joints.empty() || joints_are_sharp();
  }

  bool joints_are_sharp() const {
    for (const std::size_t index : trial_.island.joints) {
      const World::Data::JointEntry& entry = world_.joints[index];
      const std::size_t a = entry.joint.a.index(), b = entry.joint.b.index();
      const double small = 1e-9 * (trial_.ways[a].entry->diagonal + trial_.ways[b].entry->diagonal);
      if (entry.joint.kind == LinkKind::kGear) continue;
      const double end = joint_progress(entry.joint, entry.frames, world_.state.bodies[a].pose,
                                        world_.state.bodies[b].pose, trial_.pose(a, trial_.end),
                                        trial_.pose(b, trial_.end)) +
                         world_.state.joints[index].value;
      for (const JointRow& row : joint_rows(entry.joint, entry.frames, trial_.pose(a, trial_.end),
                                            trial_.pose(b, trial_.end), end, seconds_)) {
        if (row.kind == JointRow::Kind::kBlock && std::abs(row.error) > small) return false;
      }
    }
    return true;
  }

  const World::Data& world_;
  const PairForces& forces_;
  Trial trial_;
  std::vector<Vec6> wishes_, guesses_;
  double seconds_ = 0.0;
  SolverProblem problem_;
  SolverResult result_;
  std::vector<const NearPair*> near_;               // of the problem's pairs
  std::vector<std::vector<std::size_t>> features_;  // of their contacts: at the end, at the start,
                                                    // in the middle; in turn foreseen and met
  std::map<IndexPair, FeatureImpulses> impulses_;   // of the last pass
  /// Candidates that bulge, and the part of the way after which they are nearest.
  std::map<std::pair<const NearPair*, std::size_t>, double> bulges_;
  std::vector<char> is_block_;  // of the problem's rows
  std::vector<std::size_t> row_joints_;
  std::vector<Vec3> row_pulls_;
};
}  // namespace

InnerStep::Loads InnerStep::solve_ways(const Island& island) {
  const bool is_free = island.pairs.empty() && island.joints.empty();
  if (is_free) {
    Way& way = ways_[island.bodies.front()];
    Vec6 twist = wished_twist(world_, way);
    for (int k = 0; k < 6; ++k) {
      if (way.entry->body.is_locked[static_cast<std::size_t>(k)]) twist[k] = 0.0;
    }
    way.take(twist);
    way.is_free = true;
    way.joint_force.setZero();
    return {};
  }
  WaySolver solver(world_, ways_, island, forces_, impulses_);
  solver.run();
  const std::vector<Vec6> forces = solver.joint_forces();
  for (std::size_t k = 0; k < island.bodies.size(); ++k) {
    Way& way = ways_[island.bodies[k]];
    way.take(solver.twists()[k]);
    way.is_free = false;
    way.joint_force = forces[k];
  }
  return {solver.contacts(), solver.joint_loads(), solver.forces(), solver.pushes(),
          solver.impulses()};
}

void InnerStep::forget_pushes(const std::vector<std::size_t>& bodies) {
  std::vector<char> is_asked(ways_.size(), 0);
  for (const std::size_t i : bodies) is_asked[i] = 1;
  std::erase_if(pushes_, [&](const auto& entry) {
    return is_asked[entry.first.first] || is_asked[entry.first.second];
  });
}

void InnerStep::aim_at_velocities(const std::vector<std::size_t>& bodies) {
  if (!world_.state.is_second_order) return;
  for (const std::size_t i : bodies) {
    Way& way = ways_[i];
    if (way.is_free_to_move()) way.twist << way.velocity, way.angular_velocity;
  }
}

void InnerStep::solve_ways(const std::vector<std::size_t>& bodies) {
  look_ahead(bodies);
  const std::vector<Island> islands = islands_of(bodies);
  std::vector<Loads> loads(islands.size());
  forget_pushes(bodies);
  parallel_for(
      islands.size(), [&](std::size_t i) { loads[i] = solve_ways(islands[i]); },
      world_.options.threads);
  for (std::size_t i = 0; i < islands.size(); ++i) {
    for (const std::size_t body : islands[i].bodies) join(islands[i].bodies.front(), body);
    if (!world_.state.is_second_order) note_pushes(islands[i], loads[i].contacts);
    for (const auto& [joint, load] : loads[i].joints) joint_loads_[joint] = load;
    for (const auto& [pair, force] : loads[i].forces) forces_[pair] = force;
    for (const auto& [pair, feature] : loads[i].pushes) pushes_[pair].push_back(feature);
    for (auto& [pair, features] : loads[i].impulses) impulses_[pair] = std::move(features);
  }
}

// A first-order world has no velocity solve that tells what pushes, so the last ways tell.
void InnerStep::note_pushes(const Island& island, const std::vector<WorldContact>& contacts) {
  const auto is_in = [&](BodyId id) {
    return std::ranges::binary_search(island.bodies, id.index());
  };
  std::erase_if(report_.contacts, [&](const WorldContact& c) { return is_in(c.a) || is_in(c.b); });
  report_.contacts.insert(report_.contacts.end(), contacts.begin(), contacts.end());
}

}  // namespace graze::dynamics
