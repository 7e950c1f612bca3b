// SPDX-License-Identifier: MIT
// Question   Which velocities are nearest to those wished for, under contacts, friction and joints?
// Source     Redon, Kheddar, Coquillart 2002 (ICRA): Gauss' principle of least constraint; friction
//            as in Alart, Curnier 1991.
// Guarantee  None of safety: what it gives is proved free before it is taken. `residual` says how
//            well Coulomb's law holds.
// Changed    Solved in the velocities, not in the impulses: as many unknowns as bodies have
//            freedoms, and redundant contacts are welcome.
#include "dynamics/least_constraint.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "dynamics/block_matrix.h"
#include "dynamics/contact_law.h"

namespace graze::dynamics {
namespace {
// Rows give way by this part of what their impulse would do to the bodies alone; soft ones first.
constexpr std::array<double, 3> kCompliances{1e-4, 1e-6, 1e-8};
constexpr double kGood = 1e-6;  // a residual that is good enough
constexpr double kFair = 1e-4;  // and one that is not worth more than a few tries
constexpr int kMostNewton = 40;
constexpr int kMostShifts = 12;
constexpr int kMostCoulomb = 8;
constexpr int kMostCuts = 40;  // of a step
constexpr double kNearZero = 0.3;

Mat3 cross_matrix(const Vec3& r) {
  Mat3 m;
  m << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
  return m;
}

// Twist at `to` from a twist at `from`.
Mat6 shift_twist(const Vec3& from, const Vec3& to) {
  Mat6 m = Mat6::Identity();
  m.block<3, 3>(0, 3) = -cross_matrix(to - from);
  return m;
}

struct Pair {
  int a, b;
  Vec3 origin;
  Vec6 given;
  Mat6 at_a, at_b;  // twist at the origin from the body's own
  std::size_t first, count;
};

struct Row {
  SolverRow row;
  double give;
};

class Solver {
 public:
  explicit Solver(const SolverProblem& problem);

  void set_compliance(double compliance) { compliance_ = compliance; }
  void minimise(ContactLaw law);
  void solve_coulomb();
  void set_shifts();
  void follow_shifts();
  void set_guess();
  double residual(ContactLaw law);
  SolverResult result(double residual, ContactLaw law) const;
  const Eigen::VectorXd& velocities() const { return u_; }
  void set_velocities(const Eigen::VectorXd& u) { u_ = u; }

 private:
  int size() const { return static_cast<int>(problem_.bodies.size()); }
  Mat6 mass(int i) const;
  Vec6 relative_twist(const Pair& pair, const Eigen::VectorXd& u) const;
  /// M (u - wish) - forces; stiffness into matrix_ if asked for.
  Eigen::VectorXd gradient(const Eigen::VectorXd& u, ContactLaw law, bool with_matrix);
  void add_pair(const Pair& pair, const Eigen::VectorXd& u, ContactLaw law, bool with_matrix,
                Eigen::VectorXd& gradient);
  static void add_wrench(const Pair& pair, const Vec6& wrench, Eigen::VectorXd& sum);
  void add_row(const Row& row, const Eigen::VectorXd& u, bool with_matrix,
               Eigen::VectorXd& gradient);
  void lock(Eigen::VectorXd& gradient, bool with_matrix);
  double size_of(const Eigen::VectorXd& momentum) const;
  /// Of a step along which the potential begins with this slope.
  double step_length(const Eigen::VectorXd& step, ContactLaw law, double slope) const;
  /// Below this an imbalance is rounding.
  double least_imbalance() const { return std::max(1e-10, 1e-15 / compliance_) * scale_; }
  double stiffness_of(const Row& row) const {
    return 1.0 / (compliance_ * row.give + row.row.softness);
  }
  static double row_velocity(const SolverRow& row, const Eigen::VectorXd& u);

