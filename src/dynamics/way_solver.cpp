// SPDX-License-Identifier: MIT
// Question   Which ways lead bodies to the end of the inner step so that they end a skin apart?
// Source     Gauss' least constraint on the displacement; rows linearised at the end pose.
// Guarantee  None: the ways are proved free before they are taken.
// Changed    Features that come too close between the ends of the ways, or start closer than half a
//            skin, also get a row at the start.
#include "dynamics/way_solver.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics {
namespace {
constexpr int kMostPasses = 6;
constexpr double kRough = 1e-3;  // a residual that is enough while rows are still linearised again
// How much a gap may miss its target, in skins:
constexpr double kSharpInSkins = 0.02;
constexpr double kFairInSkins = 0.1;  // where the law is not solved exactly
// A gap between the ends of the ways that is too small:
constexpr double kBulgeInSkins = 0.5;
constexpr double kBulgeInGaps = 0.6;  // of features that touch, as a part of their gap
constexpr double kSharpJoint = 1e-9;  // of the bodies' diagonals
}  // namespace

WaySolver::WaySolver(const World::Data& world, const std::vector<Way>& ways, const Island& island,
                     const PairForces& forces, const std::map<IndexPair, FeatureImpulses>& impulses)
    : world_(world), forces_(forces), trial_(world, ways, island) {
  for (const NearPair* near : island.pairs) {
    const auto known = impulses.find({near->a, near->b});
    if (known != impulses.end()) impulses_.insert(*known);
  }
}

// Solves roughly while rows still change, and precisely in the last pass. For many bodies it is
// enough that the gaps are right.
void WaySolver::run() {
  const bool is_many = trial_.is_many();
  bool is_last = false;
  for (int pass = 0; pass < kMostPasses; ++pass) {
    build();
    const double good = good_residual(problem_);
    const bool is_rough = is_many || (!is_last && pass + 1 < kMostPasses);
    if (is_rough) problem_.good = is_many ? tolerable_residual() : kRough;
    result_ = solve_least_constraint(problem_, FrictionLaw::kCoulomb);
    trial_.twists = trial_.guesses = result_.velocities;
    remember();
    const bool is_exact = !is_many || result_.residual <= good;
    const bool is_done = are_sharp(is_exact ? kSharpInSkins : kFairInSkins) && !note_bulges();
    if (is_done && (is_last || is_many || result_.residual <= good)) break;
    is_last = is_done;
  }
}

std::map<IndexPair, FeatureImpulses> WaySolver::impulses() const {
  return result_.residual < kMostResidual ? impulses_ : std::map<IndexPair, FeatureImpulses>{};
}

std::vector<Vec6> WaySolver::joint_forces() const {
  std::vector<Vec6> forces(trial_.twists.size(), Vec6::Zero());
  for (std::size_t r = 0; r < problem_.rows.size(); ++r) {
    if (!rows_[r].is_block) continue;
    const SolverRow& row = problem_.rows[r];
    const double force = 2.0 * result_.row_impulses[r] / trial_.seconds;
    if (row.a != kGiven) forces[static_cast<std::size_t>(row.a)] += force * row.j_a;
    if (row.b != kGiven) forces[static_cast<std::size_t>(row.b)] += force * row.j_b;
  }
  return forces;
}

std::vector<std::pair<std::size_t, double>> WaySolver::joint_loads() const {
  std::map<std::size_t, Vec3> loads;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    loads.try_emplace(rows_[r].joint, Vec3::Zero()).first->second +=
        2.0 * result_.row_impulses[r] / trial_.seconds * rows_[r].pull;
  }
  std::vector<std::pair<std::size_t, double>> out;
  for (const auto& [joint, load] : loads) out.push_back({joint, load.norm()});
  return out;
}

PairForces WaySolver::forces() const {
  PairForces all;
  const double part = result_.residual < kMostResidual ? 2.0 / trial_.seconds : 0.0;
  for (std::size_t p = 0; p < sources_.size(); ++p) {
    all.try_emplace(sources_[p].bodies(), Vec6::Zero()).first->second +=
        part * wrench_of(problem_.pairs[p], result_.impulses[p]);
  }
  return all;
}

std::vector<std::pair<IndexPair, ContactCandidate>> WaySolver::pushes() const {
  std::vector<std::pair<IndexPair, ContactCandidate>> all;
  for (std::size_t p = 0; p < sources_.size(); ++p) {
    const Source& source = sources_[p];
    for (std::size_t c = 0; c < source.features.size(); ++c) {
      if (result_.impulses[p][c].isZero(0.0)) continue;
      all.push_back({source.bodies(), feature_of(*source.near, source.features[c])});
    }
  }
  return all;
}

