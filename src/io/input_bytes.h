// SPDX-License-Identifier: MIT
// The bytes of a file on their way through a reader.
#pragma once
#include <string_view>

#include "graze/io/file.h"

namespace graze::io {

/// A reader goes through them once, from front to back, and says how far it has come. Memory that
/// it is done with is given back on the way, so the file shrinks while the mesh grows.
class InputBytes {
 public:
  /// The caller's memory: stays as it is.
  explicit InputBytes(std::string_view view) : view_(view) {}
  /// Memory of our own: its content is gone where a reader is done with it.
  explicit InputBytes(FileBytes& file) : view_(file.view()), file_(&file) {}

  std::string_view view() const { return view_; }
  /// What lies before `p` is needed to the end (a header).
  void keep_before(const char* p) { forgotten_ = offset(p); }
  /// True if there is enough before `p` that giving it back is worth the call.
  bool is_worth_forgetting(const char* p) const {
    return file_ != nullptr && offset(p) - forgotten_ >= kStep;
  }
  void forget_before(const char* p) {
    file_->forget(forgotten_, offset(p));
    forgotten_ = offset(p);
  }

 private:
  static constexpr std::size_t kStep = std::size_t{1} << 20;
  std::size_t offset(const char* p) const { return static_cast<std::size_t>(p - view_.data()); }

  std::string_view view_;
  FileBytes* file_ = nullptr;
  std::size_t forgotten_ = 0;
};

}  // namespace graze::io
