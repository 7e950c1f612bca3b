// SPDX-License-Identifier: MIT
#include "query/pair_work.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "contact/end_report.h"
#include "motion/composed_state.h"
#include "query/check_options.h"
#include "query/kernel_bodies.h"
#include "scene/pair_frame.h"

namespace graze::query {
namespace {
using IdPair = std::pair<BodyId, BodyId>;

IdPair ordered(const IdPair& pair) { return std::minmax(pair.first, pair.second); }

/// Pieces and parts cover surfaces. A method that takes bodies as solid must see more.
bool asks_surfaces(const ContactOptions& options) {
  return !options.method || *options.method == Method::kCertified ||
         *options.method == Method::kBisection;
}

/// Half of what the bodies are to keep from each other is added to every padding.
std::vector<MovingBounds> moving_bounds(const PreparedScene& scene,
                                        const std::vector<Motion>& motions, const Interval& span,
                                        const ContactOptions& options) {
  std::vector<MovingBounds> bounds = scene.bounds();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    bounds[i].motion = motions[i];
    const Deformation& deformation = scene.scene().bodies[i].deformation;
    if (!deformation.is_none()) bounds[i].box_body = deformation.bounds_during(span);
    if (options.min_separation > 0.0) {
      bounds[i].padding = round_up(bounds[i].padding + 0.5 * options.min_separation);
    }
    if (asks_surfaces(options)) continue;
    bounds[i].pieces = nullptr;
    bounds[i].parts = nullptr;
  }
  return bounds;
}

/// Asked for by name: those pairs, whatever the rules say. Else: what the rules check.
std::function<bool(BodyId, BodyId)> pair_filter(const PreparedScene& scene,
                                                const ContactOptions& options) {
  if (options.pairs.empty()) {
    return [&rules = scene.rules()](BodyId a, BodyId b) { return rules.is_checked(a, b); };
  }
  std::vector<IdPair> wanted;
  for (const IdPair& pair : options.pairs) wanted.push_back(ordered(pair));
  std::sort(wanted.begin(), wanted.end());
  return [wanted = std::move(wanted)](BodyId a, BodyId b) {
    return std::binary_search(wanted.begin(), wanted.end(), IdPair{a, b});
  };
}

std::vector<IdPair> self_pairs(const Scene& scene, const ContactOptions& options) {
  std::vector<IdPair> pairs;
  if (!options.self_contact || !options.pairs.empty()) return pairs;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].deforms()) pairs.emplace_back(BodyId(i), BodyId(i));
  }
  return pairs;
}

/// Where bodies are in the world at an instant; each is composed with its parent's place once.
class StartPlaces {
 public:
  StartPlaces(const Scene& scene, const std::vector<Motion>& motions, double t)
      : bodies_(scene.bodies), motions_(motions), time_(t), states_(motions.size()) {}

  /// Forms that change, and those without bounds, are asked by the pair's question.
  bool is_plain(BodyId id) const {
    const Body& body = bodies_[id.index()];
    return !body.deforms() && !body.shape.is_unbounded();
  }
  PlacedShape of(BodyId id) {
    const Body& body = bodies_[id.index()];
    return {body.shape, body.is_said_hollow(), state_of(id)};
  }
  InsideAnswer inside(const MayContain::Still& still) {
    const PlacedShape outer = of(still.body);
    if (outer.is_said_hollow) return InsideAnswer::kNo;
    const PlacedShape in_world{outer.shape, false, {}};  // its own form is not asked
    return find_inside(still.point, still.radius, in_world, outer);
  }

 private:
  const MotionState& state_of(BodyId id) {
    std::optional<MotionState>& state = states_[id.index()];
    if (state) return *state;
    const Body& body = bodies_[id.index()];
    state = placed_at(body.shape, body.is_said_hollow(), motions_[id.index()], time_).at;
    if (body.parent) state = composed(state_of(*body.parent), *state);
    return *state;
  }

  const std::vector<Body>& bodies_;
  const std::vector<Motion>& motions_;
  double time_;
  std::vector<std::optional<MotionState>> states_;
};

double tolerance_of(const Scene& scene, const ContactOptions& options, const IdPair& pair) {
  if (options.tolerance) return *options.tolerance;
  if (scene.tolerance) return *scene.tolerance;
  return default_tolerance(scene.bodies[pair.first.index()], scene.bodies[pair.second.index()]);
}
}  // namespace

void move_to_surfaces(const PairQuestion& question, Method method, Contact& contact) {
  const bool by_faces = method == Method::kCertified && has_surface(question);
  const auto way_out = [&](const Shape& shape) {
    return by_faces ? shape.rounding() - shape.mesh_error() : shape.rounding();
  };
  const double out_a = way_out(question.a.shape), out_b = way_out(question.b.shape);
  if (out_a == 0.0 && out_b == 0.0) return;
  contact.point_a += out_a * contact.normal;
  contact.point_b -= out_b * contact.normal;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.distance = std::max(0.0, contact.distance - out_a - out_b);
}

void move_to_world(const Pose& world_from_frame, Contact& contact) {
  contact.point = world_from_frame * contact.point;
  contact.point_a = world_from_frame * contact.point_a;
  contact.point_b = world_from_frame * contact.point_b;
  contact.normal = world_from_frame.rotation * contact.normal;
}

PairWork::PairWork(const PreparedScene& scene, std::vector<Motion> motions,
                   const ContactOptions& options, std::span<const MethodRow> table,
                   std::vector<CandidatePair> candidates)
    : scene_(scene),
      options_(options),
      table_(table),
      body_motions_(std::move(motions)),
      candidates_(std::move(candidates)) {
  check(options, scene.scene());
  span_ = options.span.value_or(scene.scene().span);
  for (std::size_t i = 0; i < body_motions_.size(); ++i) {
    check_domain(scene.scene(), BodyId(i), body_motions_[i], span_);
  }
}

