#include "stats/selection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace kab::stats {
namespace {

constexpr std::size_t kMany = 200'000;  // beyond where a sample brackets the place

std::vector<double> sorted(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<std::size_t> places_of(std::size_t n) {
  return {0, 1, n / 1000, n / 4, n / 2 - 1, n / 2, n - 1 - n / 500, n - 2, n - 1};
}

void expect_neighbours(const std::vector<double>& values) {
  const auto expected = sorted(values);
  for (const std::size_t place : places_of(values.size())) {
    const auto found = neighbours(values, place);
    EXPECT_EQ(found.at, expected[place]) << place;
    EXPECT_EQ(found.next, expected[std::min(place + 1, values.size() - 1)]) << place;
  }
}

std::vector<double> normal_values(std::size_t n) {
  Random random(41);
  std::vector<double> values(n);
  for (double& value : values) value = random.normal();
  return values;
}

TEST(Neighbours, OfFewValuesAreTheirSortedOrder) {
  expect_neighbours({3, 1, 2, 5, 4, 9, 7, 8, 6, 0, 11, 10});
  expect_neighbours(normal_values(65'535));
}

TEST(Neighbours, OfManyValuesAreTheirSortedOrder) { expect_neighbours(normal_values(kMany)); }

TEST(Neighbours, OfManyTiesAreTheirSortedOrder) {
  Random random(42);
  std::vector<double> values(kMany);
  for (double& value : values) value = std::floor(random.uniform() * 3);
  expect_neighbours(values);
  expect_neighbours(std::vector<double>(kMany, 7.5));
}

TEST(Neighbours, OfManyValuesInOrderAreThemselves) {
  std::vector<double> rising(kMany);
  for (std::size_t i = 0; i < kMany; ++i) rising[i] = static_cast<double>(i);
  expect_neighbours(rising);
  std::reverse(rising.begin(), rising.end());
  expect_neighbours(rising);
}

// A sample says nothing about these: most values are equal, the rest rare.
TEST(Neighbours, AreFoundWhereASampleMissesThem) {
  std::vector<double> values(kMany, 1);
  for (std::size_t i = 0; i < 40; ++i) values[i] = 2 + static_cast<double>(i);
  expect_neighbours(values);
}

TEST(NeighboursOfDistances, AreThoseOfTheDistances) {
  const auto values = normal_values(kMany);
  std::vector<double> distances(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) distances[i] = std::abs(values[i] - 0.3);
  const auto expected = sorted(distances);
  for (const std::size_t place : places_of(values.size())) {
    const auto found = neighbours_of_distances(values, 0.3, place);
    EXPECT_EQ(found.at, expected[place]);
    EXPECT_EQ(found.next, expected[std::min(place + 1, values.size() - 1)]);
  }
}

TEST(NeighboursOfDistances, StayFinite) {
  constexpr double kLargest = std::numeric_limits<double>::max();
  EXPECT_EQ(neighbours_of_distances(std::vector{kLargest, -kLargest}, kLargest, 1).at, kLargest);
}

}  // namespace
}  // namespace kab::stats
