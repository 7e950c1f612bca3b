// SPDX-License-Identifier: MIT
#include "graze/io/obb_tree_io.h"

#include <bit>
#include <cstdint>

#include "graze/base/error.h"
#include "graze/io/file.h"

namespace graze {
namespace {
constexpr std::string_view kObbMagic = "GRAZEOBB";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kObbHeaderBytes = 48;
constexpr std::size_t kNodeBytes = 15 * 8 + 2 * 4;

class Writer {
 public:
  template <typename Unsigned>
  void add(Unsigned number) {
    for (std::size_t k = 0; k < sizeof(Unsigned); ++k) {
      bytes_.push_back(static_cast<char>((number >> (8 * k)) & 0xffu));
    }
  }
  void add(double number) { add(std::bit_cast<std::uint64_t>(number)); }
  void add(std::string_view text) { bytes_ += text; }
  void reserve(std::size_t bytes) { bytes_.reserve(bytes); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads numbers in turn; the caller has checked that there are enough bytes.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <typename Unsigned>
  Unsigned next() {
    Unsigned number = 0;
    for (std::size_t k = 0; k < sizeof(Unsigned); ++k) {
      number |= static_cast<Unsigned>(static_cast<Unsigned>(static_cast<unsigned char>(bytes_[k]))
                                      << (8 * k));
    }
    bytes_.remove_prefix(sizeof(Unsigned));
    return number;
  }
  double next_double() { return std::bit_cast<double>(next<std::uint64_t>()); }

 private:
  std::string_view bytes_;
};

struct ObbHeader {
  std::uint64_t mesh_hash = 0;
  std::uint64_t nodes = 0;
  std::uint64_t triangles = 0;
  std::uint64_t tree_hash = 0;
};

[[noreturn]] void refuse_obb_tree(const std::string& place, std::string found,
                                  std::string expected) {
  throw InputError({place, std::move(found), std::move(expected), "build the tree again"});
}

ObbHeader read_header(std::string_view bytes, const TriangleMesh& mesh, const std::string& place) {
  if (bytes.size() < kObbHeaderBytes || bytes.substr(0, kObbMagic.size()) != kObbMagic) {
    refuse_obb_tree(place, "a file that does not start with GRAZEOBB",
                    "an OBB tree written by Graze");
  }
  Reader reader(bytes.substr(kObbMagic.size()));
  const auto version = reader.next<std::uint32_t>();
  if (version != kVersion || reader.next<std::uint32_t>() != 0) {
    refuse_obb_tree(place, "version " + std::to_string(version), "version 1");
  }
  ObbHeader header;
  header.mesh_hash = reader.next<std::uint64_t>();
  header.nodes = reader.next<std::uint64_t>();
  header.triangles = reader.next<std::uint64_t>();
  header.tree_hash = reader.next<std::uint64_t>();
  if (header.mesh_hash != mesh.content_hash() || header.triangles != mesh.triangles().size()) {
    refuse_obb_tree(place, "the tree of another mesh", "the tree of this mesh");
  }
  const std::uint64_t order_bytes = 4 * header.triangles;  // bounded: it is the mesh's own number
  const std::uint64_t rest = bytes.size() - kObbHeaderBytes;
  if (rest < order_bytes || (rest - order_bytes) % kNodeBytes != 0 ||
      (rest - order_bytes) / kNodeBytes != header.nodes) {
    refuse_obb_tree(place, std::to_string(bytes.size()) + " bytes", "as many as the header says");
  }
  return header;
}

ObbNode read_node(Reader& reader) {
  ObbNode node;
  for (int k = 0; k < 3; ++k) node.box.centre[k] = reader.next_double();
  for (int k = 0; k < 9; ++k) node.box.axes(k % 3, k / 3) = reader.next_double();
  for (int k = 0; k < 3; ++k) node.box.half_size[k] = reader.next_double();
  node.first = reader.next<std::uint32_t>();
  node.count = reader.next<std::uint32_t>();
  return node;
}

void write_node(Writer& writer, const ObbNode& node) {
  for (int k = 0; k < 3; ++k) writer.add(node.box.centre[k]);
  for (int k = 0; k < 9; ++k) writer.add(node.box.axes(k % 3, k / 3));
  for (int k = 0; k < 3; ++k) writer.add(node.box.half_size[k]);
  writer.add(node.first);
  writer.add(node.count);
}
}  // namespace

std::string obb_tree_bytes(const ObbTree& tree) {
  Writer writer;
  writer.reserve(kObbHeaderBytes + kNodeBytes * tree.nodes().size() + 4 * tree.order().size());
  writer.add(kObbMagic);
  writer.add(kVersion);
  writer.add(std::uint32_t{0});
  writer.add(tree.mesh().content_hash());
  writer.add(std::uint64_t{tree.nodes().size()});
  writer.add(std::uint64_t{tree.order().size()});
  writer.add(tree.content_hash());
  for (const ObbNode& node : tree.nodes()) write_node(writer, node);
  for (const std::uint32_t id : tree.order()) writer.add(id);
  return writer.take();
}

ObbTree obb_tree_from_bytes(std::string_view bytes, const TriangleMesh& mesh,
                            const std::string& place) {
  const ObbHeader header = read_header(bytes, mesh, place);
  Reader reader(bytes.substr(kObbHeaderBytes));
  std::vector<ObbNode> nodes(header.nodes);
  for (ObbNode& node : nodes) node = read_node(reader);
  std::vector<std::uint32_t> order(header.triangles);
  for (std::uint32_t& id : order) id = reader.next<std::uint32_t>();
  try {
    ObbTree tree = obb_tree_from_parts(mesh, std::move(nodes), std::move(order));
    if (tree.content_hash() == header.tree_hash) return tree;
  } catch (const InputError& error) {
    refuse_obb_tree(place + ", " + error.parts().place, error.parts().found,
                    error.parts().expected);
  }
  refuse_obb_tree(place, "contents that differ from the hash", "an unchanged file");
}

void save_obb_tree(const ObbTree& tree, const std::filesystem::path& path) {
  write_file(path, obb_tree_bytes(tree));
}

ObbTree load_obb_tree(const std::filesystem::path& path, const TriangleMesh& mesh) {
  return obb_tree_from_bytes(read_file(path), mesh, path.string());
}

}  // namespace graze
