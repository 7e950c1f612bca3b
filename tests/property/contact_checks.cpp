// SPDX-License-Identifier: MIT
#include "property/contact_checks.h"

#include <cmath>
#include <sstream>

namespace graze::test {
namespace {
WideObbTree tree_of(const TriangleMesh& mesh) {
  return WideObbTree(build_obb_tree(mesh, {.threads = 1}));
}

std::string with_time(const char* what, double t, double number) {
  std::ostringstream text;
  text.precision(17);
  text << what << " at t = " << t << ": " << number;
  return text.str();
}

/// Up to where the answer says that nothing touches; the end itself is claimed only by kSeparated.
double claimed_free_before(const ContactReport& report) {
  return report.outcome == Outcome::kSeparated ? 2.0 : report.time.lo;
}

/// Bodies that start in touch may stay so: nothing is claimed about zero distance then.
bool claims_freedom(const ContactTruth& truth, const ContactQuery& query,
                    const ContactReport& report) {
  if (report.outcome == Outcome::kOverlapAtStart) return false;
  return report.start == StartState::kApart ||
         truth.at(0.0).nearest.distance > 1e-3 * query.tolerance;
}

std::string missed_contact(const ContactTruth& truth, const ContactReport& report,
                           const std::vector<Instant>& instants) {
  const double end = claimed_free_before(report);
  int confirmed = 0;
  for (const Instant& instant : instants) {
    if (instant.nearest.distance > 0.0 || !(instant.t < end) || ++confirmed > 3) continue;
    if (truth.surely_intersect(instant)) return with_time("missed a contact", instant.t, end);
  }
  return {};
}

/// Samples that crowd towards the last safe time.
std::vector<Instant> before_contact(const ContactTruth& truth, double lo) {
  std::vector<Instant> instants;
  for (const int power : {3, 8, 16, 24, 34, 44}) {
    const double t = lo - std::ldexp(lo, -power);
    if (t < lo) instants.push_back(truth.at(t));
  }
  return instants;
}

std::string wrong_pair(const ContactTruth& truth, const ContactReport& report, double most) {
  if (report.contacts.empty()) return "no pair is named";
  const Contact& contact = report.contacts[0];
  const std::uint32_t a = contact.feature_a.triangle.value, b = contact.feature_b.triangle.value;
  const double t = report.time.hi;
  if (truth.surely_within(t, a, b, most)) return {};
  return with_time("too far apart", t, truth.true_distance(t, a, b));
}

std::string wrong_contact(const ContactTruth& truth, const ContactQuery& query,
                          const ContactReport& report) {
  if (!(0.0 <= report.time.lo && report.time.lo <= report.time.hi && report.time.hi <= 1.0))
    return with_time("bracket", report.time.lo, report.time.hi);
  return wrong_pair(truth, report, query.tolerance);
}
}  // namespace

AskedQuery::AskedQuery(ContactQuery asked)
    : query(std::move(asked)), wide_a(tree_of(query.a.mesh)), wide_b(tree_of(query.b.mesh)) {}

ContactReport AskedQuery::certified(const CertifiedOptions& options) const {
  CertifiedOptions all = options;
  all.tolerance = query.tolerance;
  return first_contact_certified({wide_a, query.a.motion}, {wide_b, query.b.motion}, all);
}

ContactReport AskedQuery::bisection(std::uint64_t max_tests) const {
  return first_contact_bisection(
      {build_obb_tree(wide_a.mesh()), query.a.motion},
      {build_obb_tree(wide_b.mesh()), query.b.motion},
      {.tolerance = query.tolerance, .budget = {.max_tests = max_tests}});
}

AskedQuery swapped(const AskedQuery& asked) {
  AskedQuery other = asked;
  std::swap(other.query.a, other.query.b);
  std::swap(other.wide_a, other.wide_b);
  return other;
}

AskedQuery moved(const AskedQuery& asked, const Pose& frame) {
  AskedQuery other = asked;
  for (OracleBody* body : {&other.query.a, &other.query.b})
    body->motion = Motion::placed(frame, body->motion, {});
  return other;
}

AskedQuery reversed(const AskedQuery& asked) {
  AskedQuery other = asked;
  for (OracleBody* body : {&other.query.a, &other.query.b})
    body->motion = Motion::reversed(body->motion);
  return other;
}

std::string what_is_wrong(const ContactTruth& truth, const ContactQuery& query,
                          const ContactReport& report, const std::vector<Instant>& instants) {
  if (report.guarantee != Guarantee::kProved) return "not proved";
  std::string wrong;
  if (report.outcome == Outcome::kOverlapAtStart) wrong = wrong_pair(truth, report, 0.0);
  if (report.outcome == Outcome::kContact) wrong = wrong_contact(truth, query, report);
  if (!wrong.empty() || !claims_freedom(truth, query, report)) return wrong;
  wrong = missed_contact(truth, report, instants);
  if (wrong.empty() && report.outcome != Outcome::kSeparated)
    wrong = missed_contact(truth, report, before_contact(truth, report.time.lo));
  return wrong;
}

bool same_bits(const ContactReport& x, const ContactReport& y) {
  if (x.outcome != y.outcome || x.time != y.time || x.start != y.start) return false;
  if (x.contacts.size() != y.contacts.size() || x.stats.box_tests != y.stats.box_tests ||
      x.stats.iterations != y.stats.iterations)
    return false;
  return x.contacts.empty() || (x.contacts[0].point == y.contacts[0].point &&
                                x.contacts[0].normal == y.contacts[0].normal &&
                                x.contacts[0].feature_a == y.contacts[0].feature_a &&
                                x.contacts[0].feature_b == y.contacts[0].feature_b);
}

}  // namespace graze::test
