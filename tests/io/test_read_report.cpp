// SPDX-License-Identifier: MIT
// What is written is read: random documents come back bit by bit, and whatever is changed in one is
// either refused with a place or read as something.
#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <tuple>

#include "graze/base/error.h"
#include "graze/io/read_report.h"
#include "graze/io/write_steps.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Scene scene_named(const std::vector<std::string>& names) {
  Scene scene;
  for (const std::string& name : names) scene.bodies.push_back({.name = name});
  return scene;
}

class Maker {
 public:
  explicit Maker(std::uint64_t trial) : random_(generator(trial)) {}

  std::size_t below(std::size_t count) { return random_() % count; }
  template <typename T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }
  double number() { return any_double(random_); }
  Vec3 vec() { return {number(), number(), number()}; }
  Interval interval() { return any_interval(random_); }

  Feature feature() {
    Feature f;
    f.kind = one_of({FeatureKind::kVertex, FeatureKind::kEdge, FeatureKind::kFace});
    f.triangle = TriangleId(below(4'000'000'000u));
    const int used = f.kind == FeatureKind::kFace ? 0 : f.kind == FeatureKind::kVertex ? 1 : 2;
    for (int k = 0; k < used; ++k) f.vertices[k] = static_cast<std::uint32_t>(below(1u << 31));
    return f;
  }
  Contact contact() { return {vec(), vec(), vec(), vec(), number(), feature(), feature()}; }
  Stats stats() {
    return {below(1u << 30), below(9), below(9), below(1ull << 53), below(9), number()};
  }

  ContactReport report() {
    ContactReport r;
    r.outcome = one_of(
        {Outcome::kSeparated, Outcome::kContact, Outcome::kOverlapAtStart, Outcome::kUndecided});
    if (r.outcome == Outcome::kUndecided) r.undecided = static_cast<Undecided>(1 + below(10));
    r.guarantee = guarantee();
    r.method = method();
    r.start = one_of({StartState::kApart, StartState::kTouching, StartState::kOverlapping});
    r.time = interval();
    r.tolerance = number();
    r.closing_speed = number();
    for (std::size_t k = below(4); k > 0; --k) r.contacts.push_back(contact());
    if (below(2) == 0) r.reason = "because of \"this\"\n";
    r.stats = stats();
    return r;
  }
  Guarantee guarantee() {
    return one_of({Guarantee::kProved, Guarantee::kConservative, Guarantee::kSampled});
  }
  Method method() {
    return one_of({Method::kCertified, Method::kBisection, Method::kLinear, Method::kAnalytic,
                   Method::kBacktracking, Method::kOctree, Method::kVolume});
  }
  std::pair<BodyId, BodyId> pair() {
    const std::size_t a = below(3);
    return {BodyId(a), BodyId(a + 1)};
  }
  ReportHeader header() {
    ReportHeader h{"scene \"1\"", "mm", interval(), number(), {}};
    if (below(2) == 0) h.checked_pairs = below(1000);
    return h;
  }

  ContactIntervals intervals() {
    ContactIntervals c;
    c.outcome = one_of({Outcome::kSeparated, Outcome::kContact, Outcome::kUndecided});
    c.guarantee = guarantee();
    c.sure_until = number();
    c.tolerance = number();
    for (std::size_t k = below(4); k > 0; --k) {
      c.intervals.push_back({interval(), interval(), below(2) == 0, below(2) == 0});
    }
    return c;
  }

  Clearance clearance() {
    Clearance c;
    c.outcome = one_of({Outcome::kSeparated, Outcome::kContact, Outcome::kUndecided});
    c.guarantee = guarantee();
    c.distance = interval();
    if (below(4) == 0) c.distance.hi = kInfinity;  // not known
    c.time = number();
    c.closest = contact();
    c.stats = stats();
    return c;
  }

  SceneEvent event() {
    using Kind = SceneEvent::Kind;
    SceneEvent e;
    e.kind = one_of({Kind::kContact, Kind::kOverlap, Kind::kApart, Kind::kUndecided});
    std::tie(e.a, e.b) = pair();
    e.step = interval();
    e.report = report();
    e.event.kind = one_of({ContactKind::kVertexFace, ContactKind::kEdgeEdge, ContactKind::kEdgeFace,
                           ContactKind::kFaceFace, ContactKind::kSeveral});
    e.event.point = vec();
    e.event.centroid = vec();
    e.event.normal = vec();
    for (std::size_t k = below(4); k > 0; --k) e.event.manifold.push_back({vec(), vec(), number()});
    return e;
  }

 private:
  std::mt19937_64 random_;
};

const std::vector<std::string> kNames{"arm", "tool \"x\"",
                                      "t\xc3\xa4"
                                      "ble",
                                      "d"};

/// A document with `count` random entries about the bodies of kNames.
template <typename Pair, typename Value>
std::vector<Pair> pairs_of(Maker& make, Value value) {
  std::vector<Pair> pairs;
  for (std::size_t k = make.below(5); k > 0; --k) {
    const auto [a, b] = make.pair();
    pairs.push_back({a, b, value()});
  }
  return pairs;
}

struct Texts {
  std::string report, clearance, intervals, steps, line;
};

Texts random_texts(Maker& make) {
  const Scene scene = scene_named(kNames);
  Texts texts;
  auto reports = pairs_of<PairReport>(make, [&] { return make.report(); });
  texts.report = report_document(scene, make.header(), reports);
  texts.clearance = clearance_document(
      scene, make.header(), pairs_of<PairClearance>(make, [&] { return make.clearance(); }));
  texts.intervals = intervals_document(
      scene, make.header(), pairs_of<PairIntervals>(make, [&] { return make.intervals(); }));
  SceneWalk walk;
  walk.span = make.interval();
  walk.dt = make.number();
  walk.counts = {make.below(99), make.below(99), make.below(99), make.below(99)};
  for (std::size_t k = make.below(4); k > 0; --k) walk.events.push_back(make.event());
  texts.steps = step_document(scene, make.header(), walk);
  const auto [a, b] = make.pair();
  texts.line = report_line(scene, {make.below(99), true}, {a, b, make.report()});
  return texts;
}

TEST(G1_ReadReport, EveryDocumentIsReadAndWrittenAgainBitByBit) {
  for (std::uint64_t trial = trials(20'000); trial > 0; --trial) {
    Maker make(trial);
    const Texts texts = random_texts(make);
    const ContactDocument report = parse_report(texts.report);
    ASSERT_EQ(report_document(scene_named(report.bodies), report.header, report.reports),
              texts.report);
    const ClearanceDocument clearance = parse_clearances(texts.clearance);
    ASSERT_EQ(
        clearance_document(scene_named(clearance.bodies), clearance.header, clearance.clearances),
        texts.clearance);
    const IntervalsDocument intervals = parse_intervals(texts.intervals);
    ASSERT_EQ(intervals_document(scene_named(intervals.bodies), intervals.header, intervals.pairs),
              texts.intervals);
    const StepDocument steps = parse_steps(texts.steps);
    ASSERT_EQ(step_document(scene_named(steps.bodies), steps.header, steps.walk), texts.steps);
    std::vector<std::string> bodies;
    const ContactLine line = parse_report_line(texts.line, "line", bodies);
    ASSERT_EQ(report_line(scene_named(bodies), {line.question, true}, line.report), texts.line);
  }
}

template <typename Parse>
bool is_refused_with_place(const Parse& parse, const std::string& text) {
  try {
    parse(text, "here");
    return false;
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("here"), std::string::npos) << error.what();
    return true;
  }
}

TEST(G1_ReadReport, AChangedDocumentIsRefusedWithItsPlaceOrRead) {
  std::uint64_t refused = 0, read = 0;
  for (std::uint64_t trial = trials(20'000); trial > 0; --trial) {
    Maker make(trial);
    Texts texts = random_texts(make);
    for (std::string* text : {&texts.report, &texts.clearance, &texts.intervals, &texts.steps}) {
      const std::size_t at = make.below(text->size());
      if (make.below(2) == 0) {
        (*text)[at] = static_cast<char>(make.below(128));
      } else {
        text->erase(at, 1 + make.below(5));
      }
    }
    refused += is_refused_with_place(parse_report, texts.report);
    refused += is_refused_with_place(parse_clearances, texts.clearance);
    refused += is_refused_with_place(parse_intervals, texts.intervals);
    const bool last = is_refused_with_place(parse_steps, texts.steps);
    refused += last;
    read += !last;
  }
  std::printf("%llu refused\n", static_cast<unsigned long long>(refused));
  EXPECT_GT(refused, 0u);
  EXPECT_GT(read, 0u);
}

TEST(G1_ReadReport, AnotherFormatIsRefusedByName) {
  const std::string text = report_document(scene_named(kNames), {}, {});
  EXPECT_TRUE(is_refused_with_place(parse_clearances, text));
  EXPECT_TRUE(is_refused_with_place(parse_steps, text));
  EXPECT_TRUE(is_refused_with_place(parse_report, "{}"));
}

Robot two_joints() {
  Robot robot;
  robot.name = "r";
  for (const char* name : {"base", "arm", "hand"}) robot.links.push_back({.name = name});
  for (std::size_t k = 0; k < 2; ++k) {
    RobotJoint joint;
    joint.name = k == 0 ? "a" : "b";
    joint.kind = RobotJointKind::kRevolute;
    joint.parent = k;
    joint.child = k + 1;
    robot.joints.push_back(joint);
  }
  return robot;
}

TEST(G3_ReadRobotReports, SweepsAndAuditsAreReadAndWrittenAgain) {
  RobotScene robot;
  robot.robot = two_joints();
  robot.scene = scene_named({"base", "arm", "hand"});
  SweepResult sweep;
  sweep.sweeps = 3;
  sweep.runs = 9;
  sweep.undecided = 1;
  SweepContact contact{{1, -0.25, 1.5}, {0.1, 0.2}, {BodyId(0), BodyId(1), {}}, 0.75};
  contact.pair.report.outcome = Outcome::kContact;
  sweep.contacts.push_back(contact);
  const std::string swept = sweep_document(robot, sweep);
  const SweepDocument read = parse_sweep(swept);
  EXPECT_EQ(read.joints, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(read.result.contacts.at(0).others, contact.others);
  EXPECT_EQ(sweep_document(robot, read.result), swept);

  std::vector<LinkPairAudit> audits{{0, 1, TouchVerdict::kAdjacent},
                                    {0, 2, TouchVerdict::kSometimes, 2, 7, 9, {0.5, -0.5}, 0.0, 3}};
  const std::string audited = audit_document(robot.robot, {1000, 42}, audits);
  const AuditDocument document = parse_audit(audited);
  EXPECT_EQ(document.links, (std::vector<std::string>{"base", "arm", "hand"}));
  EXPECT_EQ(document.header.seed, 42u);
  EXPECT_EQ(audit_document(robot.robot, document.header, document.audits), audited);
}

/// The hand touches in the second of three segments; one position and one speed break their limits.
RobotScene robot_on_its_way() {
  RobotScene robot;
  robot.robot = two_joints();
  robot.robot.joints[0].limits = {-1.0, 1.0, 0.0};
  robot.robot.joints[1].limits = {-9.0, 9.0, 0.75};
  robot.scene = scene_named({"base", "arm", "hand"});
  robot.rest = {0.0, 0.0};
  JointTrajectory way;
  way.joints = {"a", "b"};
  way.points = {{0.0, {0.0, 0.0}}, {1.0, {0.5, 0.5}}, {2.0, {1.5, 0.5}}, {3.0, {0.5, 1.5}}};
  robot.trajectory = way;
  return robot;
}

TEST(G3_ReadRobotReports, JointsSegmentsAndLimitsOfACheckAreRead) {
  const RobotScene robot = robot_on_its_way();
  std::vector<PairReport> reports(3);
  for (std::size_t k = 0; k < 3; ++k) {
    reports[k] = {BodyId(0), BodyId(k == 0 ? 1 : 2), {}};
    reports[k].report.outcome = k == 0 ? Outcome::kSeparated : Outcome::kContact;
    reports[k].report.time = {1.25, 1.5};
  }
  reports[2].report.outcome = Outcome::kOverlapAtStart;
  reports[2].report.time = {0.0, 0.0};
  const auto read = parse_report(robot_report_document(robot, {}, reports)).robot;
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->name, "r");
  EXPECT_EQ(read->joints, (std::vector<std::string>{"a", "b"}));
  ASSERT_EQ(read->contacts.size(), 2u);
  EXPECT_EQ(read->contacts[0].report, 1u);
  EXPECT_EQ(read->contacts[0].segment, 1u);
  EXPECT_EQ(read->contacts[0].joints, joints_at(robot, 1.5));
  EXPECT_EQ(read->contacts[0].joints_last_safe, joints_at(robot, 1.25));
  EXPECT_EQ(read->contacts[1].joints, joints_at(robot, 0.0));
  EXPECT_TRUE(read->contacts[1].joints_last_safe.empty());
  const std::vector<TrajectoryBreach> breaches = limit_breaches(robot);
  ASSERT_GE(breaches.size(), 2u);
  ASSERT_EQ(read->limit_breaches.size(), breaches.size());
  for (std::size_t k = 0; k < breaches.size(); ++k) {
    const TrajectoryBreach &was = breaches[k], &is = read->limit_breaches[k];
    EXPECT_EQ(std::tie(was.joint, was.point, was.time, was.value, was.is_speed),
              std::tie(is.joint, is.point, is.time, is.value, is.is_speed));
  }
  EXPECT_FALSE(parse_report(report_document(robot.scene, {}, reports)).robot.has_value());
}

TEST(G5_ReadAnswers, CompactAndVerdictLinesSayWhatTheFullOnesSay) {
  for (std::uint64_t trial = trials(2'000); trial > 0; --trial) {
    Maker make(trial);
    const Scene scene = scene_named(kNames);
    std::vector<PairReport> reports;
    for (std::size_t k = 1 + make.below(9); k > 0; --k) {
      const auto [a, b] = make.pair();
      reports.push_back({a, b, make.report()});
    }
    const VerdictLine all = parse_verdict_line(verdict_line(7, reports), "line");
    EXPECT_EQ(all.first_question, 7u);
    ASSERT_EQ(all.verdicts.size(), reports.size());
    for (std::size_t k = 0; k < reports.size(); ++k) {
      std::vector<std::string> bodies = kNames;
      const CompactLine line =
          parse_compact_line(compact_line(scene, {k, false}, reports[k]), "line", bodies);
      const ContactReport& report = reports[k].report;
      EXPECT_EQ(line.question, k);
      EXPECT_EQ(line.outcome, report.outcome);
      EXPECT_EQ(all.verdicts[k], report.outcome);
      EXPECT_EQ(line.pair, touches(report.outcome)
                               ? std::optional(std::pair(reports[k].a, reports[k].b))
                               : std::nullopt);
      EXPECT_EQ(line.time.has_value(), report.outcome != Outcome::kSeparated);
      const Interval time = line.time.value_or(report.time);
      EXPECT_TRUE(time.lo == report.time.lo && time.hi == report.time.hi);
    }
  }
  EXPECT_THROW(parse_verdict_line(R"({"question": 1, "verdicts": "scx"})", "line"), InputError);
}

TEST(G3_ReadRobotReports, NamesAreEscapedInAnSrdf) {
  Robot robot = two_joints();
  robot.links[1].name = "a<\"&";
  const std::vector<LinkPairAudit> audits{{0, 1, TouchVerdict::kAdjacent}};
  EXPECT_NE(audit_srdf(robot, audits).find("link2=\"a&lt;&quot;&amp;\""), std::string::npos);
}
}  // namespace
}  // namespace graze::test