  const SolverProblem& problem_;
  std::vector<Pair> pairs_;
  std::vector<LawContact> contacts_;
  std::vector<Row> rows_;
  Eigen::VectorXd wish_, u_, inverse_root_;  // inverse_root_: of the mass, about
  double scale_ = 1.0;
  double compliance_ = kCompliances.back();
  BlockMatrix matrix_;
  int iterations_ = 0;
};

std::vector<std::pair<int, int>> links_of(const SolverProblem& problem) {
  std::vector<std::pair<int, int>> links;
  for (const SolverPair& p : problem.pairs) {
    if (p.a != kGiven && p.b != kGiven) links.push_back({p.a, p.b});
  }
  for (const SolverRow& r : problem.rows) {
    if (r.a != kGiven && r.b != kGiven) links.push_back({r.a, r.b});
  }
  return links;
}

Mat6 mass_matrix(const SolverBody& body) {
  Mat6 m = Mat6::Zero();
  m.diagonal().head<3>().setConstant(body.mass);
  m.block<3, 3>(3, 3) = body.inertia;
  return m;
}

Mat6 mobility(const SolverBody& body) {
  Mat6 m = Mat6::Zero();
  m.diagonal().head<3>().setConstant(1.0 / body.mass);
  m.block<3, 3>(3, 3) = body.inertia.inverse();
  for (int k = 0; k < 6; ++k) {
    if (!body.is_locked[k]) continue;
    m.row(k).setZero();
    m.col(k).setZero();
  }
  return m;
}

Solver::Solver(const SolverProblem& problem)
    : problem_(problem), matrix_(static_cast<int>(problem.bodies.size()), links_of(problem)) {
  wish_.resize(6 * size());
  inverse_root_.resize(6 * size());
  std::vector<Mat6> mobilities;
  double total = 0.0;
  for (int i = 0; i < size(); ++i) {
    const SolverBody& body = problem.bodies[i];
    wish_.segment<6>(6 * i) = body.wish;
    inverse_root_.segment<3>(6 * i).setConstant(1.0 / std::sqrt(body.mass));
    inverse_root_.segment<3>(6 * i + 3) = body.inertia.diagonal().cwiseSqrt().cwiseInverse();
    mobilities.push_back(mobility(body));
    total += body.mass;
    for (int k = 0; k < 6; ++k) {
      if (body.is_locked[k]) wish_[6 * i + k] = 0.0;
    }
  }
  scale_ = std::sqrt(total) * problem.speed;
  u_ = wish_;
  for (const SolverPair& p : problem.pairs) {
    Pair pair{p.a,          p.b,          p.origin,         p.given,
              Mat6::Zero(), Mat6::Zero(), contacts_.size(), p.contacts.size()};
    Mat6 w = Mat6::Zero();
    if (p.a != kGiven) {
      pair.at_a = shift_twist(problem.bodies[p.a].position, p.origin + p.shift_a);
      w += pair.at_a * mobilities[p.a] * pair.at_a.transpose();
    }
    if (p.b != kGiven) {
      pair.at_b = shift_twist(problem.bodies[p.b].position, p.origin + p.shift_b);
      w += pair.at_b * mobilities[p.b] * pair.at_b.transpose();
    }
    for (const SolverContact& c : p.contacts) {
      const Vec3 arm = c.point - p.origin;
      Eigen::Matrix<double, 3, 6> g;
      g << Mat3::Identity(), -cross_matrix(arm);
      const Mat3 k = g * w * g.transpose();
      const double along = std::max(c.normal.dot(k * c.normal), 1e-300);
      const double across = std::max(0.5 * (k.trace() - along), 1e-300);
      contacts_.push_back({arm, c.normal, c.bound, c.friction, along, across});
    }
    pairs_.push_back(pair);
  }
  for (const SolverRow& r : problem.rows) {
    double k = 0.0;
    if (r.a != kGiven) k += r.j_a.dot(mobilities[r.a] * r.j_a);
    if (r.b != kGiven) k += r.j_b.dot(mobilities[r.b] * r.j_b);
    rows_.push_back({r, std::max(k, 1e-300)});
  }
}

void Solver::set_guess() {
  for (int i = 0; i < size(); ++i) {
    u_.segment<6>(6 * i) = problem_.bodies[i].guess;
    for (int k = 0; k < 6; ++k) {
      if (problem_.bodies[i].is_locked[k]) u_[6 * i + k] = 0.0;
    }
  }
}

Vec6 Solver::relative_twist(const Pair& pair, const Eigen::VectorXd& u) const {
  Vec6 twist = pair.given;
  if (pair.b != kGiven) twist += pair.at_b * u.segment<6>(6 * pair.b);
  if (pair.a != kGiven) twist -= pair.at_a * u.segment<6>(6 * pair.a);
  return twist;
}

void Solver::add_wrench(const Pair& pair, const Vec6& wrench, Eigen::VectorXd& sum) {
  if (pair.b != kGiven) sum.segment<6>(6 * pair.b) += pair.at_b.transpose() * wrench;
  if (pair.a != kGiven) sum.segment<6>(6 * pair.a) -= pair.at_a.transpose() * wrench;
}

void Solver::add_pair(const Pair& pair, const Eigen::VectorXd& u, ContactLaw law, bool with_matrix,
                      Eigen::VectorXd& gradient) {
  const Vec6 twist = relative_twist(pair, u);
  Vec6 wrench = Vec6::Zero();
  Mat6 stiffness = Mat6::Zero();
  for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
    const LawContact& c = contacts_[i];
    Mat3 k = Mat3::Zero();
    const Vec3 f = force_of(c, c.velocity(twist), law, compliance_, with_matrix ? &k : nullptr);
    if (f.isZero(0.0)) continue;
    wrench.head<3>() += f;
    wrench.tail<3>() += c.arm.cross(f);
    if (!with_matrix) continue;
    const Mat3 r = cross_matrix(c.arm);
    const Mat3 kr = k * r, rk = r * k;
    stiffness.block<3, 3>(0, 0) += k;
    stiffness.block<3, 3>(0, 3) -= kr;
    stiffness.block<3, 3>(3, 0) += rk;
    stiffness.block<3, 3>(3, 3) -= r * kr;
  }
  add_wrench(pair, -wrench, gradient);
  if (!with_matrix) return;
  if (pair.b != kGiven) matrix_.add(pair.b, pair.b, pair.at_b.transpose() * stiffness * pair.at_b);
  if (pair.a != kGiven) matrix_.add(pair.a, pair.a, pair.at_a.transpose() * stiffness * pair.at_a);
  if (pair.a == kGiven || pair.b == kGiven) return;
  matrix_.add(pair.b, pair.a, -pair.at_b.transpose() * stiffness * pair.at_a);
  matrix_.add(pair.a, pair.b, -pair.at_a.transpose() * stiffness * pair.at_b);
}

double Solver::row_velocity(const SolverRow& row, const Eigen::VectorXd& u) {
  double v = 0.0;
  if (row.a != kGiven) v += row.j_a.dot(u.segment<6>(6 * row.a));
  if (row.b != kGiven) v += row.j_b.dot(u.segment<6>(6 * row.b));
  return v;
}

void Solver::add_row(const Row& row, const Eigen::VectorXd& u, bool with_matrix,
                     Eigen::VectorXd& gradient) {
  const SolverRow& r = row.row;
  const double stiff = stiffness_of(row);
  const double free = stiff * (r.bound - row_velocity(r, u));
  const double force = std::clamp(free, r.least, r.most);
  if (r.a != kGiven) gradient.segment<6>(6 * r.a) -= force * r.j_a;
  if (r.b != kGiven) gradient.segment<6>(6 * r.b) -= force * r.j_b;
  if (!with_matrix || force != free) return;
  if (r.a != kGiven) matrix_.add(r.a, r.a, stiff * r.j_a * r.j_a.transpose());
  if (r.b != kGiven) matrix_.add(r.b, r.b, stiff * r.j_b * r.j_b.transpose());
  if (r.a == kGiven || r.b == kGiven) return;
  matrix_.add(r.a, r.b, stiff * r.j_a * r.j_b.transpose());
  matrix_.add(r.b, r.a, stiff * r.j_b * r.j_a.transpose());
}

// A locked direction has no unknown: its gradient is nothing and its mass beyond all others.
void Solver::lock(Eigen::VectorXd& gradient, bool with_matrix) {
  for (int i = 0; i < size(); ++i) {
    for (int k = 0; k < 6; ++k) {
      if (!problem_.bodies[i].is_locked[k]) continue;
      gradient[6 * i + k] = 0.0;
      if (!with_matrix) continue;
      Mat6 wall = Mat6::Zero();
      const SolverBody& body = problem_.bodies[i];
      wall(k, k) = 1e14 * (k < 3 ? body.mass : body.inertia.trace());
      matrix_.add(i, i, wall);
    }
  }
}

Eigen::VectorXd Solver::gradient(const Eigen::VectorXd& u, ContactLaw law, bool with_matrix) {
  Eigen::VectorXd g(6 * size());
  if (with_matrix) matrix_.set_zero();
  for (int i = 0; i < size(); ++i) {
    const Mat6 m = mass_matrix(problem_.bodies[i]);
    g.segment<6>(6 * i) = m * (u - wish_).segment<6>(6 * i);
    if (with_matrix) matrix_.add(i, i, m);
  }
  for (const Pair& pair : pairs_) add_pair(pair, u, law, with_matrix, g);
  for (const Row& row : rows_) add_row(row, u, with_matrix, g);
  lock(g, with_matrix);
  return g;
}

double Solver::size_of(const Eigen::VectorXd& momentum) const {
  return momentum.cwiseProduct(inverse_root_).norm();
}

// The slope of the potential along a step, by what contacts and rows see of it.
class Slope {
 public:
  Slope(double at_start, double growth, ContactLaw law, double compliance)
      : at_start_(at_start), growth_(growth), law_(law), compliance_(compliance) {}
  void add(const LawContact& c, const Vec3& v, const Vec3& change) {
    contacts_.push_back({&c, v, change});
  }
  void add(const SolverRow& row, double stiffness, double v, double change) {
    rows_.push_back({&row, stiffness, v, change});
  }
  double operator()(double t) const {
    double slope = at_start_ + t * growth_;
    for (const AtContact& c : contacts_) {
      slope -= force_of(*c.contact, c.v + t * c.change, law_, compliance_, nullptr).dot(c.change);
    }
    for (const AtRow& r : rows_) {
      const double free = r.stiffness * (r.row->bound - r.v - t * r.change);
      slope -= std::clamp(free, r.row->least, r.row->most) * r.change;
    }
    return slope;
  }

