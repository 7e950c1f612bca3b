// SPDX-License-Identifier: MIT
// Question   Which forces hold a soft body together, and how do they respond to a motion?      [V4]
// Source     Corotational elements (Mueller and Gross 2004; Hauth and Strasser 2004); springs by
//            Baraff and Witkin 1998.
// Guarantee  No force under a rigid motion; the forces of an element sum to zero, up to rounding.
//            Products are with a symmetric matrix that is never negative.
// Changed    A frame is the rotation nearest to the gradient in the middle of an element, even if
//            the element is turned inside out. Compressed springs lose the part of their stiffness
//            that would be negative.
#include "elastic/elastic_forces.h"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "graze/base/parallel.h"
#include "graze/math/rotation.h"

namespace graze::elastic {
namespace {
constexpr std::size_t kElementsAtOnce = 128, kNodesAtOnce = 512;

template <typename Body>
void in_chunks(std::size_t count, std::size_t size, int threads, const Body& body) {
  const auto chunk = [&](std::size_t c) {
    const std::size_t end = std::min(count, (c + 1) * size);
    for (std::size_t k = c * size; k < end; ++k) body(k);
  };
  const std::size_t chunks = (count + size - 1) / size;
  if (threads == 1) {
    for (std::size_t c = 0; c < chunks; ++c) chunk(c);
  } else {
    parallel_for(chunks, chunk, threads);
  }
}

/// The nearest rotation; for an element turned inside out, the nearest after its thinnest direction
/// is flipped back.
Mat3 frame_of(const Mat3& gradient) {
  if (const auto nearest = nearest_rotation(gradient)) return *nearest;
  if (!gradient.allFinite()) return Mat3::Identity();
  const Eigen::JacobiSVD<Mat3> svd(gradient, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 u = svd.matrixU();
  if (u.determinant() * svd.matrixV().determinant() < 0.0) u.col(2) = -u.col(2);
  return u * svd.matrixV().transpose();
}

/// With F = R S, a motion turns the frame by w, where (tr(S) 1 - S) w = sum g_c x R^T dx_c and g_c
/// are the gradients of the corners' weights. This does the work -w . torque. Returns m such that
/// the energy's slope at corner c has the part -R (m x g_c).
Vec3 frame_answer(const Mat3& stretch, const Vec3& torque) {
  const Mat3 answer = stretch.trace() * Mat3::Identity() - 0.5 * (stretch + stretch.transpose());
  if (!(answer.determinant() > 1e-6)) return Vec3::Zero();  // pressed flat: the frame is not unique
  return answer.inverse() * torque;
}

template <typename Matrix, typename Nodes>
Matrix corners_of(const Nodes& nodes, std::span<const Vec3> x) {
  Matrix m;
  for (std::size_t k = 0; k < nodes.size(); ++k) m.col(static_cast<int>(k)) = x[nodes[k]];
  return m;
}

template <typename Matrix>
Eigen::Map<const Eigen::Matrix<double, Matrix::SizeAtCompileTime, 1>> as_vector(const Matrix& m) {
  return Eigen::Map<const Eigen::Matrix<double, Matrix::SizeAtCompileTime, 1>>(m.data());
}
}  // namespace

ElasticForces::ElasticForces(std::shared_ptr<const ElasticModel> model, Slope slope)
    : model_(std::move(model)), slope_(slope) {
  const ElasticMaterial& m = model_->material;
  lambda_ = m.young * m.poisson / ((1.0 + m.poisson) * (1.0 - 2.0 * m.poisson));
  mu_ = 0.5 * m.young / (1.0 + m.poisson);
  const double side = model_->cell_size;
  if (!model_->cells.empty()) {
    cube_ = side * m.young * unit_cube_stiffness(m.poisson);
    gradients_ = unit_cube_gradients() / side;
    for (int k = 0; k < 8; ++k) corners_.col(k) = side * Vec3(k & 1, k >> 1 & 1, k >> 2);
  }
  for (const Tetrahedron& t : model_->tetrahedra) {
    Mat3 edges;
    for (int k = 0; k < 3; ++k) {
      edges.col(k) = model_->nodes[t[static_cast<std::size_t>(k + 1)]] - model_->nodes[t[0]];
    }
    Tet tet;
    tet.volume = edges.determinant() / 6.0;
    tet.gradients.rightCols<3>() = edges.inverse().transpose();
    tet.gradients.col(0) = -tet.gradients.rightCols<3>().rowwise().sum();
    tets_.push_back(tet);
  }
  for (const Spring& s : model_->springs) {
    springs_.push_back({(model_->nodes[s.b] - model_->nodes[s.a]).norm(), Vec3::Zero(), 0.0});
  }
  rotations_.assign(model_->cells.size() + tets_.size(), Mat3::Identity());
  energies_.assign(rotations_.size() + springs_.size(), 0.0);
  forces_.assign(model_->nodes.size(), Vec3::Zero());
  list_slots();
  set_time(0.0);
}

void ElasticForces::set_time(double time) {
  if (model_->muscles.empty()) return;
  swellings_.assign(rotations_.size(), Mat3::Zero());
  spring_strains_.assign(springs_.size(), 0.0);
  for (const Muscle& muscle : model_->muscles) {
    const double strain = muscle.strain.at(time);
    const Mat3 along = strain * muscle.direction * muscle.direction.transpose();
    for (const std::uint32_t k : muscle.cells) swellings_[k] += along;
    for (const std::uint32_t k : muscle.tetrahedra) swellings_[model_->cells.size() + k] += along;
    for (const std::uint32_t k : muscle.springs) spring_strains_[k] += strain;
  }
}

void ElasticForces::list_slots() {
  std::vector<std::uint32_t> node_of_slot;
  for (const LatticeCell& c : model_->cells) {
    node_of_slot.insert(node_of_slot.end(), c.nodes.begin(), c.nodes.end());
  }
  for (const Tetrahedron& t : model_->tetrahedra) {
    node_of_slot.insert(node_of_slot.end(), t.begin(), t.end());
  }
  for (const Spring& s : model_->springs) node_of_slot.insert(node_of_slot.end(), {s.a, s.b});
  slots_.assign(node_of_slot.size(), Vec3::Zero());
  first_slot_.assign(model_->nodes.size() + 1, 0);
  for (const std::uint32_t n : node_of_slot) ++first_slot_[n + 1];
  for (std::size_t n = 1; n < first_slot_.size(); ++n) first_slot_[n] += first_slot_[n - 1];
  slots_of_.resize(slots_.size());
  std::vector<std::uint32_t> next(first_slot_.begin(), first_slot_.end() - 1);
  for (std::uint32_t s = 0; s < node_of_slot.size(); ++s) slots_of_[next[node_of_slot[s]]++] = s;
}

void ElasticForces::gather(std::span<Vec3> out, int threads) const {
  in_chunks(out.size(), kNodesAtOnce, threads, [&](std::size_t n) {
    Vec3 sum = Vec3::Zero();
    for (std::uint32_t k = first_slot_[n]; k < first_slot_[n + 1]; ++k) sum += slots_[slots_of_[k]];
    out[n] += sum;
  });
}

template <typename Cell, typename OneTet, typename OneSpring>
void ElasticForces::each_element(const Cell& cell, const OneTet& tet, const OneSpring& spring,
                                 int threads) {
  in_chunks(model_->cells.size(), kElementsAtOnce, threads, cell);
  in_chunks(tets_.size(), kElementsAtOnce, threads, tet);
  in_chunks(springs_.size(), kElementsAtOnce, threads, spring);
}

CubeVectors ElasticForces::cell_product(std::size_t k, const CubeVectors& v) const {
  const Mat3& r = rotations_[k];
  const CubeVectors local = r.transpose() * v;
  CubeVectors answer;
  Eigen::Map<Eigen::Matrix<double, 24, 1>>(answer.data()).noalias() = cube_ * as_vector(local);
  return (model_->cells[k].fill * r) * answer;
}

Eigen::Matrix<double, 3, 4> ElasticForces::tet_product(std::size_t k, const Mat3& gradient) const {
  const Mat3 strain = 0.5 * (gradient + gradient.transpose());
  const Mat3 stress = 2.0 * mu_ * strain + lambda_ * strain.trace() * Mat3::Identity();
  const Mat3& r = rotations_[model_->cells.size() + k];
  return (tets_[k].volume * r) * (stress * tets_[k].gradients);
}

void ElasticForces::update_cell(std::size_t k, std::span<const Vec3> x) {
  const LatticeCell& cell = model_->cells[k];
  const CubeVectors now = corners_of<CubeVectors>(cell.nodes, x).colwise() - x[cell.nodes[0]];
  const Mat3 gradient = now * gradients_.transpose(), r = frame_of(gradient);
  rotations_[k] = r;
  const CubeVectors turned_back = r.transpose() * now;
  CubeVectors shift = turned_back - corners_;
  if (!swellings_.empty()) shift -= swellings_[k] * corners_;
  const Eigen::Matrix<double, 24, 1> pull = cube_ * as_vector(shift);
  energies_[k] = 0.5 * cell.fill * as_vector(shift).dot(pull);
  for (int c = 0; c < 8; ++c) {
    slots_[8 * k + static_cast<std::size_t>(c)] = -cell.fill * (r * pull.segment<3>(3 * c));
  }
  if (slope_ == Slope::kFrameHeld) return;
  Vec3 torque = Vec3::Zero();
  for (int c = 0; c < 8; ++c) {
    torque += Vec3(turned_back.col(c)).cross(Vec3(pull.segment<3>(3 * c)));
  }
  const Vec3 turn = frame_answer(r.transpose() * gradient, torque);
  for (int c = 0; c < 8; ++c) {
    slots_[8 * k + static_cast<std::size_t>(c)] +=
        cell.fill * (r * turn.cross(Vec3(gradients_.col(c))));
  }
}

void ElasticForces::update_tet(std::size_t k, std::span<const Vec3> x) {
  const std::size_t number = model_->cells.size() + k;
  const Eigen::Matrix<double, 3, 4> now =
      corners_of<Eigen::Matrix<double, 3, 4>>(model_->tetrahedra[k], x);
  const Mat3 f = now * tets_[k].gradients.transpose();
  rotations_[number] = frame_of(f);
  Mat3 stretch = rotations_[number].transpose() * f - Mat3::Identity();
  if (!swellings_.empty()) stretch -= swellings_[number];
  const Eigen::Matrix<double, 3, 4> pull = tet_product(k, stretch);
  const Mat3 strain = 0.5 * (stretch + stretch.transpose());
  energies_[number] = tets_[k].volume * (mu_ * strain.squaredNorm() +
                                         0.5 * lambda_ * strain.trace() * strain.trace());
  const std::size_t first = 8 * model_->cells.size() + 4 * k;
  for (int c = 0; c < 4; ++c) slots_[first + static_cast<std::size_t>(c)] = -pull.col(c);
  if (slope_ == Slope::kFrameHeld || swellings_.empty()) return;  // it would do no work
  const Mat3& r = rotations_[number];
  const Mat3 long_by = r.transpose() * f;
  const Mat3 stress = 2.0 * mu_ * strain + lambda_ * strain.trace() * Mat3::Identity();
  const Mat3 work = stress * long_by;
  const Vec3 torque(work(2, 1) - work(1, 2), work(0, 2) - work(2, 0), work(1, 0) - work(0, 1));
  const Vec3 turn = frame_answer(long_by, torque);
  for (int c = 0; c < 4; ++c) {
    slots_[first + static_cast<std::size_t>(c)] +=
        tets_[k].volume * (r * turn.cross(Vec3(tets_[k].gradients.col(c))));
  }
}

void ElasticForces::update_spring(std::size_t k, std::span<const Vec3> x) {
  const Spring& s = model_->springs[k];
  const Vec3 d = x[s.b] - x[s.a];
  const double wanted = spring_strains_.empty() ? 1.0 : 1.0 + spring_strains_[k];
  const double length = d.norm(), stretch = length - wanted * springs_[k].rest;
  springs_[k].along = length > 0.0 ? Vec3(d / length) : Vec3::Zero();
  springs_[k].sideways = length > 0.0 ? std::max(0.0, stretch / length) : 0.0;
  const Vec3 pull = s.stiffness * stretch * springs_[k].along;
  const std::size_t first = 8 * model_->cells.size() + 4 * tets_.size() + 2 * k;
  slots_[first] = pull;
  slots_[first + 1] = -pull;
  energies_[rotations_.size() + k] = 0.5 * s.stiffness * stretch * stretch;
}

void ElasticForces::update(std::span<const Vec3> x, int threads) {
  each_element([&](std::size_t k) { update_cell(k, x); }, [&](std::size_t k) { update_tet(k, x); },
               [&](std::size_t k) { update_spring(k, x); }, threads);
  std::ranges::fill(forces_, Vec3::Zero());
  gather(forces_, threads);
  energy_ = 0.0;
  for (const double e : energies_) energy_ += e;
}

void ElasticForces::add_products(std::span<const Vec3> v, double h, std::span<Vec3> out,
                                 int threads, bool is_damped) {
  const double scale = h * h + (is_damped ? h * model_->material.damping : 0.0);
  const std::size_t cells = model_->cells.size();
  const auto cell = [&](std::size_t k) {
    const CubeVectors y =
        scale * cell_product(k, corners_of<CubeVectors>(model_->cells[k].nodes, v));
    for (int c = 0; c < 8; ++c) slots_[8 * k + static_cast<std::size_t>(c)] = y.col(c);
  };
  const auto tet = [&](std::size_t k) {
    const auto at = corners_of<Eigen::Matrix<double, 3, 4>>(model_->tetrahedra[k], v);
    const Mat3 gradient = rotations_[cells + k].transpose() * (at * tets_[k].gradients.transpose());
    const Eigen::Matrix<double, 3, 4> y = scale * tet_product(k, gradient);
    for (int c = 0; c < 4; ++c) slots_[8 * cells + 4 * k + static_cast<std::size_t>(c)] = y.col(c);
  };
  const auto spring = [&](std::size_t k) {
    const Spring& s = model_->springs[k];
    const SpringNow& now = springs_[k];
    const Vec3 apart = v[s.b] - v[s.a];
    const Vec3 stretch = now.along.dot(apart) * now.along;
    const Vec3 pull = (h * h * s.stiffness) * (stretch + now.sideways * (apart - stretch)) +
                      (is_damped ? h * s.damping : 0.0) * stretch;
    const std::size_t first = 8 * cells + 4 * tets_.size() + 2 * k;
    slots_[first] = -pull;
    slots_[first + 1] = pull;
  };
  each_element(cell, tet, spring, threads);
  gather(out, threads);
}

double ElasticForces::largest_strain(std::span<const Vec3> x) const {
  double most = 0.0;
  const auto look = [&](std::uint32_t a, std::uint32_t b, double rest) {
    if (rest > 0.0) most = std::max(most, std::abs((x[b] - x[a]).norm() / rest - 1.0));
  };
  for (const LatticeCell& cell : model_->cells) {
    for (std::size_t k = 0; k < 8; ++k) {
      for (const std::size_t bit : {1u, 2u, 4u}) {
        if (!(k & bit)) look(cell.nodes[k], cell.nodes[k | bit], model_->cell_size);
      }
    }
  }
  for (const Tetrahedron& t : model_->tetrahedra) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = i + 1; j < 4; ++j) {
        look(t[i], t[j], (model_->nodes[t[j]] - model_->nodes[t[i]]).norm());
      }
    }
  }
  for (std::size_t k = 0; k < springs_.size(); ++k) {
    look(model_->springs[k].a, model_->springs[k].b, springs_[k].rest);
  }
  return most;
}

