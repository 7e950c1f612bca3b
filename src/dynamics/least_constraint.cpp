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

namespace graze::dynamics {
namespace {
// Rows give way by this part of what their impulse would do to the bodies alone; soft ones first.
constexpr std::array<double, 3> kCompliances{1e-4, 1e-6, 1e-8};
constexpr double kSharp = 1e-10;
constexpr double kGood = 1e-6;  // a residual that is good enough
constexpr int kMostNewton = 40;
constexpr int kMostLimits = 4;
constexpr int kMostCoulomb = 25;
constexpr int kMostDirect = 6;

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

// What friction is bounded by.
enum class Limits { kNone, kLast, kCoulomb };

struct Contact {
  Vec3 arm;  // from the pair's origin
  Vec3 normal;
  double bound, friction;
  double give_n, give_t;  // what an impulse does to the bodies' velocity
  double limit = 0.0;     // of friction, Limits::kLast

  Vec3 velocity(const Vec6& twist) const { return twist.head<3>() + twist.tail<3>().cross(arm); }
};

// Force on b and its derivative against the relative velocity, taken negative.
struct Force {
  Vec3 force = Vec3::Zero();
  double normal = 0.0;
};

Force force_of(const Contact& c, const Vec3& v, Limits limits, double compliance, Mat3* stiffness) {
  Force out;
  const double stiff_n = 1.0 / (compliance * c.give_n), stiff_t = 1.0 / (compliance * c.give_t);
  const double lack = c.bound - c.normal.dot(v);
  if (lack > 0.0) {
    out.normal = stiff_n * lack;
    out.force = out.normal * c.normal;
    if (stiffness) *stiffness += stiff_n * c.normal * c.normal.transpose();
  }
  if (limits == Limits::kNone || c.friction == 0.0) return out;
  const double limit = limits == Limits::kLast ? c.limit : c.friction * out.normal;
  if (!(limit > 0.0)) return out;
  const Vec3 slip = v - c.normal * c.normal.dot(v);
  const double speed = slip.norm();
  if (stiff_t * speed <= limit) {
    out.force -= stiff_t * slip;
    if (stiffness) {
      *stiffness += stiff_t * (Mat3::Identity() - c.normal * c.normal.transpose());
    }
    return out;
  }
  const Vec3 along = slip / speed;
  out.force -= limit * along;
  if (!stiffness) return out;
  *stiffness += limit / speed *
                (Mat3::Identity() - c.normal * c.normal.transpose() - along * along.transpose());
  if (limits == Limits::kCoulomb && lack > 0.0) {
    *stiffness -= c.friction * stiff_n * along * c.normal.transpose();
  }
  return out;
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
  void minimise(Limits limits, int most);
  void set_limits();
  double solve_coulomb(int most);
  /// Standing still is allowed but for bounds and drives: a solution is not farther from the wish
  /// than that, so it has at most four times its energy.
  bool is_sane() const { return energy(u_) <= most_energy_; }
  void allow_energy_of(const Eigen::VectorXd& u) {
    most_energy_ = std::max(most_energy_, 4.0 * energy(u) + energy_of_bounds_);
  }
  void set_guess();
  double residual() const;
  SolverResult result(double residual, FrictionLaw law) const;
  const Eigen::VectorXd& velocities() const { return u_; }
  const Eigen::VectorXd& wish() const { return wish_; }
  void set_velocities(const Eigen::VectorXd& u) { u_ = u; }
  double limit_change();

 private:
  int size() const { return static_cast<int>(problem_.bodies.size()); }
  Mat6 mass(int i) const;
  Vec6 relative_twist(const Pair& pair, const Eigen::VectorXd& u) const;
  /// M (u - wish) - forces; stiffness into matrix_ if asked for.
  Eigen::VectorXd gradient(const Eigen::VectorXd& u, Limits limits, bool with_matrix);
  Eigen::VectorXd forces(const Eigen::VectorXd& u, Limits limits) const;
  void add_pair(const Pair& pair, const Eigen::VectorXd& u, Limits limits, bool with_matrix,
                Eigen::VectorXd& gradient);
  void add_row(const Row& row, const Eigen::VectorXd& u, bool with_matrix,
               Eigen::VectorXd& gradient);
  void lock(Eigen::VectorXd& gradient, bool with_matrix);
  double size_of(const Eigen::VectorXd& momentum) const;
  double energy(const Eigen::VectorXd& u) const;
  double step_length(const Eigen::VectorXd& step, Limits limits, double slope);
  double stiffness_of(const Row& row) const {
    return 1.0 / (compliance_ * row.give + row.row.softness);
  }
  static double row_velocity(const SolverRow& row, const Eigen::VectorXd& u);

  const SolverProblem& problem_;
  std::vector<Pair> pairs_;
  std::vector<Contact> contacts_;
  std::vector<Row> rows_;
  Eigen::VectorXd wish_, u_, inverse_root_;  // inverse_root_: of the mass, about
  double scale_ = 1.0;
  double compliance_ = kCompliances.back();
  BlockMatrix matrix_;
  int iterations_ = 0;
  double most_energy_ = 0.0, energy_of_bounds_ = 0.0;
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
      pair.at_a = shift_twist(problem.bodies[p.a].position, p.origin);
      w += pair.at_a * mobilities[p.a] * pair.at_a.transpose();
    }
    if (p.b != kGiven) {
      pair.at_b = shift_twist(problem.bodies[p.b].position, p.origin);
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
  double fastest = 1e-6 * problem.speed;
  for (const Contact& c : contacts_) fastest = std::max(fastest, c.bound);
  for (const SolverRow& r : problem.rows) fastest = std::max(fastest, std::abs(r.bound));
  energy_of_bounds_ = 2.0 * total * fastest * fastest;
  for (const Pair& p : pairs_) {
    energy_of_bounds_ +=
        total * (p.given.head<3>().squaredNorm() + p.given.tail<3>().squaredNorm());
  }
  allow_energy_of(wish_);
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

void Solver::add_pair(const Pair& pair, const Eigen::VectorXd& u, Limits limits, bool with_matrix,
                      Eigen::VectorXd& gradient) {
  const Vec6 twist = relative_twist(pair, u);
  Vec6 wrench = Vec6::Zero();
  Mat6 stiffness = Mat6::Zero();
  for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
    const Contact& c = contacts_[i];
    Mat3 k = Mat3::Zero();
    const Force f = force_of(c, c.velocity(twist), limits, compliance_, with_matrix ? &k : nullptr);
    if (f.normal == 0.0 && f.force.isZero(0.0)) continue;
    wrench.head<3>() += f.force;
    wrench.tail<3>() += c.arm.cross(f.force);
    if (!with_matrix) continue;
    const Mat3 r = cross_matrix(c.arm);
    const Mat3 kr = k * r, rk = r * k;
    stiffness.block<3, 3>(0, 0) += k;
    stiffness.block<3, 3>(0, 3) -= kr;
    stiffness.block<3, 3>(3, 0) += rk;
    stiffness.block<3, 3>(3, 3) -= r * kr;
  }
  if (pair.b != kGiven) gradient.segment<6>(6 * pair.b) -= pair.at_b.transpose() * wrench;
  if (pair.a != kGiven) gradient.segment<6>(6 * pair.a) += pair.at_a.transpose() * wrench;
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

Eigen::VectorXd Solver::gradient(const Eigen::VectorXd& u, Limits limits, bool with_matrix) {
  Eigen::VectorXd g(6 * size());
  if (with_matrix) matrix_.set_zero();
  for (int i = 0; i < size(); ++i) {
    const Mat6 m = mass_matrix(problem_.bodies[i]);
    g.segment<6>(6 * i) = m * (u - wish_).segment<6>(6 * i);
    if (with_matrix) matrix_.add(i, i, m);
  }
  for (const Pair& pair : pairs_) add_pair(pair, u, limits, with_matrix, g);
  for (const Row& row : rows_) add_row(row, u, with_matrix, g);
  lock(g, with_matrix);
  return g;
}

double Solver::energy(const Eigen::VectorXd& u) const {
  double sum = 0.0;
  for (int i = 0; i < size(); ++i) {
    const SolverBody& body = problem_.bodies[i];
    const Vec6 v = u.segment<6>(6 * i);
    sum +=
        0.5 * (body.mass * v.head<3>().squaredNorm() + v.tail<3>().dot(body.inertia * v.tail<3>()));
  }
  return sum;
}

double Solver::size_of(const Eigen::VectorXd& momentum) const {
  return momentum.cwiseProduct(inverse_root_).norm();
}

// Where the slope along the step is about zero: the potential is convex and piecewise quadratic.
double Solver::step_length(const Eigen::VectorXd& step, Limits limits, double slope) {
  const auto slope_at = [&](double t) { return gradient(u_ + t * step, limits, false).dot(step); };
  double lo = 0.0, hi = 1.0, slope_lo = slope, slope_hi = slope_at(1.0);
  if (slope_hi <= 0.1 * std::abs(slope)) return 1.0;
  double t = 1.0;
  for (int i = 0; i < 12; ++i) {
    t = i % 3 == 2 ? 0.5 * (lo + hi) : lo + (hi - lo) * slope_lo / (slope_lo - slope_hi);
    const double s = slope_at(t);
    if (std::abs(s) <= 0.1 * std::abs(slope)) break;
    (s < 0.0 ? lo : hi) = t;
    (s < 0.0 ? slope_lo : slope_hi) = s;
  }
  return t;
}

void Solver::minimise(Limits limits, int most) {
  for (int i = 0; i < most; ++i, ++iterations_) {
    const Eigen::VectorXd g = gradient(u_, limits, true);
    if (size_of(g) <= kSharp * scale_) return;
    const Eigen::VectorXd step = matrix_.solve(-g);
    if (step.size() == 0 || !step.allFinite()) return;
    const double slope = g.dot(step);
    if (!(slope < 0.0)) return;
    u_ += step_length(step, limits, slope) * step;
  }
}

void Solver::set_limits() {
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      Contact& c = contacts_[i];
      c.limit = c.friction * std::max(0.0, c.bound - c.normal.dot(c.velocity(twist))) /
                (compliance_ * c.give_n);
    }
  }
}

Eigen::VectorXd Solver::forces(const Eigen::VectorXd& u, Limits limits) const {
  Eigen::VectorXd f = Eigen::VectorXd::Zero(6 * size());
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u);
    Vec6 wrench = Vec6::Zero();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const Contact& c = contacts_[i];
      const Vec3 force = force_of(c, c.velocity(twist), limits, compliance_, nullptr).force;
      wrench.head<3>() += force;
      wrench.tail<3>() += c.arm.cross(force);
    }
    if (pair.b != kGiven) f.segment<6>(6 * pair.b) += pair.at_b.transpose() * wrench;
    if (pair.a != kGiven) f.segment<6>(6 * pair.a) -= pair.at_a.transpose() * wrench;
  }
  return f;
}

