// SPDX-License-Identifier: MIT
// A page as a picture, by a browser without a window.                                         [G4]
#pragma once
#include <filesystem>

namespace graze::tool {

struct PictureSize {
  int width = 1280;
  int height = 720;
};

/// Opens the HTML file in Chromium (or Chrome) and writes what it shows as PNG. Throws InputError
/// if no such browser is found, or it writes nothing.
void write_picture(const std::filesystem::path& html, const std::filesystem::path& png,
                   const PictureSize& size);

}  // namespace graze::tool
