// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>

#include "graze/base/error.h"
#include "graze/io/line_reader.h"
#include "graze/jobs/batch_job.h"

namespace graze {
namespace {
constexpr std::size_t kMostStretches = 10'000'000;  // all of their lines are in memory
}

std::string_view QuestionLines::line(std::size_t i) const {
  return std::string_view(text).substr(at[i], at[i + 1] - at[i] - 1);
}

QuestionLines read_questions(const std::string& path) {
  QuestionLines questions{.name = path == "-" ? "standard input" : path, .text = {}, .at = {0}};
  LineReader lines(path);
  for (std::string line; lines.next(line);) {
    questions.text += line;
    questions.text += '\n';
    questions.at.push_back(questions.text.size());
  }
  return questions;
}

QuestionLines split_questions(std::string name, std::string text) {
  if (!text.empty() && text.back() != '\n') text += '\n';
  QuestionLines questions{.name = std::move(name), .text = std::move(text), .at = {0}};
  for (std::size_t end;
       (end = questions.text.find('\n', questions.at.back())) != std::string::npos;)
    questions.at.push_back(end + 1);
  return questions;
}

QuestionLines stretch_questions(const Interval& span, std::size_t count) {
  if (count == 0 || count > kMostStretches) {
    throw InputError(
        {"--stretches", std::to_string(count), "1 to " + std::to_string(kMostStretches), ""});
  }
  const double width = span.hi - span.lo;
  const auto end_of = [&](std::size_t i) {
    const double share = static_cast<double>(i) / static_cast<double>(count);
    return i == 0 ? span.lo : i == count ? span.hi : span.lo + width * share;
  };
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += nlohmann::json{{"span", {end_of(i), end_of(i + 1)}}}.dump() + "\n";
  }
  return split_questions("stretches", std::move(text));
}

}  // namespace graze