double Solver::residual() const {
  const Eigen::VectorXd g = const_cast<Solver*>(this)->gradient(u_, Limits::kCoulomb, false);
  return size_of(g) / (size_of(forces(u_, Limits::kCoulomb)) + 1e-6 * scale_);
}

// Newton's method on the law itself, whose derivative is not symmetric; steps are halved until the
// imbalance falls.
double Solver::solve_coulomb(int most) {
  Eigen::VectorXd g = gradient(u_, Limits::kCoulomb, true);
  double now = size_of(g);
  for (int i = 0; i < most && now > kSharp * scale_; ++i, ++iterations_) {
    const Eigen::VectorXd step = matrix_.solve(-g);
    if (step.size() == 0 || !step.allFinite()) break;
    double t = 1.0, next = 0.0;
    for (int k = 0; k < 8; ++k, t *= 0.5) {
      next = size_of(gradient(u_ + t * step, Limits::kCoulomb, false));
      if (next < (1.0 - 0.1 * t) * now) break;
    }
    if (!(next < now)) break;
    u_ += t * step;
    g = gradient(u_, Limits::kCoulomb, true);
    now = size_of(g);
  }
  return residual();
}

SolverResult Solver::result(double residual, FrictionLaw law) const {
  SolverResult out;
  out.residual = residual;
  out.iterations = iterations_;
  for (int i = 0; i < size(); ++i) out.velocities.push_back(u_.segment<6>(6 * i));
  const Limits limits = law == FrictionLaw::kNone ? Limits::kNone : Limits::kCoulomb;
  for (const Pair& pair : pairs_) {
    const Vec6 twist = relative_twist(pair, u_);
    std::vector<Vec3>& impulses = out.impulses.emplace_back();
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const Contact& c = contacts_[i];
      impulses.push_back(force_of(c, c.velocity(twist), limits, compliance_, nullptr).force);
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

SolverResult solve_with_points(const SolverProblem& problem, FrictionLaw law) {
  Solver solver(problem);
  const bool is_smooth = law == FrictionLaw::kNone || !has_friction(problem);
  if (!is_smooth) {
    // What rests or slides as before is found from there at once.
    solver.set_guess();
    const double residual = solver.solve_coulomb(kMostDirect);
    if (residual <= kGood && solver.is_sane()) return solver.result(residual, law);
    solver.set_velocities(solver.wish());
  }
  solver.minimise(Limits::kNone, kMostNewton);
  if (is_smooth) return solver.result(solver.residual(), FrictionLaw::kNone);
  solver.allow_energy_of(solver.velocities());
  double best = kInfinity;
  Eigen::VectorXd best_velocities = solver.velocities();
  const auto keep_if_better = [&](double residual) {
    if (!(residual < best) || !solver.is_sane()) return;
    best = residual;
    best_velocities = solver.velocities();
  };
  const auto solve = [&](double compliance) {
    solver.set_compliance(compliance);
    solver.set_velocities(best_velocities);
    best = kInfinity;
    for (int i = 0; i < kMostLimits && best > kGood; ++i) {
      if (!solver.is_sane()) solver.set_velocities(best_velocities);
      solver.set_limits();
      solver.minimise(Limits::kLast, kMostNewton);
      keep_if_better(solver.residual());
      if (best > kGood) keep_if_better(solver.solve_coulomb(kMostCoulomb));
    }
  };
  for (const double compliance : kCompliances) solve(compliance);
  solver.set_velocities(best_velocities);
  return solver.result(solver.residual(), law);
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
