// SPDX-License-Identifier: MIT
// Python values as the library's: times, poses, bodies, options.
#include <algorithm>
#include <memory>

#include "bindings.h"
#include "graze/base/error.h"

namespace graze::python {
namespace {

[[noreturn]] void refuse(const char* place, const py::handle& found, const char* expected) {
  throw InputError({.place = place,
                    .found = py::repr(found).cast<std::string>(),
                    .expected = expected,
                    .advice = {}});
}

using Matrix = py::array_t<double, py::array::c_style | py::array::forcecast>;

Pose pose_of(const Matrix& matrix) {
  Pose pose;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) pose.rotation(row, column) = matrix.at(row, column);
    pose.translation[row] = matrix.at(row, 3);
  }
  return pose;
}

bool ends_like_a_pose(const Matrix& matrix) {
  return matrix.at(3, 0) == 0.0 && matrix.at(3, 1) == 0.0 && matrix.at(3, 2) == 0.0 &&
         matrix.at(3, 3) == 1.0;
}

template <typename Read>
auto read_as(const py::handle& value, const char* place, const char* expected, Read&& read) {
  try {
    return read();
  } catch (const py::cast_error&) {
    refuse(place, value, expected);
  }
}

double number_from(const py::handle& value, const char* place) {
  return read_as(value, place, "a number", [&] { return value.cast<double>(); });
}

bool truth_from(const py::handle& value, const char* place) {
  return read_as(value, place, "True or False", [&] { return value.cast<bool>(); });
}

std::uint64_t count_from(const py::handle& value, const char* place) {
  return read_as(value, place, "a whole number >= 0", [&] { return value.cast<std::uint64_t>(); });
}

Guarantee guarantee_named(const py::handle& value) {
  const std::string wanted = py::str(value);
  for (const Guarantee guarantee :
       {Guarantee::kProved, Guarantee::kConservative, Guarantee::kSampled}) {
    if (name(guarantee) == wanted) return guarantee;
  }
  refuse("guarantee", value, "'proved', 'conservative' or 'sampled'");
}

std::vector<std::pair<BodyId, BodyId>> pairs_from(const Scene& scene, const py::handle& value) {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (const py::handle item : value) {
    const auto pair = py::reinterpret_borrow<py::object>(item);
    if (py::len(pair) != 2) refuse("pairs", item, "two bodies");
    pairs.emplace_back(body_from(scene, pair[py::int_(0)], "pairs"),
                       body_from(scene, pair[py::int_(1)], "pairs"));
  }
  return pairs;
}

std::function<void(double)> progress_from(const py::handle& value) {
  if (PyCallable_Check(value.ptr()) == 0) refuse("progress", value, "a function of 0 ... 1");
  // The last copy may go away in a thread that does not hold the lock.
  std::shared_ptr<py::object> call(new py::object(py::reinterpret_borrow<py::object>(value)),
                                   [](py::object* kept) {
                                     const py::gil_scoped_acquire lock;
                                     delete kept;
                                   });
  return [call](double done) {
    const py::gil_scoped_acquire lock;
    (*call)(done);
  };
}

void set_option(const Scene& scene, std::string_view key, const py::handle& value,
                ContactOptions& options) {
  if (value.is_none()) return;
  if (key == "span") {
    options.span = interval_from(value, "span");
  } else if (key == "tolerance") {
    options.tolerance = number_from(value, "tolerance");
  } else if (key == "min_separation") {
    options.min_separation = number_from(value, "min_separation");
  } else if (key == "method") {
    options.method = method_named(value);
  } else if (key == "guarantee") {
    options.guarantee = guarantee_named(value);
  } else if (key == "pairs") {
    options.pairs = pairs_from(scene, value);
  } else if (key == "all_contacts") {
    options.all_contacts = truth_from(value, "all_contacts");
  } else if (key == "far_pairs") {
    options.far_pairs = truth_from(value, "far_pairs");
  } else if (key == "max_tests") {
    options.budget.max_tests = count_from(value, "max_tests");
  } else if (key == "max_seconds") {
    options.budget.max_seconds = number_from(value, "max_seconds");
  } else if (key == "threads") {
    options.threads = static_cast<int>(std::min<std::uint64_t>(count_from(value, "threads"), 1024));
  } else if (key == "progress") {
    options.progress = progress_from(value);
  } else {
    throw py::type_error(
        "unexpected keyword argument '" + std::string(key) +
        "'; there are span, tolerance, min_separation, method, guarantee, "
        "pairs, all_contacts, far_pairs, max_tests, max_seconds, threads, progress");
  }
}

}  // namespace

