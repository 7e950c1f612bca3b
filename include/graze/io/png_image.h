// SPDX-License-Identifier: MIT
// Pictures of eight bits per channel, written as PNG files.
#pragma once
#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace graze {

using Colour = std::array<std::uint8_t, 3>;  ///< red, green, blue

/// Row by row from the top.
struct Picture {
  int width = 0, height = 0;
  std::vector<Colour> pixels;

  Picture() = default;
  Picture(int w, int h, Colour background)
      : width(w),
        height(h),
        pixels(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), background) {}
  Colour& at(int x, int y) {
    return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                  static_cast<std::size_t>(x)];
  }
};

/// Throws InputError if the file cannot be written; an old file then stays as it was.
void write_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace graze