 private:
  struct AtContact {
    const LawContact* contact;
    Vec3 v, change;
  };
  struct AtRow {
    const SolverRow* row;
    double stiffness, v, change;
  };
  double at_start_, growth_;
  ContactLaw law_;
  double compliance_;
  std::vector<AtContact> contacts_;
  std::vector<AtRow> rows_;
};

// Where a rising slope is about zero, not beyond: below zero at 0, above at 1 (Illinois, and the
// geometric mean, since it may be so at a very small part of the step).
double zero_of(const Slope& slope, double at_0, double at_1) {
  const double small = kNearZero * std::abs(at_0);
  double lo = 0.0, hi = 1.0, slope_lo = at_0, slope_hi = at_1;
  for (int i = 0, side = 0; i < kMostCuts && (lo == 0.0 || hi - lo > kNearZero * hi); ++i) {
    double t = lo + (hi - lo) * slope_lo / (slope_lo - slope_hi);
    if (i % 2 == 1) t = lo > 0.0 ? std::sqrt(lo * hi) : 0.03 * hi;
    const double s = slope(t);
    if (std::abs(s) <= small) return t;
    if (s < 0.0) {
      lo = t, slope_lo = s;
      if (side == -1) slope_hi *= 0.5;
      side = -1;
    } else {
      hi = t, slope_hi = s;
      if (side == 1) slope_lo *= 0.5;
      side = 1;
    }
  }
  return lo;
}

double Solver::step_length(const Eigen::VectorXd& step, ContactLaw law, double at_0) const {
  double linear = 0.0, growth = 0.0;
  for (int i = 0; i < size(); ++i) {
    const Vec6 d = step.segment<6>(6 * i), push = mass_matrix(problem_.bodies[i]) * d;
    linear += push.dot((u_ - wish_).segment<6>(6 * i));
    growth += push.dot(d);
  }
  Slope slope(linear, growth, law, compliance_);
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    const Vec6 change = relative_twist(pair, step) - pair.given;
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      slope.add(contacts_[i], contacts_[i].velocity(twist), contacts_[i].velocity(change));
    }
  }
  for (const Row& r : rows_) {
    slope.add(r.row, stiffness_of(r), row_velocity(r.row, u_), row_velocity(r.row, step));
  }
  const double at_1 = slope(1.0);
  return at_1 <= kNearZero * std::abs(at_0) ? 1.0 : zero_of(slope, at_0, at_1);
}

