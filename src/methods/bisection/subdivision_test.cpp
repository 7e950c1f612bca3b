// SPDX-License-Identifier: MIT
// Question   Do two boxes move fast compared with their sizes?                                 [C4]
// Source     Redon, Kheddar, Coquillart 2002, section 4.1.2, subdivision test.
// Guarantee  None needed: it only chooses between two correct ways to go on.
// Changed    As printed, sum a_i |v.e_i| + (t1 - t0)|v| > k sum b_i v.f_i adds a length times a
//            velocity to a length, and with boxes of equal size it would always subdivide. We read
//            it as the text says: the path (t1 - t0)|v| of the centres is compared with the boxes'
//            sizes along v: path > k (sum a_i |v.e_i| + sum b_i |v.f_i|) / |v|. The path is the
//            distance between the end positions, so that motions without a velocity are served.
//            Boxes that stand for grown bodies are as large as these: a ball is a point, grown.
#include "methods/bisection/subdivision_test.h"

namespace graze::bisection {
namespace {
Vec3 centre_of_b(const BoxPair& boxes, const RelativeEnclosure& pose) {
  return pose.rotation * boxes.centre_b + pose.position;
}
}  // namespace

bool SubdivisionTest::should_subdivide(const BoxPair& boxes, const EndPoses& poses) const {
  const Vec3 step = centre_of_b(boxes, poses.end) - centre_of_b(boxes, poses.begin);
  const double path = step.norm();
  if (!(path > shortest_path)) return false;
  const Vec3 step_in_b = poses.begin.rotation.transpose() * step;
  const double size_a = boxes.a->half_size.dot((boxes.a->axes.transpose() * step).cwiseAbs());
  const double size_b = boxes.b->half_size.dot((boxes.b->axes.transpose() * step_in_b).cwiseAbs());
  return path * path > k * (size_a + size_b + growth * path);
}

}  // namespace graze::bisection
