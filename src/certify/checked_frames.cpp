// SPDX-License-Identifier: MIT
#include "graze/certify/checked_frames.h"

#include "graze/base/error.h"

namespace graze {

CheckedFrames::CheckedFrames(const ObbTree& basis, Deformation deformation)
    : basis_(basis),
      deformation_(std::move(deformation)),
      trees_(deformation_.frames().size(), nullptr) {
  if (deformation_.is_none() ||
      deformation_.frames()[0].vertices.size() != basis.mesh().vertices().size())
    throw InputError({"deformation", "frames of another mesh", "as many vertices as the mesh", ""});
}

std::shared_ptr<const CheckedTree> CheckedFrames::tree(std::size_t frame) const {
  const std::scoped_lock lock(mutex_);
  auto& known = trees_[frame];
  if (known == nullptr) {
    const auto triangles = basis_.mesh().triangles();
    const TriangleMesh mesh(deformation_.frames()[frame].vertices,
                            {triangles.begin(), triangles.end()});
    known = std::make_shared<const CheckedTree>(refit_obb_tree(basis_, mesh));
  }
  return known;
}

}  // namespace graze