std::vector<WorldContact> WaySolver::contacts() const {
  std::vector<WorldContact> all;
  for (std::size_t p = 0; p < sources_.size(); ++p) {
    const NearPair& near = *sources_[p].near;
    for (std::size_t c = 0; c < result_.impulses[p].size(); ++c) {
      const Vec3& impulse = result_.impulses[p][c];
      if (impulse.isZero(0.0)) continue;
      const SolverContact& contact = problem_.pairs[p].contacts[c];
      all.push_back({BodyId(near.a), BodyId(near.b), contact.point, contact.normal, near.distance,
                     impulse, impulse / trial_.seconds});
    }
  }
  return all;
}

void WaySolver::build() {
  problem_ = {};
  sources_.clear();
  rows_.clear();
  problem_.speed = world_.options.gravity.norm() * trial_.seconds + 1e-9;
  const double middle = 0.5 * (trial_.begin + trial_.end);
  for (std::size_t k = 0; k < trial_.twists.size(); ++k) add_body(k, middle);
  for (const NearPair* pair : trial_.island.pairs) add_pair(*pair);
  for (const std::size_t joint : trial_.island.joints) add_joint(joint, middle);
}

void WaySolver::add_body(std::size_t place, double middle) {
  const std::size_t body = trial_.island.bodies[place];
  const World::Data::Entry& entry = *trial_.ways[body].entry;
  const Pose pose = trial_.pose(body, middle);
  const Vec6& wish = trial_.wishes[place];
  problem_.bodies.push_back({trial_.centre(body, pose), entry.mass.mass,
                             inertia_at(entry, pose.rotation), entry.body.is_locked, wish,
                             trial_.guesses[place]});
  problem_.speed = std::max(problem_.speed, wish.head<3>().norm());
}

void WaySolver::add_pair(const NearPair& near) {
  const PairRowsMaker maker(trial_, bounce_speed(), bulges_, near);
  PairRows later = maker.later(), at_start = maker.at_start();
  expect_as_before(near, later, at_start);
  add_rows(near, std::move(later));
  add_rows(near, std::move(at_start));
}

void WaySolver::add_rows(const NearPair& near, PairRows rows) {
  if (rows.pair.contacts.empty()) return;
  problem_.pairs.push_back(std::move(rows.pair));
  sources_.push_back({&near, std::move(rows.features)});
}

// Expects the impulses of the last pass or solve, or else half of what the last step's forces would
// give, since the wish contains half of the accelerations, too.
void WaySolver::expect_as_before(const NearPair& near, PairRows& later, PairRows& at_start) const {
  if (const auto last = impulses_.find({near.a, near.b}); last != impulses_.end()) {
    for (PairRows* rows : {&later, &at_start}) {
      for (std::size_t c = 0; c < rows->features.size(); ++c) {
        const auto known = last->second.find(rows->features[c]);
        if (known != last->second.end()) rows->pair.contacts[c].prior = known->second;
      }
    }
  } else if (const auto force = forces_.find({near.a, near.b}); force != forces_.end()) {
    expect(later.pair.contacts.empty() ? at_start.pair : later.pair,
           0.5 * trial_.seconds * force->second);
  }
}

void WaySolver::remember() {
  impulses_.clear();
  for (std::size_t p = 0; p < sources_.size(); ++p) {
    FeatureImpulses& of = impulses_[sources_[p].bodies()];
    for (std::size_t c = 0; c < sources_[p].features.size(); ++c) {
      of.emplace(sources_[p].features[c], result_.impulses[p][c]);
    }
  }
}

// A residual so small that the errors in speed leave the gaps precise enough.
double WaySolver::tolerable_residual() const {
  double change = 0.0, mass = 0.0, skin = kInfinity;
  for (std::size_t k = 0; k < trial_.guesses.size(); ++k) {
    const SolverBody& body = problem_.bodies[k];
    change += body.mass * (trial_.guesses[k] - trial_.wishes[k]).head<3>().squaredNorm();
    mass += body.mass;
  }
  for (const NearPair* near : trial_.island.pairs) skin = std::min(skin, near->skin);
  const double small = kFairInSkins * skin / trial_.seconds;
  return std::min(kRough, small / (std::sqrt(change / mass) + 1e-300));
}

double WaySolver::bounce_speed() const {
  return world_.options.gravity.norm() * world_.options.step;
}

double WaySolver::joint_value(std::size_t index, double t) const {
  const World::Data::JointEntry& entry = world_.joints[index];
  const std::size_t a = entry.joint.a.index(), b = entry.joint.b.index();
  return world_.state.joints[index].value +
         joint_progress(entry.joint, entry.frames, world_.state.bodies[a].pose,
                        world_.state.bodies[b].pose, trial_.pose(a, t), trial_.pose(b, t));
}