// Full steps that halve the imbalance are taken as they are: near the end the slope along a step
// is lost in rounding.
void Solver::minimise(ContactLaw law) {
  Eigen::VectorXd g = gradient(u_, law, true);
  for (int i = 0; i < kMostNewton && size_of(g) > least_imbalance(); ++i, ++iterations_) {
    const Eigen::VectorXd step = matrix_.solve(-g);
    if (step.size() == 0 || !step.allFinite()) return;
    const double slope = g.dot(step), before = size_of(g);
    if (!(slope < 0.0)) return;
    g = gradient(u_ + step, law, true);
    if (size_of(g) <= 0.5 * before) {
      u_ += step;
      continue;
    }
    const double t = step_length(step, law, slope);
    if (!(t > 0.0)) return;
    u_ += t * step;
    g = gradient(u_, law, true);
  }
}

void Solver::set_shifts() {
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      contacts_[i].shift = slip_of(contacts_[i], contacts_[i].velocity(twist), compliance_);
    }
  }
}

// A step of Newton's method on velocities and shifts together, from a solution for given shifts.
void Solver::follow_shifts() {
  Eigen::VectorXd push = -gradient(u_, ContactLaw::kFollowed, true);
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    Vec6 wrench = Vec6::Zero();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const LawContact& c = contacts_[i];
      const Vec3 force = force_of_shift(c, c.velocity(twist), compliance_);
      wrench.head<3>() += force;
      wrench.tail<3>() += c.arm.cross(force);
    }
    add_wrench(pair, wrench, push);
  }
  lock(push, false);
  const Eigen::VectorXd step = matrix_.solve(push);
  if (step.size() == 0 || !step.allFinite()) return set_shifts();
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    const Vec6 change = relative_twist(pair, step) - pair.given;
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      LawContact& c = contacts_[i];
      const Vec3 v = c.velocity(twist);
      const double more = slip_growth(c, v, compliance_).dot(c.velocity(change));
      c.shift = std::max(0.0, slip_of(c, v, compliance_) + more);
    }
  }
  u_ += step;
}

