// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/query/choose_method.h"
#include "query/ball_method.h"

namespace graze {
namespace {
using test::ball;
using test::two_methods;

PairQuestion balls() { return {.a = {ball(1.0), Motion()}, .b = {ball(1.0), Motion()}}; }

PairQuestion meshes() {
  const TriangleMesh triangle({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}});
  return {.a = {Shape::from_mesh(triangle), Motion()}, .b = {ball(1.0), Motion()}};
}

TEST(G1_ChooseMethod, TakesTheFirstRowThatApplies) {
  EXPECT_EQ(choose_method(balls(), {}, two_methods()).method, Method::kCertified);
  EXPECT_EQ(choose_method(meshes(), {}, two_methods()).method, Method::kOctree);
}

TEST(G1_ChooseMethod, ANamedMethodIsTakenOrRefusedWithWhatItNeeds) {
  EXPECT_EQ(choose_method(balls(), {.method = Method::kOctree}, two_methods()).method,
            Method::kOctree);
  try {
    choose_method(meshes(), {.method = Method::kCertified}, two_methods());
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_EQ(error.parts().expected, "two balls");
    EXPECT_NE(error.parts().found.find("a mesh in a 'still' motion"), std::string::npos);
  }
}

TEST(G1_ChooseMethod, AWeakerMethodNeverStandsInForAWantedGuarantee) {
  EXPECT_THROW(choose_method(meshes(), {.least = Guarantee::kProved}, two_methods()), InputError);
  EXPECT_THROW(choose_method(balls(), {Method::kOctree, Guarantee::kProved}, two_methods()),
               InputError);
  EXPECT_THROW(choose_method(balls(), {.method = Method::kVolume}, two_methods()), InputError);
}

TEST(G1_ChooseMethod, NamesAreThoseOfTheReports) {
  for (const MethodRow& row : method_table()) EXPECT_EQ(method_named(name(row.method)), row.method);
  EXPECT_EQ(method_named("certain"), std::nullopt);
}

}  // namespace
}  // namespace graze
