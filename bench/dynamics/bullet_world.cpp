// SPDX-License-Identifier: MIT
#include "dynamics/bullet_world.h"

#include <btBulletDynamicsCommon.h>

#include <vector>

namespace graze::bench {
namespace {
btVector3 to_bullet(const Vec3& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

btTransform to_bullet(const Pose& pose) {
  const Mat3& r = pose.rotation;
  const auto s = [](double x) { return static_cast<btScalar>(x); };
  return btTransform(btMatrix3x3(s(r(0, 0)), s(r(0, 1)), s(r(0, 2)), s(r(1, 0)), s(r(1, 1)),
                                 s(r(1, 2)), s(r(2, 0)), s(r(2, 1)), s(r(2, 2))),
                     to_bullet(pose.translation));
}

// Points about the centre of mass; Bullet's frame is there.
std::unique_ptr<btCollisionShape> shape_of(const Body& body, const Vec3& centre) {
  const TriangleMesh& mesh = body.shape.mesh();
  const double growth = body.growth();
  auto hull = std::make_unique<btConvexHullShape>();
  for (const Vec3& v : mesh.vertices()) hull->addPoint(to_bullet(v - centre), false);
  hull->recalcLocalAabb();
  hull->setMargin(static_cast<btScalar>(growth > 0.0 ? growth : 1e-3));
  if (growth > 0.0 && mesh.bounds().diagonal() == 0.0) {
    return std::make_unique<btSphereShape>(static_cast<btScalar>(growth));
  }
  return hull;
}
}  // namespace

struct BulletWorld::Data {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;
  std::vector<Vec3> centres;
};

BulletWorld::BulletWorld(const World& world) : data_(std::make_unique<Data>()) {
  data_->world.setGravity(to_bullet(world.options().gravity));
  for (std::size_t i = 0; i < world.body_count(); ++i) {
    const BodyId id(i);
    const bool moves = world.body(id).role == Role::kDynamic;
    const Vec3 centre = moves ? world.mass(id).centre : Vec3(Vec3::Zero());
    data_->centres.push_back(centre);
    data_->shapes.push_back(shape_of(world.body(id).body, centre));
    const auto mass = static_cast<btScalar>(moves ? world.mass(id).mass : 0.0);
    btVector3 inertia(0, 0, 0);
    if (moves) inertia = to_bullet(Vec3(world.mass(id).inertia.diagonal()));
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, data_->shapes.back().get(),
                                                  inertia);
    const Pose& pose = world.state(id).pose;
    info.m_startWorldTransform = to_bullet(pose * Pose{Mat3::Identity(), centre});
    info.m_friction = 0.7071f;  // Bullet multiplies: 0.5 a pair
    data_->bodies.push_back(std::make_unique<btRigidBody>(info));
    data_->bodies.back()->setActivationState(DISABLE_DEACTIVATION);
    data_->world.addRigidBody(data_->bodies.back().get());
  }
}

BulletWorld::~BulletWorld() {
  for (const auto& body : data_->bodies) data_->world.removeRigidBody(body.get());
}

void BulletWorld::step(double seconds) {
  data_->world.stepSimulation(static_cast<btScalar>(seconds), 0);
}

void BulletWorld::copy_poses(World& world) const {
  for (std::size_t i = 0; i < data_->bodies.size(); ++i) {
    if (world.body(BodyId(i)).role != Role::kDynamic) continue;
    const btTransform& at = data_->bodies[i]->getWorldTransform();
    Pose pose;
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) pose.rotation(r, c) = at.getBasis()[r][c];
      pose.translation[r] = at.getOrigin()[r];
    }
    world.place(BodyId(i), pose * Pose{Mat3::Identity(), -data_->centres[i]});
  }
}

}  // namespace graze::bench