Method method_named(const py::handle& value) {
  const std::string wanted = py::str(value);
  for (const Method method :
       {Method::kCertified, Method::kBisection, Method::kLinear, Method::kAnalytic,
        Method::kBacktracking, Method::kOctree, Method::kVolume}) {
    if (name(method) == wanted) return method;
  }
  refuse("method", value,
         "'certified', 'bisection', 'linear', 'analytic', 'backtracking', 'octree' or 'volume'");
}

Interval interval_from(const py::handle& value, const char* place) {
  if (py::isinstance<py::float_>(value) || py::isinstance<py::int_>(value)) {
    return Interval(value.cast<double>());
  }
  return read_as(value, place, "two numbers (start, end) in seconds", [&] {
    const auto ends = value.cast<std::pair<double, double>>();
    return Interval(ends.first, ends.second);
  });
}

py::tuple to_tuple(const Interval& interval) { return py::make_tuple(interval.lo, interval.hi); }

Pose pose_from(const py::handle& value, const char* place) {
  if (value.is_none()) return {};
  const Matrix matrix = Matrix::ensure(value);
  if (!matrix) PyErr_Clear();
  if (matrix && matrix.ndim() == 1 && matrix.shape(0) == 3) {
    return {Mat3::Identity(), {matrix.at(0), matrix.at(1), matrix.at(2)}};
  }
  const bool fits = matrix && matrix.ndim() == 2 && matrix.shape(1) == 4 &&
                    (matrix.shape(0) == 3 || (matrix.shape(0) == 4 && ends_like_a_pose(matrix)));
  if (!fits) refuse(place, value, "a position [x, y, z] or a 4 x 4 matrix with last row 0 0 0 1");
  return pose_of(matrix);
}

py::array_t<double> matrix_of(const Pose& pose) {
  py::array_t<double> matrix({4, 4});
  auto entries = matrix.mutable_unchecked<2>();
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      const double rigid = row == 3     ? 0.0
                           : column < 3 ? pose.rotation(row, column)
                                        : pose.translation[row];
      entries(row, column) = row == 3 && column == 3 ? 1.0 : rigid;
    }
  }
  return matrix;
}

PreparedScene prepared(const py::handle& scene) {
  py::detail::make_caster<PreparedScene> ready;
  if (ready.load(scene, false)) return py::detail::cast_op<const PreparedScene&>(ready);
  if (py::isinstance<Scene>(scene)) return PreparedScene(scene.cast<const Scene&>());
  throw py::type_error("expected a graze.Scene or a graze.PreparedScene, found " +
                       py::repr(py::type::of(scene)).cast<std::string>());
}

BodyId body_from(const Scene& scene, const py::handle& value, const char* place) {
  if (py::isinstance<py::str>(value)) {
    const auto id = find_body(scene, value.cast<std::string>());
    if (id) return *id;
    refuse(place, value, "the name of a body of the scene");
  }
  const auto number = read_as(value, place, "the name or number of a body",
                              [&] { return value.cast<std::size_t>(); });
  if (number >= scene.bodies.size()) refuse(place, value, "a number below the count of bodies");
  return BodyId(number);
}

ContactOptions options_from(const Scene& scene, const py::kwargs& arguments) {
  ContactOptions options;
  for (const auto& [key, value] : arguments) {
    Py_ssize_t length = 0;  // keys of keyword arguments are strings
    const char* word = PyUnicode_AsUTF8AndSize(key.ptr(), &length);
    if (word == nullptr) throw py::error_already_set();
    set_option(scene, {word, static_cast<std::size_t>(length)}, value, options);
  }
  return options;
}

}  // namespace graze::python
