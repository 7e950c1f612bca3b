// SPDX-License-Identifier: MIT
#include "graze/io/png_image.h"

#include <png.h>

#include <string>

#include "graze/base/error.h"
#include "graze/io/file.h"

namespace graze {

void write_png(const std::filesystem::path& path, const Picture& picture) {
  png_image header{};
  header.version = PNG_IMAGE_VERSION;
  header.width = static_cast<png_uint_32>(picture.width);
  header.height = static_cast<png_uint_32>(picture.height);
  header.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(header);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&header, bytes.data(), &size, 0, picture.pixels.data(), 0,
                                nullptr) == 0) {
    throw InputError({path.string(), std::string("libpng: ") + header.message, "a picture", ""});
  }
  bytes.resize(size);
  write_file(path, bytes);
}

}  // namespace graze