PairWork::PairWork(const PreparedScene& scene, std::vector<Motion> motions,
                   const ContactOptions& options, std::span<const MethodRow> table,
                   QuestionMemory* memory)
    : PairWork(scene, std::move(motions), options, table, std::vector<CandidatePair>{}) {
  std::vector<MayContain> may_contain;
  candidates_ = candidate_pairs(moving_bounds(scene, body_motions_, span_, options), span_,
                                {.is_checked = pair_filter(scene, options),
                                 .slices = 8,
                                 .threads = options.threads,
                                 .memory = memory != nullptr ? &memory->boxes : nullptr,
                                 .may_contain = &may_contain});
  add_contained(may_contain);
  add_self();
  if (memory != nullptr && memory->touched)
    bring_forward(memory->touched->first, memory->touched->second);
}

/// This pair probably sets the bound for all others. Rounds go on in order after it.
void PairWork::bring_forward(BodyId a, BodyId b) {
  const auto found = std::ranges::find_if(
      candidates_, [&](const CandidatePair& pair) { return pair.a == a && pair.b == b; });
  if (found != candidates_.end()) std::rotate(candidates_.begin(), found, found + 1);
}

/// Pieces and parts cover surfaces: the broad phase drops a body in the middle of a large one.
void PairWork::add_contained(const std::vector<MayContain>& may_contain) {
  if (may_contain.empty()) return;
  StartPlaces places(scene_.scene(), body_motions_, span_.lo);
  std::vector<CandidatePair> lost;
  const auto answer_of = [&](const MayContain& pair) {
    if (!places.is_plain(pair.a) || !places.is_plain(pair.b))
      return inside_at_start(question(pair.a, pair.b)).answer;
    return pair.still ? places.inside(*pair.still)
                      : find_inside(places.of(pair.a), places.of(pair.b)).answer;
  };
  for (const MayContain& pair : may_contain) {
    if (answer_of(pair) != InsideAnswer::kNo) lost.push_back({pair.a, pair.b, span_.lo});
  }
  candidates_.insert(candidates_.begin(), lost.begin(), lost.end());
}

/// A body is never far from itself.
void PairWork::add_self() {
  std::vector<IdPair> selves = self_pairs(scene_.scene(), options_);
  std::ranges::copy_if(options_.pairs, std::back_inserter(selves),
                       [](const IdPair& pair) { return pair.first == pair.second; });
  for (const IdPair& pair : selves)
    candidates_.insert(candidates_.begin(), {pair.first, pair.first, span_.lo});
}

std::vector<IdPair> asked_pairs(const Scene& scene, const ContactOptions& options) {
  if (!options.pairs.empty()) return options.pairs;
  std::vector<IdPair> pairs = checked_pairs(scene);
  const std::vector<IdPair> selves = self_pairs(scene, options);
  pairs.insert(pairs.end(), selves.begin(), selves.end());
  return pairs;
}

PairQuestion PairWork::question(BodyId a, BodyId b) const {
  const Scene& scene = scene_.scene();
  const Body& body_a = scene.bodies[a.index()];
  const Body& body_b = scene.bodies[b.index()];
  auto [motion_a, motion_b] = pair_motions(scene, body_motions_, a, b);
  PairQuestion question{.a = {body_a, std::move(motion_a)}, .b = {body_b, std::move(motion_b)}};
  question.span = span_;
  question.tolerance = tolerance_of(scene, options_, {a, b});
  question.min_separation = options_.min_separation;
  question.all_contacts = options_.all_contacts;
  question.is_self = a == b;
  if (body_a.shape.is_unbounded() != body_b.shape.is_unbounded())
    return BoundedQuestion(question).get();
  return question;
}

Pose PairWork::world_from_frame(BodyId a, BodyId b, double time) const {
  const Scene& scene = scene_.scene();
  const Motion carrier = carried_pair(scene, body_motions_, a, b).carrier;
  const Pose ancestor_from_frame = carrier.is_still() ? Pose{} : pose_at(carrier, time);
  const std::optional<BodyId> ancestor = common_ancestor(scene, a, b);
  if (!ancestor) return ancestor_from_frame;
  return pose_at(world_motion(scene, body_motions_, *ancestor), time) * ancestor_from_frame;
}

ContactReport PairWork::answer(BodyId a, BodyId b, const Interval& span,
                               const Budget& budget) const {
  PairQuestion pair = question(a, b);
  pair.span = span;
  pair.budget = budget;
  ContactReport report = graze::answer(pair, {options_.method, options_.guarantee}, table_);
  if (report.contacts.empty()) return report;
  const Pose world_from = world_from_frame(a, b, report.time.hi);
  for (Contact& contact : report.contacts) {
    move_to_surfaces(pair, report.method, contact);
    move_to_world(world_from, contact);
  }
  return report;
}

ContactReport PairWork::unanswered(const CandidatePair& pair, Undecided why) const {
  ContactReport report = apart(pair.a, pair.b);  // proved before the bound
  report.reason.clear();
  end_undecided(report, {pair.earliest, span_.hi}, why);
  return report;
}

ContactReport apart(const Scene& scene, const ContactOptions& options, const IdPair& pair) {
  ContactReport report =
      separated_report(options.method.value_or(Method::kCertified), Guarantee::kProved,
                       options.span.value_or(scene.span), tolerance_of(scene, options, pair));
  report.reason = "their swept boxes never meet";
  return report;
}

}  // namespace graze::query
