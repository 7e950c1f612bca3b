// SPDX-License-Identifier: MIT
// The forces of a soft body's elements at its nodes, and their response to a motion, without
// forming a matrix.                                                                            [V4]
#pragma once
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "elastic/element_stiffness.h"
#include "graze/elastic/elastic_model.h"

namespace graze::elastic {

/// How a cell's frame enters its forces.
enum class Slope {
  kFrameHeld,  ///< held fixed: forces differ from the energy's slope by the square of the strain
  kExact,      ///< forces are the energy's slope, unless the cell is pressed flat
};

/// A model's elements at the nodes' present positions. Results do not depend on `threads`.
class ElasticForces {
 public:
  explicit ElasticForces(std::shared_ptr<const ElasticModel> model,
                         Slope slope = Slope::kFrameHeld);

  /// From the next update on, muscles have the strains of this time. By default it is 0.
  void set_time(double time);
  /// Turns the frames of the elements with them and sums up forces and energy. One position per
  /// node.
  void update(std::span<const Vec3> positions, int threads = 1);

  std::span<const Vec3> forces() const { return forces_; }
  double energy() const { return energy_; }
  const ElasticModel& model() const { return *model_; }
  /// The largest relative change in length of an element's edge.
  double largest_strain(std::span<const Vec3> positions) const;

  /// out += (h^2 K + h D) v, where K is the stiffness with the elements' frames held and D the
  /// damping of strain, if `is_damped`. The matrix is symmetric and never negative.
  void add_products(std::span<const Vec3> v, double h, std::span<Vec3> out, int threads = 1,
                    bool is_damped = true);
  /// Adds the diagonal 3 x 3 blocks of the same matrix, one per node.
  void add_blocks(double h, std::span<Mat3> blocks) const;
  /// All of its blocks, element by element: block (a, b) is the sum of everything put for a and b.
  using PutBlock = std::function<void(std::uint32_t a, std::uint32_t b, const Mat3& block)>;
  void each_block(double h, const PutBlock& put) const;

 private:
  struct Tet {
    Eigen::Matrix<double, 3, 4> gradients;  ///< of the corners' weights, at rest
    double volume = 0.0;
  };
  struct SpringNow {
    double rest = 0.0;
    Vec3 along = Vec3::Zero();  ///< unit; zero if it has no length
    double sideways = 0.0;      ///< share of the stiffness across; never negative
  };

  void update_cell(std::size_t k, std::span<const Vec3> x);
  void update_tet(std::size_t k, std::span<const Vec3> x);
  void update_spring(std::size_t k, std::span<const Vec3> x);
  CubeVectors cell_product(std::size_t k, const CubeVectors& v) const;
  Eigen::Matrix<double, 3, 4> tet_product(std::size_t k, const Mat3& gradient) const;
  Mat3 cell_block(std::size_t k, int a, int b) const;
  Mat3 tet_block(std::size_t k, int a, int b) const;
  Mat3 spring_block(std::size_t k, double h) const;
  void list_slots();
  /// Adds to out[node] what its elements have put into their slots, in order.
  void gather(std::span<Vec3> out, int threads) const;
  template <typename Cell, typename OneTet, typename OneSpring>
  void each_element(const Cell& cell, const OneTet& tet, const OneSpring& spring, int threads);

  std::shared_ptr<const ElasticModel> model_;
  Slope slope_;
  CubeMatrix cube_;        ///< of a full cell
  CubeVectors gradients_;  ///< in the middle of a cell
  CubeVectors corners_;    ///< of a cell at rest
  double lambda_ = 0.0, mu_ = 0.0;
  std::vector<Tet> tets_;
  std::vector<SpringNow> springs_;
  std::vector<Mat3> rotations_;  ///< of cells, then of tetrahedra
  std::vector<Mat3> swellings_;  ///< the same: sums of strains of muscles; none without muscles
  std::vector<double> spring_strains_;  ///< by spring; none without muscles
  std::vector<Vec3> slots_;             ///< one for each corner of each element
  std::vector<double> energies_;
  std::vector<std::uint32_t> first_slot_, slots_of_;  ///< of each node
  std::vector<Vec3> forces_;
  double energy_ = 0.0;
};

}  // namespace graze::elastic
