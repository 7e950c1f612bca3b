// SPDX-License-Identifier: MIT
// graze.MotionChecker: planners' edges, one or many at a time.                                 [C8]
#include "graze/query/motion_checker.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <span>

#include "bindings.h"
#include "graze/base/error.h"

namespace graze::python {
namespace {

using Numbers = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// Answers for many edges, by columns, written in place.
struct EdgeColumns {
  explicit EdgeColumns(py::ssize_t count)
      : free(count), safe(count), contact(count), pairs({count, py::ssize_t{2}}) {}

  py::array_t<bool> free;
  py::array_t<double> safe;
  py::array_t<double> contact;
  py::array_t<std::int64_t> pairs;  // two bodies an edge; -1: none
};

/// The same as plain memory: no lock is needed to write there.
struct EdgeRows {
  explicit EdgeRows(EdgeColumns& columns)
      : free(columns.free.mutable_data()),
        safe(columns.safe.mutable_data()),
        contact(columns.contact.mutable_data()),
        pairs(columns.pairs.mutable_data()) {}

  void write(std::size_t i, const MotionCheck& one) const {
    free[i] = one.is_free();
    safe[i] = one.safe;
    contact[i] = one.contact;
    pairs[2 * i] = one.pair ? one.pair->first.value : std::int64_t{-1};
    pairs[2 * i + 1] = one.pair ? one.pair->second.value : std::int64_t{-1};
  }

  bool* free;
  double* safe;
  double* contact;
  std::int64_t* pairs;
};

/// Some at a time: between them Ctrl-C is heard.
void check_all(const MotionChecker& checker, std::span<const double> q, int threads,
               const EdgeRows& rows, const std::atomic<bool>* cancel) {
  const std::size_t each = 2 * checker.joints().size();
  constexpr std::size_t kAtATime = 4096;
  for (std::size_t first = 0; first < q.size(); first += kAtATime * each) {
    if (cancel != nullptr && cancel->load(std::memory_order_relaxed)) return;
    const auto some = q.subspan(first, std::min(kAtATime * each, q.size() - first));
    const std::vector<MotionCheck> checks = checker.check_edges(some, threads);
    for (std::size_t i = 0; i < checks.size(); ++i) rows.write(first / each + i, checks[i]);
  }
}

void check_shape(const Numbers& edges, py::ssize_t dof) {
  if (edges.ndim() == 3 && edges.shape(1) == 2 && edges.shape(2) == dof && dof > 0) return;
  throw InputError(
      {.place = "edges",
       .found = "an array of shape " + py::str(edges.attr("shape")).cast<std::string>(),
       .expected = "(n, 2, " + std::to_string(dof) + "): both ends of each edge",
       .advice = {}});
}

/// free, safe, contact, pair: by name or unpacked.
py::object edge_checks_type() { return py::module_::import("graze._graze").attr("EdgeChecks"); }

py::object check_edges(const MotionChecker& checker, const Numbers& edges, int threads) {
  check_shape(edges, static_cast<py::ssize_t>(checker.joints().size()));
  EdgeColumns columns(edges.shape(0));
  const EdgeRows rows(columns);
  const std::span<const double> q(edges.data(), static_cast<std::size_t>(edges.size()));
  Budget budget;
  without_lock(budget, [&] {
    check_all(checker, q, threads, rows, budget.cancel);
    return 0;
  });
  return edge_checks_type()(columns.free, columns.safe, columns.contact, columns.pairs);
}

MotionChecker make_checker(const Robot& robot, const py::object& world,
                           const std::vector<std::string>& joints, double tolerance, double margin,
                           bool earliest) {
  MotionCheckerOptions options;
  options.joints = joints;
  options.tolerance = tolerance;
  options.margin = margin;
  options.earliest = earliest;
  return MotionChecker(robot, world.is_none() ? Scene{} : world.cast<Scene>(), {}, options);
}

py::object pair_names_of(const MotionChecker& checker, const MotionCheck& one) {
  if (!one.pair) return py::none();
  const auto& bodies = checker.scene().scene().bodies;
  return py::make_tuple(bodies[one.pair->first.index()].name,
                        bodies[one.pair->second.index()].name);
}

py::object check_one(const MotionChecker& checker, const std::vector<double>& q0,
                     const std::optional<std::vector<double>>& q1) {
  Budget none;
  const MotionCheck one =
      without_lock(none, [&] { return q1 ? checker.check(q0, *q1) : checker.check(q0); });
  return edge_checks_type()(one.is_free(), one.safe, one.contact, pair_names_of(checker, one));
}

}  // namespace

void bind_motion_checker(py::module_& m) {
  m.attr("EdgeChecks") =
      py::module_::import("collections").attr("namedtuple")("EdgeChecks", "free safe contact pair");
  m.attr("EdgeChecks").attr("__module__") = "graze";
  m.attr("EdgeChecks").attr("__doc__") =
      "free: proved at every instant; safe: free before; contact: where they are within tolerance; "
      "pair: which bodies.";
  py::class_<MotionChecker>(m, "MotionChecker",
                            "For planners: is a straight motion of the joints free, proved?")
      .def(py::init(&make_checker), py::arg("robot"), py::arg("world") = py::none(),
           py::arg("joints") = std::vector<std::string>{}, py::arg("tolerance") = 1e-5,
           py::arg("margin") = 0.0, py::arg("earliest") = false)
      .def("check", &check_one, py::arg("q0"), py::arg("q1") = py::none(),
           "(free, safe, contact, pair) of one edge, or of one configuration; `pair` by names.")
      .def("check_edges", &check_edges, py::arg("edges"), py::arg("threads") = 0,
           "Arrays (free, safe, contact, pair) for an array (n, 2, dof), on all cores; `pair` "
           "counts "
           "as `names` does, -1: none.")
      .def_property_readonly(
          "joints",
          [](const MotionChecker& checker) {
            std::vector<std::string> names;
            for (const std::size_t joint : checker.joints()) {
              names.push_back(checker.robot().joints[joint].name);
            }
            return names;
          },
          "Names of the joints, in the order of the columns.")
      .def_property_readonly(
          "names",
          [](const MotionChecker& checker) {
            std::vector<std::string> names;
            for (const Body& body : checker.scene().scene().bodies) names.push_back(body.name);
            return names;
          },
          "Names of the bodies that `pair` counts.");
}

}  // namespace graze::python
