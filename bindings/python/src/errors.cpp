// SPDX-License-Identifier: MIT
// graze.InputError: a ValueError with the four parts of the sentence.
#include "bindings.h"
#include "graze/base/error.h"

namespace graze::python {
namespace {
PyObject* input_error = nullptr;

void raise(const InputError& error) {
  const InputError::Parts& parts = error.parts();
  py::object instance = py::reinterpret_borrow<py::object>(input_error)(error.what());
  instance.attr("place") = parts.place;
  instance.attr("found") = parts.found;
  instance.attr("expected") = parts.expected;
  instance.attr("advice") = parts.advice;
  PyErr_SetObject(input_error, instance.ptr());
}
}  // namespace

void bind_errors(py::module_& m) {
  input_error = PyErr_NewExceptionWithDoc("graze.InputError",
                                          "Bad input, described in one sentence. `place`, `found`, "
                                          "`expected` and `advice` are its parts.",
                                          PyExc_ValueError, nullptr);
  m.attr("InputError") = py::reinterpret_borrow<py::object>(input_error);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      raise(error);
    }
  });
}

}  // namespace graze::python
