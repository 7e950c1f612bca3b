// SPDX-License-Identifier: MIT
// Every kind of shape, every arrangement, every method and every question: one outcome.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "graze/base/error.h"
#include "graze/certify/check_certificate.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"
#include "graze/query/clearance.h"
#include "graze/query/clearance_curve.h"
#include "graze/query/contact_intervals.h"
#include "graze/query/monitor.h"
#include "graze/query/overlap_volume.h"
#include "graze/query/prepared_scene.h"
#include "graze/query/prove_scene.h"
#include "graze/query/scene_steps.h"
#include "kinds/kinds.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr double kTolerance = 1e-4;
constexpr double kGap = 0.25, kDepth = 0.05;
constexpr double kMeets = kGap / (kGap + kDepth);  // when what comes down meets the kind

enum class Place { kApart, kMeets, kRests, kOverlaps, kInside };
constexpr Place kPlaces[] = {Place::kApart, Place::kMeets, Place::kRests, Place::kOverlaps,
                             Place::kInside};

const char* name_of(Place place) {
  constexpr const char* kNames[] = {"apart", "meets", "rests", "overlaps", "inside"};
  return kNames[static_cast<int>(place)];
}

Motion line(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to}, {0.0, 1.0},
                         Interpolation::kSlerp);
}

/// One cell of the table: who, with whom, where.
struct Cell {
  Kind kind, partner;
  Place place;

  double floor() const { return kind.top + partner.top; }  // of the partner's centre
  Vec3 from() const {
    if (place == Place::kInside) return kind.within;
    const double gap = place == Place::kOverlaps ? -kDepth
                       : place == Place::kRests  ? -0.3 * kTolerance
                                                 : kGap;
    return {0.0, 0.0, floor() + gap};
  }
  Vec3 to() const {
    if (place == Place::kInside) return kind.within + Vec3(0.001, 0.0, 0.0);
    if (place == Place::kOverlaps) return from() - Vec3(0.0, 0.0, 0.01);
    if (place == Place::kRests) return from() + Vec3(0.0, 0.0, kGap);
    return {0.0, 0.0, floor() + (place == Place::kApart ? 0.8 * kGap : -kDepth)};
  }
  Motion motion() const { return line(from(), to()); }
  Scene scene() const {
    Scene scene;
    scene.tolerance = kTolerance;
    add_body(scene, kind.body);
    Body mover = partner.body;
    mover.motion = motion();
    add_body(scene, mover);
    return scene;
  }
  double error() const { return error_of(kind.body.shape) + error_of(partner.body.shape); }
  /// Curved faces are searched as they are by `certified`, by others as triangles that are grown.
  static double error_of(const Shape& shape) {
    return shape.outward_error() + 2.0 * shape.mesh_error();
  }
  Outcome expected() const {
    if (place == Place::kApart) return Outcome::kSeparated;
    if (place == Place::kRests)  // `linear` knows nothing of what goes on after a touch
      return kind.deforms ? Outcome::kContact : Outcome::kSeparated;
    if (place == Place::kMeets) return Outcome::kContact;
    if (place == Place::kInside && !kind.is_solid) return Outcome::kSeparated;
    return Outcome::kOverlapAtStart;
  }
  bool touches() const { return place == Place::kRests || expected() != Outcome::kSeparated; }
  /// What stands for it is not so much larger that a touch is an overlap.
  bool is_sharp() const { return place != Place::kRests || error() < 0.5 * kTolerance; }
  bool is_curved() const { return kind.body.shape.is_surface() || partner.body.shape.is_surface(); }
  std::string text() const {
    return kind.body.name + ", " + partner.body.name + ", " + name_of(place);
  }
};

std::vector<Cell> all_cells() {
  std::vector<Cell> cells;
  for (const Kind& kind : all_kinds())
    for (const Kind& partner : all_partners())
      for (const Place place : kPlaces)
        if (const Cell cell{kind, partner, place}; cell.is_sharp()) cells.push_back(cell);
  return cells;
}

/// Those without curved faces, and a share of the others: all questions about one take seconds.
std::vector<Cell> share_of_cells() {
  std::vector<Cell> cells = all_cells();
  const auto curved = std::stable_partition(cells.begin(), cells.end(),
                                            [](const Cell& cell) { return !cell.is_curved(); });
  std::mt19937_64 random = generator(0);
  std::shuffle(curved, cells.end(), random);
  const auto asked = trials(static_cast<std::size_t>(cells.end() - curved), 40);
  cells.erase(curved + static_cast<std::ptrdiff_t>(asked), cells.end());
  return cells;
}