Mat3 ElasticForces::cell_block(std::size_t k, int a, int b) const {
  const Mat3& r = rotations_[k];
  return (model_->cells[k].fill * r) * cube_.block<3, 3>(3 * a, 3 * b) * r.transpose();
}

Mat3 ElasticForces::tet_block(std::size_t k, int a, int b) const {
  const Mat3& r = rotations_[model_->cells.size() + k];
  const Vec3 g = r * tets_[k].gradients.col(a), f = r * tets_[k].gradients.col(b);
  return tets_[k].volume *
         (mu_ * (g.dot(f) * Mat3::Identity() + f * g.transpose()) + lambda_ * g * f.transpose());
}

/// The diagonal block of one end of a spring in h^2 K + h D.
Mat3 ElasticForces::spring_block(std::size_t k, double h) const {
  const Spring& s = model_->springs[k];
  const SpringNow& now = springs_[k];
  const Mat3 along = now.along * now.along.transpose();
  return (h * h * s.stiffness) * (along + now.sideways * (Mat3::Identity() - along)) +
         (h * s.damping) * along;
}

void ElasticForces::add_blocks(double h, std::span<Mat3> blocks) const {
  const double scale = h * h + h * model_->material.damping;
  for (std::size_t k = 0; k < model_->cells.size(); ++k) {
    for (int c = 0; c < 8; ++c) {
      blocks[model_->cells[k].nodes[static_cast<std::size_t>(c)]] += scale * cell_block(k, c, c);
    }
  }
  for (std::size_t k = 0; k < tets_.size(); ++k) {
    for (int c = 0; c < 4; ++c) {
      blocks[model_->tetrahedra[k][static_cast<std::size_t>(c)]] += scale * tet_block(k, c, c);
    }
  }
  for (std::size_t k = 0; k < springs_.size(); ++k) {
    const Mat3 block = spring_block(k, h);
    blocks[model_->springs[k].a] += block;
    blocks[model_->springs[k].b] += block;
  }
}

void ElasticForces::each_block(double h, const PutBlock& put) const {
  const double scale = h * h + h * model_->material.damping;
  for (std::size_t k = 0; k < model_->cells.size(); ++k) {
    const auto& nodes = model_->cells[k].nodes;
    for (int a = 0; a < 8; ++a) {
      for (int b = 0; b < 8; ++b) {
        put(nodes[static_cast<std::size_t>(a)], nodes[static_cast<std::size_t>(b)],
            scale * cell_block(k, a, b));
      }
    }
  }
  for (std::size_t k = 0; k < tets_.size(); ++k) {
    const auto& nodes = model_->tetrahedra[k];
    for (int a = 0; a < 4; ++a) {
      for (int b = 0; b < 4; ++b) {
        put(nodes[static_cast<std::size_t>(a)], nodes[static_cast<std::size_t>(b)],
            scale * tet_block(k, a, b));
      }
    }
  }
  for (std::size_t k = 0; k < springs_.size(); ++k) {
    const auto& [a, b, stiffness, damping] = model_->springs[k];
    const Mat3 block = spring_block(k, h);
    put(a, a, block);
    put(b, b, block);
    put(a, b, -block);
    put(b, a, -block);
  }
}

}  // namespace graze::elastic