void WaySolver::add_joint(std::size_t index, double middle) {
  const World::Data::JointEntry& entry = world_.joints[index];
  const std::size_t a = entry.joint.a.index(), b = entry.joint.b.index();
  const Pose a_mid = trial_.pose(a, middle), b_mid = trial_.pose(b, middle);
  const double end = joint_value(index, trial_.end);
  const double start = 2.0 * joint_value(index, middle) - end;
  const auto rows = joint_rows(entry.joint, entry.frames, a_mid, b_mid, start, trial_.seconds);
  const auto ends = joint_rows(entry.joint, entry.frames, trial_.pose(a, trial_.end),
                               trial_.pose(b, trial_.end), end, trial_.seconds);
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
      row.most = 0.5 * rows[i].most_force * trial_.seconds;
      row.least = -row.most;
    } else {
      row.bound = now - given - ends[i].error / trial_.seconds;
    }
    problem_.rows.push_back(row);
    rows_.push_back({index, rows[i].linear, rows[i].kind == JointRow::Kind::kBlock});
  }
}

// True if the gaps at the end of the ways are not below their targets.
bool WaySolver::are_sharp(double in_skins) const {
  const auto is_good = [&](const NearPair* near) { return is_sharp(*near, in_skins); };
  return std::ranges::all_of(trial_.island.pairs, is_good) &&
         (trial_.island.joints.empty() || joints_are_sharp());
}

bool WaySolver::is_sharp(const NearPair& near, double in_skins) const {
  const double most = in_skins * near.skin;
  const PlacedSurface a = trial_.placed(near.a, trial_.end), b = trial_.placed(near.b, trial_.end);
  for (const ContactCandidate& start : near.candidates) {
    const bool may_bounce = near.material.restitution > 0.0;
    if (may_bounce && trial_.approach(near, start) > bounce_speed()) continue;
    const ContactCandidate end = candidate_at(start, a, b);
    const double lack = target_gap(start.gap, near.skin) - end.gap;
    if (lack > most && trial_.meets(near, start, end)) return false;
  }
  for (const ContactCandidate& met : near.foreseen) {
    if (near.skin - candidate_at(met, a, b).gap > most) return false;
  }
  for (const MetFeature& met : near.met) {
    const double part = trial_.part_of(near, met);
    const double gap = trial_.on_way(near, met.feature, part).gap;
    if (trial_.target_of(near, met, part) - gap > most) return false;
  }
  return true;
}

bool WaySolver::joints_are_sharp() const {
  return std::ranges::all_of(trial_.island.joints,
                             [&](std::size_t joint) { return is_sharp_joint(joint); });
}

bool WaySolver::is_sharp_joint(std::size_t index) const {
  const World::Data::JointEntry& entry = world_.joints[index];
  if (entry.joint.kind == LinkKind::kGear) return true;
  const std::size_t a = entry.joint.a.index(), b = entry.joint.b.index();
  const double size = trial_.ways[a].entry->diagonal + trial_.ways[b].entry->diagonal;
  const auto rows =
      joint_rows(entry.joint, entry.frames, trial_.pose(a, trial_.end), trial_.pose(b, trial_.end),
                 joint_value(index, trial_.end), trial_.seconds);
  return std::ranges::none_of(rows, [&](const JointRow& row) {
    return row.kind == JointRow::Kind::kBlock && std::abs(row.error) > kSharpJoint * size;
  });
}

// Finds features that are far enough apart at both ends of the way but not between: balls that
// slide around each other, or bodies pushed by a driven body that turns. From now on they also
// count at the start, and those that touch also where they are nearest. True if there are new ones.
bool WaySolver::note_bulges() {
  const std::size_t before = bulges_.size();
  for (const NearPair* near : trial_.island.pairs) {
    if (near->is_ahead || near->material.restitution > 0.0) continue;
    for (std::size_t i = 0; i < near->candidates.size(); ++i) note_bulge(*near, i);
  }
  return bulges_.size() > before;
}

void WaySolver::note_bulge(const NearPair& near, std::size_t i) {
  const ContactCandidate& start = near.candidates[i];
  const bool touches = start.gap <= kTouchInSkins * near.skin;
  double least =
      touches ? kBulgeInGaps * std::min(start.gap, near.skin) : kBulgeInSkins * near.skin;
  for (const double part : {0.5, 0.25, 0.75}) {
    const double gap = trial_.on_way(near, start, part).gap;
    if (gap < least) bulges_[{&near, i}] = part;
    least = std::min(least, gap);
    if (!touches) break;
  }
}

}  // namespace graze::dynamics
