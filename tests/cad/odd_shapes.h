// SPDX-License-Identifier: MIT
// Shapes as few programs make them and many files hold them, made by OpenCASCADE.
#pragma once
#include <TopoDS_Shape.hxx>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace graze::test {

struct OddShape {
  std::string name;
  TopoDS_Shape shape;  ///< solids, unless the name says otherwise
};

/// Hyperbolas, poles, tips, seams, inner loops, splines with and without periods, sweeps, fillets,
/// mirror images.
std::vector<OddShape> odd_shapes();

/// A file of the shapes, each a part of its own; removed with this.
class StepFile {
 public:
  /// By OpenCASCADE's writer of plain shapes; `unit` as it names them: "MM", "INCH", "M".
  StepFile(const std::vector<TopoDS_Shape>& shapes, const char* unit = "MM");
  /// A block in an assembly in an assembly in an assembly, twice at every level, turned about z by
  /// a quarter and moved by 10, 100, 1000 mm along x; parts have names only if `named`.
  static StepFile nested(bool named);
  StepFile(StepFile&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  ~StepFile() {
    if (!path_.empty()) std::filesystem::remove(path_);
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  StepFile();
  std::filesystem::path path_;
};

}  // namespace graze::test
