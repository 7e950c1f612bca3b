// SPDX-License-Identifier: MIT
// The public sets with exact answers, where they are present (GRAZE_DATA, or ../shared/data).
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "graze/io/linear_queries.h"
#include "graze/methods/linear.h"

namespace graze::test {
namespace {
namespace fs = std::filesystem;

fs::path data_folder() {
  const char* text = std::getenv("GRAZE_DATA");
  return text == nullptr ? fs::path("../shared/data") : fs::path(text);
}

std::vector<fs::path> public_sets() {
  std::vector<fs::path> places;
  for (const char* name : {"queries/linear", "scenes/deform/armadillo-rollers/queries",
                           "scenes/deform/cloth-funnel/queries"}) {
    if (fs::is_directory(data_folder() / name)) places.push_back(data_folder() / name);
  }
  return find_linear_queries(places);
}

TEST(C5_PublicSets, NoContactIsMissedAndFewerThanOneInAThousandIsAnAlarm) {
  const std::vector<fs::path> files = public_sets();
  if (files.empty()) GTEST_SKIP() << "no public query sets below " << data_folder();
  std::size_t queries = 0, alarms = 0, undecided = 0;
  for (const fs::path& path : files) {
    const LinearQuerySet set = read_linear_queries(path);
    ASSERT_EQ(set.truth.size(), set.queries.size()) << path;
    for (std::size_t i = 0; i < set.queries.size(); ++i) {
      const LinearContact answer = first_contact_linear(set.queries[i]);
      const bool separated = answer.outcome == Outcome::kSeparated;
      EXPECT_FALSE(set.truth[i] && separated) << path << " query " << i << " was missed";
      alarms += !set.truth[i] && !separated;
      undecided += answer.outcome == Outcome::kUndecided;
    }
    queries += set.queries.size();
  }
  std::printf("[ counted  ] %zu queries, %zu alarms\n", queries, alarms);
  EXPECT_EQ(undecided, 0u);
  EXPECT_LT(1000 * alarms, queries);
}
}  // namespace
}  // namespace graze::test
