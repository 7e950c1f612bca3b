// SPDX-License-Identifier: MIT
// A page as a picture or a film, by a browser without a window.                               [G4]
#pragma once
#include <filesystem>
#include <string>

namespace graze::tool {

struct PictureSize {
  int width = 1280;
  int height = 720;
};

/// Opens the HTML file in Chromium (or Chrome) and writes what it shows as PNG. Throws InputError
/// if no such browser is found, or it writes nothing.
void write_picture(const std::filesystem::path& html, const std::filesystem::path& png,
                   const PictureSize& size);

/// Asks the desktop to open an address; nothing happens where there is none.
void open_in_browser(const std::string& address);

/// The way to the first contact as a film: an animated GIF, or VP8 in WebM, by the file's name. Of
/// the view alone, at this size. Throws InputError like write_picture, and for another name.
void write_film(const std::filesystem::path& html, const std::filesystem::path& film,
                const PictureSize& size, int frames);

}  // namespace graze::tool
