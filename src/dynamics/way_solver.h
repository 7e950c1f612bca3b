// SPDX-License-Identifier: MIT
// The ways of one island: solved for, linearised again where they lead, until their gaps are right.
//                                                                                             [C11]
#pragma once
#include "dynamics/pair_rows.h"

namespace graze::dynamics {

class WaySolver {
 public:
  /// The forces of the last step, and the impulses of the last solve, are where it starts.
  WaySolver(const World::Data& world, const std::vector<Way>& ways, const Island& island,
            const PairForces& forces, const std::map<IndexPair, FeatureImpulses>& impulses);
  void run();

  const std::vector<Vec6>& twists() const { return trial_.twists; }
  /// The impulses from which a further solve may start.
  std::map<IndexPair, FeatureImpulses> impulses() const;
  /// Force and torque of joints on each body along the way.
  std::vector<Vec6> joint_forces() const;
  /// The force at the point of each joint of the island that has rows.
  std::vector<std::pair<std::size_t, double>> joint_loads() const;
  /// The force of each pair along the way; zero if the solve failed.
  PairForces forces() const;
  /// Features that push along the ways.
  std::vector<std::pair<IndexPair, ContactCandidate>> pushes() const;
  /// What pushes along the ways.
  std::vector<WorldContact> contacts() const;

 private:
  /// Where a pair of the problem comes from.
  struct Source {
    const NearPair* near;
    std::vector<FeatureRow> features;  ///< of the contacts
    IndexPair bodies() const { return {near->a, near->b}; }
  };
  struct RowSource {
    std::size_t joint;
    Vec3 pull;
    bool is_block;
  };

  void build();
  void add_body(std::size_t place, double middle);
  void add_pair(const NearPair& near);
  void add_rows(const NearPair& near, PairRows rows);
  void add_joint(std::size_t index, double middle);
  double joint_value(std::size_t index, double t) const;
  void expect_as_before(const NearPair& near, PairRows& later, PairRows& at_start) const;
  void remember();
  double tolerable_residual() const;
  double bounce_speed() const;

  bool are_sharp(double in_skins) const;
  bool is_sharp(const NearPair& near, double in_skins) const;
  bool joints_are_sharp() const;
  bool is_sharp_joint(std::size_t index) const;
  bool note_bulges();
  void note_bulge(const NearPair& near, std::size_t i);

  const World::Data& world_;
  const PairForces& forces_;
  WayTrial trial_;
  SolverProblem problem_;
  SolverResult result_;
  std::vector<Source> sources_;                    ///< of the problem's pairs
  std::vector<RowSource> rows_;                    ///< of the problem's rows
  std::map<IndexPair, FeatureImpulses> impulses_;  ///< of the last pass
  Bulges bulges_;
};

}  // namespace graze::dynamics
