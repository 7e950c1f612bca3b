// SPDX-License-Identifier: MIT
#include "graze/io/octree_io.h"

#include <cstdint>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "io/bytes.h"

namespace graze {
namespace {
constexpr std::string_view kOctreeMagic = "GRAZEOCT";
constexpr std::size_t kOctreeHeaderBytes = 8 + 4 * 4 + 8 + 4 * 8 + 3 * 8;
constexpr std::uint32_t kInner = 0x3fffffffu;

[[noreturn]] void refuse_octree(const std::string& place, std::string found, std::string expected) {
  throw InputError({place, std::move(found), std::move(expected), "build the octree again"});
}

struct OctreeHeader {
  std::uint32_t version, depth, is_solid, zero;
  std::uint64_t mesh_hash;
  double cube[4];
  std::uint64_t nodes, faces, tree_hash;
};

OctreeHeader read_header(std::string_view bytes) {
  const char* at = bytes.data() + kOctreeMagic.size();
  const auto next = [&]<typename Number>(Number& number) {
    number = io::load<Number>(at);
    at += sizeof(Number);
  };
  OctreeHeader h{};
  next(h.version), next(h.depth), next(h.is_solid), next(h.zero), next(h.mesh_hash);
  for (double& number : h.cube) next(number);
  next(h.nodes), next(h.faces), next(h.tree_hash);
  return h;
}

OctreeHeader checked_header(std::string_view bytes, const TriangleMesh& mesh,
                            const std::string& place) {
  if (bytes.size() < kOctreeHeaderBytes || bytes.substr(0, kOctreeMagic.size()) != kOctreeMagic) {
    refuse_octree(place, "a file that does not start with GRAZEOCT", "an octree written by Graze");
  }
  const OctreeHeader h = read_header(bytes);
  if (h.version != 1 || h.zero != 0 || h.is_solid > 1) {
    refuse_octree(place, "version " + std::to_string(h.version), "version 1");
  }
  if (h.mesh_hash != mesh.content_hash()) {
    refuse_octree(place, "the octree of another mesh", "the octree of this mesh");
  }
  const std::uint64_t rest = bytes.size() - kOctreeHeaderBytes;
  if (h.nodes > rest / 8 || h.faces != (rest - 8 * h.nodes) / 4 || rest % 4 != 0) {
    refuse_octree(place, std::to_string(bytes.size()) + " bytes", "as many as the header says");
  }
  return h;
}

OctreeNode node_of(std::uint32_t first, std::uint32_t bits) {
  const auto colour = static_cast<CellColour>(bits & 3u);
  if ((bits >> 2) == kInner) return OctreeNode::inner(first);
  return (bits >> 2) == 0 ? OctreeNode::leaf(colour) : OctreeNode::gray_leaf(first, bits >> 2);
}

std::uint32_t bits_of(const OctreeNode& node) {
  const std::uint32_t count = node.is_leaf() ? node.face_count() : kInner;
  return count << 2 | static_cast<std::uint32_t>(node.colour());
}
}  // namespace

std::string octree_bytes(const Octree& octree) {
  std::string bytes(kOctreeMagic);
  const auto add = [&](auto number) { io::append_bytes(bytes, number); };
  add(std::uint32_t{1});
  add(static_cast<std::uint32_t>(octree.depth()));
  add(std::uint32_t{octree.is_solid()});
  add(std::uint32_t{0});
  add(octree.mesh().content_hash());
  for (int k = 0; k < 3; ++k) add(octree.root().lo[k]);
  add(octree.root().side);
  add(std::uint64_t{octree.nodes().size()});
  add(std::uint64_t{octree.faces().size()});
  add(octree.content_hash());
  for (const OctreeNode& node : octree.nodes()) add(node.first()), add(bits_of(node));
  for (const std::uint32_t face : octree.faces()) add(face);
  return bytes;
}

Octree octree_from_bytes(std::string_view bytes, const TriangleMesh& mesh,
                         const std::string& place) {
  const OctreeHeader h = checked_header(bytes, mesh, place);
  Octree::Data data;
  data.root = {Vec3(h.cube[0], h.cube[1], h.cube[2]), h.cube[3]};
  data.depth = h.depth > 64 ? 64 : static_cast<int>(h.depth);
  data.is_solid = h.is_solid == 1;
  data.mesh = mesh;
  const char* at = bytes.data() + kOctreeHeaderBytes;
  data.nodes.reserve(h.nodes);
  for (std::uint64_t i = 0; i < h.nodes; ++i, at += 8) {
    const auto first = io::load<std::uint32_t>(at), bits = io::load<std::uint32_t>(at + 4);
    data.nodes.push_back(node_of(first, bits));
    if (data.nodes.back().first() != first || bits_of(data.nodes.back()) != bits) {
      refuse_octree(place, "node " + std::to_string(i) + " in an unknown form",
                    "an unchanged file");
    }
  }
  data.faces.reserve(h.faces);
  for (std::uint64_t i = 0; i < h.faces; ++i, at += 4) {
    data.faces.push_back(io::load<std::uint32_t>(at));
  }
  try {
    Octree octree = octree_from_parts(std::move(data));
    if (octree.content_hash() == h.tree_hash) return octree;
  } catch (const InputError& error) {
    refuse_octree(place + ", " + error.parts().place, error.parts().found, error.parts().expected);
  }
  refuse_octree(place, "contents that differ from the hash", "an unchanged file");
}

void save_octree(const Octree& octree, const std::filesystem::path& path) {
  write_file(path, octree_bytes(octree));
}

Octree load_octree(const std::filesystem::path& path, const TriangleMesh& mesh) {
  return octree_from_bytes(read_file(path), mesh, path.string());
}

}  // namespace graze