// What is missing to a balance, and what the forces are off Coulomb's law, by what contacts give.
double Solver::residual(ContactLaw law) {
  const double imbalance = size_of(gradient(u_, law, false));
  Eigen::VectorXd given = Eigen::VectorXd::Zero(6 * size());
  double wrong = 0.0;
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    Vec6 wrench = Vec6::Zero();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const LawContact& c = contacts_[i];
      const Vec3 v = c.velocity(twist), force = force_of(c, v, law, compliance_, nullptr);
      wrong += law_error(c, v, force);
      wrench.head<3>() += force;
      wrench.tail<3>() += c.arm.cross(force);
    }
    add_wrench(pair, wrench, given);
  }
  return (imbalance + std::sqrt(wrong)) / (size_of(given) + 1e-6 * scale_);
}

// Newton's method on the law itself, whose derivative is not symmetric; steps are halved until the
// imbalance falls.
void Solver::solve_coulomb() {
  Eigen::VectorXd g = gradient(u_, ContactLaw::kCoulomb, true);
  double now = size_of(g);
  for (int i = 0; i < kMostCoulomb && now > least_imbalance(); ++i, ++iterations_) {
    const Eigen::VectorXd step = matrix_.solve(-g);
    if (step.size() == 0 || !step.allFinite()) break;
    double t = 1.0, next = 0.0;
    for (int k = 0; k < 6; ++k, t *= 0.5) {
      next = size_of(gradient(u_ + t * step, ContactLaw::kCoulomb, false));
      if (next < (1.0 - 0.1 * t) * now) break;
    }
    if (!(next < now)) break;
    u_ += t * step;
    g = gradient(u_, ContactLaw::kCoulomb, true);
    now = size_of(g);
  }
}

SolverResult Solver::result(double residual, ContactLaw law) const {
  SolverResult out;
  out.residual = residual;
  out.iterations = iterations_;
  for (int i = 0; i < size(); ++i) out.velocities.push_back(u_.segment<6>(6 * i));
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    std::vector<Vec3>& impulses = out.impulses.emplace_back();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const LawContact& c = contacts_[i];
      impulses.push_back(force_of(c, c.velocity(twist), law, compliance_, nullptr));
    }
  }
  for (const Row& row : rows_) {
    const SolverRow& r = row.row;
    out.row_impulses.push_back(
        std::clamp(stiffness_of(row) * (r.bound - row_velocity(r, u_)), r.least, r.most));
  }
  return out;
}

bool has_friction(const SolverProblem& problem) {
  for (const SolverPair& pair : problem.pairs) {
    for (const SolverContact& c : pair.contacts) {
      if (c.friction > 0.0) return true;
    }
  }
  return false;
}