void for_each(const std::vector<Cell>& cells, const std::function<void(const Cell&)>& ask) {
  for (const Cell& cell : cells) {
    SCOPED_TRACE(cell.text());
    ask(cell);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

void expect_right(const Cell& cell, const ContactReport& report) {
  EXPECT_EQ(report.outcome, cell.expected()) << explanation(report);
  if (cell.place == Place::kRests) {
    EXPECT_EQ(report.start, StartState::kTouching);
    return;
  }
  if (report.outcome != Outcome::kContact || cell.expected() != Outcome::kContact) return;
  const double early = (2.0 * kTolerance + cell.error()) / (kGap + kDepth);
  EXPECT_LE(report.time.lo, kMeets + 1e-9);
  EXPECT_GE(report.time.hi, kMeets - early);
  EXPECT_LE(report.time.hi, kMeets + 1e-3);
}

/// The table of docs/scene.md: who refuses what.
bool is_refused(Method method, const Cell& cell) {
  const bool is_grown = cell.kind.is_grown || cell.partner.is_grown;
  if (cell.kind.deforms) return true;
  if (method == Method::kAnalytic) return is_grown;
  if (method != Method::kVolume) return false;
  if (cell.place == Place::kMeets || cell.place == Place::kRests) return true;  // a span of time
  const bool has_padding = cell.kind.body.padding > 0.0;
  return has_padding || cell.kind.body.name == "rounded mesh" || !cell.kind.is_solid;
}
}  // namespace

TEST(G1_EveryKind, EveryMethodGivesTheSameOutcomeOrRefuses) {
  std::size_t asked = 0, refused = 0;
  for_each(all_cells(), [&](const Cell& cell) {
    for (const Method method : {Method::kCertified, Method::kBisection, Method::kAnalytic,
                                Method::kOctree, Method::kBacktracking, Method::kVolume}) {
      SCOPED_TRACE(std::string(name(method)));
      ContactOptions options{.method = method};
      options.far_pairs = true;
      if (method == Method::kVolume && !is_refused(method, cell)) options.span = Interval(0.0);
      if (is_refused(method, cell)) {
        ++refused;
        if (!cell.touches()) continue;  // the broad phase may answer
        EXPECT_THROW(first_contact(cell.scene(), options), InputError);
        continue;
      }
      ++asked;
      expect_right(cell, first_contact(cell.scene(), options).report);
    }
  });
  EXPECT_GE(asked, 500u);
  std::printf("%zu cells answered, %zu refused\n", asked, refused);
}

TEST(G1_EveryKind, EveryQuestionAboutASceneGivesTheSameOutcome) {
  for_each(share_of_cells(), [&](const Cell& cell) {
    const PreparedScene scene(cell.scene());
    const bool touches = cell.touches();
    const bool at_start =
        cell.place == Place::kRests || cell.expected() == Outcome::kOverlapAtStart;

    expect_right(cell, contacts_per_pair(scene).at(0).report);
    Scene elsewhere = cell.scene();
    elsewhere.bodies[1].motion = line({5, 5, 5}, {6, 6, 6});
    const SceneChange change{{{BodyId(1), cell.motion()}}, std::nullopt};
    expect_right(cell,
                 first_contacts(PreparedScene(elsewhere), std::span(&change, 1)).at(0).report);

    const Clearance clearance = clearances_per_pair(scene).at(0).clearance;
    EXPECT_EQ(clearance.distance.lo > 0.0, !touches);
    const Outcome nearest = cell.place == Place::kRests ? Outcome::kContact : cell.expected();
    EXPECT_EQ(name(clearance.outcome), name(nearest));
    const ClearanceCurve curve = clearance_curve(scene, {}, 3, ClearancePairs::kAll);
    EXPECT_EQ(name(curve.samples[0].nearest.clearance.outcome),
              name(at_start ? nearest : Outcome::kSeparated));
    EXPECT_EQ(curve.smallest.clearance.distance.lo > 0.0, !touches);
    if (cell.place == Place::kApart) {
      EXPECT_LE(clearance.distance.lo, 0.8 * kGap + 1e-9);
      EXPECT_GE(clearance.distance.hi, 0.8 * kGap - 1e-9);
      EXPECT_LE(clearance.distance.hi, 0.8 * kGap + 2.0 * kTolerance + 2.0 * cell.error());
    }

    const auto intervals = contact_intervals_per_pair(scene, {.far_pairs = true});
    ASSERT_EQ(intervals.size(), 1u);
    EXPECT_EQ(intervals[0].contacts.intervals.size(), touches ? 1u : 0u);
    if (touches) {
      EXPECT_EQ(intervals[0].contacts.intervals[0].from_start, at_start);
    }

    if (cell.kind.deforms) return;  // `step` refuses it
    const SceneWalk walk = walk_scene(scene, 0.25);
    EXPECT_EQ(!walk.events.empty(), touches);
  });
}

TEST(G2_EveryKind, ProofsOfWhatIsApartAndOfWhatMeetsAreAccepted) {
  for_each(all_cells(), [&](const Cell& cell) {
    const Scene scene = cell.scene();
    const ProofScene proofs(scene);
    ContactOptions options;
    options.far_pairs = true;
    std::vector<ProvedReport> proved;
    prove_reports(proofs, contacts_per_pair(scene, options), options,
                  [&](const ProvedReport& report) { proved.push_back(report); });
    ASSERT_EQ(proved.size(), 1u);
    if (cell.kind.deforms) return;  // proofs are of partners that stand
    const bool overlaps = cell.expected() == Outcome::kOverlapAtStart;
    const bool rests = cell.place == Place::kRests;
    const bool are_curved =
        cell.kind.body.shape.curved() != nullptr && cell.partner.body.shape.curved() != nullptr;
    // Of bodies at rest on each other only two curved ones can be proved not to sink in.
    if (!(rests && are_curved && !overlaps)) {
      ASSERT_EQ(proved[0].proof.has_value(), !rests && !overlaps);
    }
    if (!proved[0].proof) return;
    const Verdict verdict = CertificateCheck(proofs).check(*proved[0].proof);
    EXPECT_TRUE(verdict.accepted) << verdict.place << ": " << verdict.reason;
  });
}

TEST(O6_EveryKind, TheMonitorAnnouncesWhatWillTouchAndNothingElse) {
  for (const bool confirms : {false, true}) {
    for_each(all_cells(), [&](const Cell& cell) {
      // Who confirms is asked for every kind, but not with every partner.
      if (confirms && cell.partner.body.name != "small ball") return;
      MonitorOptions options{.horizon = 0.2, .steps = 2};
      if (confirms) options.confirm = confirm_by_proof();
      OctreeMonitor monitor(cell.scene(), options);
      bool is_announced = false;
      for (int k = 0; k <= 10; ++k) {
        const double t = 0.1 * k;
        monitor.observe({BodyId(1), t, pose_at(cell.motion(), t), {}});
        for (const MonitorEvent& event : monitor.cycle(t))
          is_announced = is_announced || event.kind == MonitorEventKind::kAnnounced;
      }
      EXPECT_EQ(is_announced, cell.touches()) << confirms;
    });
  }
}

TEST(V1_EveryKind, VolumesAreOfTheShapesThemselves) {
  for_each(all_cells(), [&](const Cell& cell) {
    const PreparedScene scene(cell.scene(), ShapeNeed::kNothing);
    const bool is_refused = cell.kind.body.padding > 0.0 || cell.kind.body.name == "rounded mesh" ||
                            cell.kind.body.name == "rounded plate";
    if (is_refused) {
      EXPECT_THROW(OverlapScene{scene}, InputError);
      return;
    }
    if (!cell.kind.is_solid || cell.place == Place::kRests) return;
    const auto overlaps = OverlapScene(scene).overlaps_at(0.0);
    const double volume = overlaps.empty() ? 0.0 : overlaps[0].overlap.volume;
    if (cell.expected() != Outcome::kOverlapAtStart) {
      EXPECT_EQ(volume, 0.0);
      return;
    }
    EXPECT_GT(volume, 0.0);
    if (cell.place != Place::kInside) return;
    const double whole = cell.partner.body.name == "small ball"          ? 4.18879e-3
                         : cell.partner.body.name == "small curved ball" ? 4.18879e-3
                         : cell.partner.body.name == "small capsule"     ? 1.309e-3
                         : cell.partner.body.name == "small cylinder"    ? 1.5708e-3
                                                                         : 8e-3;
    EXPECT_NEAR(volume, whole, 0.02 * whole);
  });
}

TEST(G3_EveryKind, WrittenAndReadAgainTheAnswersAreTheSameBits) {
  for_each(all_cells(), [&](const Cell& cell) {
    const Scene scene = cell.scene();
    const Scene again = parse_scene(format_scene(scene));
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(name(again.bodies[i].shape.form()), name(scene.bodies[i].shape.form()));
      EXPECT_EQ(again.bodies[i].shape.mesh().content_hash(),
                scene.bodies[i].shape.mesh().content_hash());
    }
    const ContactReport a = first_contact(scene).report, b = first_contact(again).report;
    EXPECT_EQ(a.outcome, b.outcome);
    EXPECT_EQ(a.time, b.time);
    ASSERT_EQ(a.contacts.size(), b.contacts.size());
    for (std::size_t i = 0; i < a.contacts.size(); ++i) {
      EXPECT_EQ(a.contacts[i].point_a, b.contacts[i].point_a);
      EXPECT_EQ(a.contacts[i].point_b, b.contacts[i].point_b);
    }
  });
}

}  // namespace graze::test
