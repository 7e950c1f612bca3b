// SPDX-License-Identifier: MIT
// What a reader refuses, as parts to compare.
#pragma once
#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <string>

#include "graze/base/error.h"

namespace graze::test {

/// The parts of the InputError that `action` throws; empty parts if it throws none.
inline InputError::Parts refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.parts();
  }
  return {};
}

/// Without one of its keys a document is refused in one line that names the key.
template <typename Parse>
void expect_needs(const std::string& text, const Parse& parse,
                  std::initializer_list<std::string> keys) {
  EXPECT_NO_THROW(parse(text));
  for (const std::string& key : keys) {
    std::string changed = text;
    const std::string quoted = "\"" + key + "\":";
    ASSERT_NE(text.find(quoted), std::string::npos) << key;
    changed.replace(text.find(quoted), quoted.size(), "\"x\":");
    try {
      parse(changed);
      ADD_FAILURE() << "read without " << key;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_NE(message.find(key), std::string::npos) << message;
      EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
  }
  EXPECT_THROW(parse(text.substr(0, text.size() / 2)), InputError);
}

}  // namespace graze::test