// Convex problems, each with shifts that the solution before leads to. None of their solutions
// makes energy, so the one nearest to Coulomb's law counts.
SolverResult solve_with_friction(Solver& solver) {
  solver.set_guess();
  solver.solve_coulomb();
  // What rests or slides as before is found from there at once.
  double best = solver.residual(ContactLaw::kCoulomb);
  if (best <= kGood) return solver.result(best, ContactLaw::kCoulomb);
  solver.set_guess();
  solver.set_shifts();
  for (const double compliance : kCompliances) {
    solver.set_compliance(compliance);
    solver.minimise(ContactLaw::kCone);
    solver.set_shifts();
  }
  SolverResult found;
  best = kInfinity;
  for (int i = 0, idle = 0; i < kMostShifts; ++i) {
    solver.minimise(ContactLaw::kCone);
    const double residual = solver.residual(ContactLaw::kCone);
    idle = residual < 0.5 * best ? 0 : idle + 1;
    if (residual < best) found = solver.result(best = residual, ContactLaw::kCone);
    if (best <= kGood || (best <= kFair && idle >= 2)) break;
    // Where steps of Newton's method lead nowhere, plain ones may.
    idle % 2 == 0 ? solver.follow_shifts() : solver.set_shifts();
  }
  return found;
}

SolverResult solve_with_points(const SolverProblem& problem, FrictionLaw law) {
  Solver solver(problem);
  if (law == FrictionLaw::kCoulomb && has_friction(problem)) return solve_with_friction(solver);
  solver.minimise(ContactLaw::kSmooth);
  return solver.result(solver.residual(ContactLaw::kSmooth), ContactLaw::kSmooth);
}

// The sum of a pair's normal impulses limits its torques against rolling and spinning.
struct PairLoad {
  double normal_impulse = 0.0;
  Vec3 normal = Vec3::Zero();
};

PairLoad load_of(const SolverPair& pair, const std::vector<Vec3>& impulses) {
  PairLoad load;
  for (std::size_t c = 0; c < pair.contacts.size(); ++c) {
    const double f = impulses[c].dot(pair.contacts[c].normal);
    load.normal_impulse += f;
    load.normal += f * pair.contacts[c].normal;
  }
  load.normal = load.normal.norm() > 0.0 ? load.normal.normalized() : Vec3(Vec3::UnitZ());
  return load;
}

void add_torque(const SolverPair& pair, const Vec3& axis, double most, SolverProblem& problem) {
  SolverRow row;
  row.a = pair.a;
  row.b = pair.b;
  row.j_a.tail<3>() = -axis;
  row.j_b.tail<3>() = axis;
  row.bound = -axis.dot(pair.given.tail<3>());
  row.most = most;
  row.least = -most;
  problem.rows.push_back(row);
}

void add_torques(const SolverPair& pair, const PairLoad& load, const Vec3& turn,
                 SolverProblem& problem) {
  const Vec3 rolls = turn - load.normal * load.normal.dot(turn);
  const Vec3 axis = rolls.norm() > 0.0 ? Vec3(rolls.normalized()) : load.normal.unitOrthogonal();
  if (pair.rolling > 0.0) {
    add_torque(pair, axis, pair.rolling * load.normal_impulse, problem);
    add_torque(pair, load.normal.cross(axis), pair.rolling * load.normal_impulse, problem);
  }
  if (pair.spinning > 0.0) {
    add_torque(pair, load.normal, pair.spinning * load.normal_impulse, problem);
  }
}

SolverProblem with_torques(const SolverProblem& problem, const SolverResult& last) {
  SolverProblem out = problem;
  for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
    const SolverPair& pair = problem.pairs[p];
    if (!(pair.rolling > 0.0 || pair.spinning > 0.0)) continue;
    Vec3 turn = pair.given.tail<3>();
    if (pair.b != kGiven) turn += problem.bodies[static_cast<std::size_t>(pair.b)].wish.tail<3>();
    if (pair.a != kGiven) turn -= problem.bodies[static_cast<std::size_t>(pair.a)].wish.tail<3>();
    add_torques(pair, load_of(pair, last.impulses[p]), turn, out);
  }
  return out;
}

}  // namespace

SolverResult solve_least_constraint(const SolverProblem& problem, FrictionLaw law) {
  SolverResult result = solve_with_points(problem, law);
  const bool resists_turns = std::ranges::any_of(problem.pairs, [](const SolverPair& pair) {
    return pair.rolling > 0.0 || pair.spinning > 0.0;
  });
  if (law == FrictionLaw::kNone || !resists_turns) return result;
  for (int i = 0; i < 2; ++i) result = solve_with_points(with_torques(problem, result), law);
  return result;
}

}  // namespace graze::dynamics
