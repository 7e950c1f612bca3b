// SPDX-License-Identifier: MIT
// graze.BatchJob: many questions about one scene in chunks that any worker can answer.     [C8, G5]
#include <stdexcept>

#include "bindings.h"
#include "graze/base/error.h"
#include "graze/jobs/batch_job.h"
#include "graze/jobs/chunk_file.h"

namespace graze::python {
namespace {

AnswerForm form_named(const std::string& text) {
  for (const AnswerForm form : {AnswerForm::kFull, AnswerForm::kCompact, AnswerForm::kVerdict}) {
    if (name(form) == text) return form;
  }
  throw InputError({.place = "form",
                    .found = "'" + text + "'",
                    .expected = "'full', 'compact' or 'verdict'",
                    .advice = {}});
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

Job make_job(const py::object& scene, const std::optional<std::vector<std::string>>& questions,
             const std::string& form, std::size_t chunk_items, const py::kwargs& arguments) {
  const PreparedScene ready = prepared(scene);
  BatchJobOptions options{.contact = options_from(ready.scene(), arguments),
                          .form = form_named(form),
                          .chunk_items = chunk_items};
  if (!questions) return pairs_job(ready, options);
  return batch_job(ready, split_questions("questions", joined(*questions)), options);
}

/// The bytes of one chunk as they stand in a file of answers.
py::bytes answer(const Job& job, std::size_t chunk) {
  if (chunk >= job.chunks()) throw py::index_error("the job has fewer chunks");
  Budget budget;
  const auto lines = without_lock(budget, [&] { return job.answer(chunk, budget); });
  if (!lines) throw std::runtime_error("the chunk was stopped");
  return chunk_bytes(chunk, *lines);
}

}  // namespace

void bind_jobs(py::module_& m) {
  py::class_<Job>(m, "BatchJob",
                  "First contacts for many questions, in chunks that any worker can answer: the "
                  "bytes are those "
                  "of `graze batch`.")
      .def(py::init(&make_job), py::arg("scene"), py::arg("questions") = py::none(),
           py::arg("form") = "full", py::arg("chunk_items") = 256,
           "`questions` are lines of docs/scene.md; None: each pair of the scene. Options as for "
           "first_contact.")
      .def_readonly("header", &Job::header, "The first line of a file of answers.")
      .def_readonly("items", &Job::items)
      .def_property_readonly("chunks", &Job::chunks)
      .def("answer", &answer, py::arg("chunk"),
           "The bytes of one chunk, as they follow the header in a file of answers.")
      .def("__len__", &Job::chunks)
      .def("__repr__", [](const Job& job) {
        return "<graze.BatchJob: " + std::to_string(job.items) + " questions in " +
               std::to_string(job.chunks()) + " chunks>";
      });
  m.def(
      "merge",
      [](const std::vector<std::filesystem::path>& parts, const std::filesystem::path& out) {
        const MergedChunks merged = merge_chunks(parts, out);
        py::dict counts;
        counts["answers"] = merged.counts.answers;
        counts["contacts"] = merged.counts.contacts;
        counts["undecided"] = merged.counts.undecided;
        return counts;
      },
      py::arg("parts"), py::arg("out"), "Files of chunks as one, as `graze merge` does.");
}

}  // namespace graze::python
