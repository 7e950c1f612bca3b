// SPDX-License-Identifier: MIT
#include "io/gltf_import/gltf_file.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "io/gltf_import/tinygltf_header.h"
#include "io/json/json_text.h"
#include "io/opened_file.h"

namespace graze::gltf {
namespace {
constexpr std::size_t kLargestFile = std::size_t{1} << 30;
constexpr std::size_t kMostNumbers = std::size_t{1} << 28;

bool file_exists(const std::string& path, void*) { return io::is_file(path); }

std::string same_path(const std::string& path, void*) { return path; }

bool read_whole_file(std::vector<unsigned char>* out, std::string* error, const std::string& path,
                     void*) {
  try {
    const std::string bytes = graze::read_file(path, kLargestFile);
    out->assign(bytes.begin(), bytes.end());
    return true;
  } catch (const InputError& refused) {
    if (error != nullptr) *error += refused.what();
    return false;
  }
}

bool write_nothing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

/// Images are not needed: they have no shape.
bool skip_image(tinygltf::Image*, const int, std::string*, std::string*, int, int,
                const unsigned char*, int, void*) {
  return true;
}

/// What tinygltf says, in one line.
std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.empty() ? "a file that is not glTF" : line;
}

/// The JSON of a document: the whole of it, or the first chunk of a binary one (glTF 2.0, 4.4).
std::string_view json_of(std::string_view bytes) {
  constexpr std::size_t kHeader = 12, kChunkHeader = 8;
  if (!bytes.starts_with("glTF")) return bytes;
  if (bytes.size() < kHeader + kChunkHeader) return {};
  std::uint32_t length = 0;
  std::memcpy(&length, bytes.data() + kHeader, sizeof(length));
  return bytes.substr(kHeader + kChunkHeader, length);
}

std::size_t component_size(int type) {
  const int size = tinygltf::GetComponentSizeInBytes(static_cast<std::uint32_t>(type));
  return size > 0 ? static_cast<std::size_t>(size) : 0;
}

/// glTF 2.0, section 3.11: normalised integers.
double scaled(double value, double largest, bool normalised) {
  return normalised ? std::max(value / largest, -1.0) : value;
}

template <typename T>
double load(const unsigned char* bytes) {
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

double number_at(const unsigned char* bytes, int type, bool normalised) {
  switch (type) {
    case TINYGLTF_COMPONENT_TYPE_BYTE:
      return scaled(load<std::int8_t>(bytes), 127.0, normalised);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE:
      return scaled(load<std::uint8_t>(bytes), 255.0, normalised);
    case TINYGLTF_COMPONENT_TYPE_SHORT:
      return scaled(load<std::int16_t>(bytes), 32767.0, normalised);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT:
      return scaled(load<std::uint16_t>(bytes), 65535.0, normalised);
    case TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT:
      return load<std::uint32_t>(bytes);
    case TINYGLTF_COMPONENT_TYPE_FLOAT:
      return load<float>(bytes);
    default:
      return std::nan("");
  }
}
}  // namespace

struct GltfFile::Block {
  const unsigned char* bytes = nullptr;
  std::size_t stride = 0;  ///< 0: tightly packed
};

GltfFile::GltfFile(std::string_view bytes, std::string place, const std::filesystem::path& base_dir)
    : model_(std::make_unique<tinygltf::Model>()), place_(std::move(place)) {
  if (bytes.size() > kLargestFile) refuse("", "a file of more than 1 GiB", "less");
  json::check_nesting(json_of(bytes), place_);  // tinygltf calls itself for every level
  tinygltf::TinyGLTF reader;
  reader.SetFsCallbacks({file_exists, same_path, read_whole_file, write_nothing, nullptr});
  reader.SetImageLoader(skip_image, nullptr);
  std::string error, warning;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const auto size = static_cast<unsigned>(bytes.size());
  bool fine = false;
  try {
    fine = bytes.starts_with("glTF")
               ? reader.LoadBinaryFromMemory(model_.get(), &error, &warning, data, size,
                                             base_dir.string())
               : reader.LoadASCIIFromString(model_.get(), &error, &warning, bytes.data(), size,
                                            base_dir.string());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& thrown) {
    error = thrown.what();
  }
  if (!fine) refuse("", first_line(error), "a glTF 2.0 document");
  for (const std::string& extension : model_->extensionsRequired) {
    if (extension == "KHR_mesh_quantization") continue;
    refuse("extensionsRequired", "'" + extension + "'", "a file that does without it",
           "export without compression and instancing extensions");
  }
  // Instances that a viewer may leave out would be bodies here, even where the extension is
  // optional.
  for (std::size_t i = 0; i < model_->nodes.size(); ++i) {
    if (!model_->nodes[i].extensions.contains("EXT_mesh_gpu_instancing")) continue;
    refuse("nodes[" + std::to_string(i) + "].extensions", "'EXT_mesh_gpu_instancing'",
           "a node for each copy", "export without instancing: its copies would be lost");
  }
}

GltfFile::~GltfFile() = default;

void GltfFile::refuse(const std::string& where, std::string found, std::string expected,
                      std::string advice) const {
  throw InputError({where.empty() ? place_ : place_ + ": " + where, std::move(found),
                    std::move(expected), std::move(advice)});
}

std::size_t GltfFile::index(int index, std::size_t length, const std::string& where) const {
  if (index >= 0 && static_cast<std::size_t>(index) < length)
    return static_cast<std::size_t>(index);
  refuse(where, "index " + std::to_string(index), "one below " + std::to_string(length));
}

/// The bytes of a view from `offset` on; at least `needed` of them.
GltfFile::Block GltfFile::block(int view_index, std::size_t offset, std::size_t needed,
                                const std::string& where) const {
  const tinygltf::BufferView& view =
      model_->bufferViews[index(view_index, model_->bufferViews.size(), where + ".bufferView")];
  const auto& data =
      model_->buffers[index(view.buffer, model_->buffers.size(), where + ".buffer")].data;
  const bool fits = view.byteLength <= data.size() &&
                    view.byteOffset <= data.size() - view.byteLength && offset <= view.byteLength &&
                    needed <= view.byteLength - offset;
  if (!fits) {
    refuse(where, "data beyond the end of its buffer view or buffer",
           std::to_string(needed) + " bytes from " + std::to_string(offset) + " on");
  }
  return {data.data() + view.byteOffset + offset, view.byteStride};
}

std::size_t GltfFile::count(int accessor, const std::string& where) const {
  return model_->accessors[index(accessor, model_->accessors.size(), where)].count;
}

void GltfFile::fill_sparse(const tinygltf::Accessor& accessor, std::size_t components,
                           bool normalised, const std::string& where,
                           std::vector<double>& numbers) const {
  const auto& sparse = accessor.sparse;
  if (sparse.count < 0 || static_cast<std::size_t>(sparse.count) > accessor.count) {
    refuse(where + ".sparse", std::to_string(sparse.count) + " values", "no more than elements");
  }
  const auto count = static_cast<std::size_t>(sparse.count);
  const std::size_t index_size = component_size(sparse.indices.componentType);
  const std::size_t size = component_size(accessor.componentType);
  const Block places =
      block(sparse.indices.bufferView, static_cast<std::size_t>(sparse.indices.byteOffset),
            count * index_size, where + ".sparse");
  const Block values =
      block(sparse.values.bufferView, static_cast<std::size_t>(sparse.values.byteOffset),
            count * components * size, where + ".sparse");
  for (std::size_t i = 0; i < count; ++i) {
    const double place =
        number_at(places.bytes + i * index_size, sparse.indices.componentType, false);
    if (!(place >= 0.0 && place < static_cast<double>(accessor.count))) {
      refuse(where + ".sparse", "an index that is out of range", "indices of elements");
    }
    for (std::size_t k = 0; k < components; ++k) {
      numbers[static_cast<std::size_t>(place) * components + k] =
          number_at(values.bytes + (i * components + k) * size, accessor.componentType, normalised);
    }
  }
}

std::vector<double> GltfFile::numbers(int accessor_index, std::size_t components,
                                      const std::string& where) const {
  const auto& accessor = model_->accessors[index(accessor_index, model_->accessors.size(), where)];
  const int found = tinygltf::GetNumComponentsInType(static_cast<std::uint32_t>(accessor.type));
  const std::size_t size = component_size(accessor.componentType);
  if (found != static_cast<int>(components) || size == 0) {
    refuse(where,
           std::to_string(std::max(found, 0)) + " components of type " +
               std::to_string(accessor.componentType),
           std::to_string(components) + " components of a numeric type");
  }
  if (accessor.count > kMostNumbers / components)
    refuse(where, "too many numbers", "fewer than 2^28");
  std::vector<double> result(accessor.count * components, 0.0);
  if (accessor.bufferView >= 0 && accessor.count > 0) {
    const std::size_t packed = components * size;
    const auto& view =
        model_->bufferViews[index(accessor.bufferView, model_->bufferViews.size(), where)];
    const std::size_t stride = view.byteStride == 0 ? packed : view.byteStride;
    if (stride < packed || stride > 1024)
      refuse(where, "a stride of " + std::to_string(stride), "a larger one");
    const Block data = block(accessor.bufferView, accessor.byteOffset,
                             (accessor.count - 1) * stride + packed, where);
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = number_at(data.bytes + i / components * stride + i % components * size,
                            accessor.componentType, accessor.normalized);
    }
  }
  if (accessor.sparse.isSparse)
    fill_sparse(accessor, components, accessor.normalized, where, result);
  for (const double x : result) {
    if (!std::isfinite(x)) refuse(where, "a number that is not finite", "finite numbers");
  }
  return result;
}

std::vector<std::uint32_t> GltfFile::indices(int accessor, const std::string& where) const {
  std::vector<std::uint32_t> result;
  for (const double x : numbers(accessor, 1, where)) {
    if (x < 0.0 || x != std::floor(x))
      refuse(where, "an index that is not a whole number", "indices");
    result.push_back(static_cast<std::uint32_t>(x));
  }
  return result;
}

}  // namespace graze::gltf
