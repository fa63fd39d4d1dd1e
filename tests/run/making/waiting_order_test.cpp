// Rows and labels that wait, against naive twins.
#include "run/making/waiting_order.hpp"

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <deque>
#include <map>
#include <vector>

#include "run/making/label_queues.hpp"
#include "run/making/pending.hpp"

namespace waiting_order_test {

using namespace tacit;

namespace {

struct Twin {
  struct Row {
    std::uint32_t entity;
    std::int64_t instant;
    int number;  // in the order in which they came
  };
  std::vector<Row> rows;

  // The first of each entity is a candidate: the earliest of these, and of equal ones that which came first.
  std::size_t next() const {
    std::map<std::uint32_t, std::size_t> firsts;
    for (std::size_t i = 0; i < rows.size(); ++i) firsts.try_emplace(rows[i].entity, i);
    std::size_t best = firsts.begin()->second;
    for (const auto& [entity, i] : firsts) {
      if (std::pair(rows[i].instant, rows[i].number) < std::pair(rows[best].instant, rows[best].number)) best = i;
    }
    return best;
  }
};

}  // namespace

TEST_CASE("rows of entities leave in the order of a slow twin, and their slots are used again") {
  rc::check([] {
    WaitingOrder order;
    Twin twin;
    std::map<WaitingOrder::Slot, int> numbers;
    std::size_t most = 0;
    for (int k = 0; k < 100; ++k) {
      if (twin.rows.empty() || *rc::gen::inRange(0, 5) < 3) {
        const Twin::Row row{*rc::gen::inRange<std::uint32_t>(0, 5), *rc::gen::inRange<std::int64_t>(-4, 5), k};
        const WaitingOrder::Slot slot = order.push(row.entity, row.instant);
        RC_ASSERT(!numbers.contains(slot));
        numbers[slot] = k;
        twin.rows.push_back(row);
        most = std::max(most, twin.rows.size());
        RC_ASSERT(slot < most);
      } else {
        const std::size_t next = twin.next();
        RC_ASSERT(order.next_instant() == twin.rows[next].instant);
        RC_ASSERT(numbers[order.next()] == twin.rows[next].number);
        numbers.erase(order.pop());
        twin.rows.erase(twin.rows.begin() + static_cast<std::ptrdiff_t>(next));
      }
      RC_ASSERT(order.size() == twin.rows.size());
      RC_ASSERT(order.empty() == twin.rows.empty());
    }
  });
}

TEST_CASE("rows that wait keep what they are while others leave, with gaps that are closed") {
  // Two entities: one whose rows leave late, so that gaps of the other stay until they are closed.
  Pending pending(Waiting::per_entity);
  Twin twin;
  const auto check = [&](std::size_t place, const Twin::Row& row) {
    const Example example = pending.example(place);
    CHECK(example.label == row.number);
    CHECK(example.features.size == 1);
    CHECK(example.features.value[0] == 1 + row.number);
    CHECK(pending.origin(place).entity == row.entity);
    CHECK(pending.origin(place).instant == row.instant);
    CHECK(pending.hints(place)[1] == -row.number);
    CHECK(pending.said(place).size() == static_cast<std::size_t>(row.number % 3));
  };
  for (int k = 0; k < 1000; ++k) {
    const bool slow = k % 10 == 0;
    const Twin::Row row{slow ? 1U : 0U, slow ? 100'000 + k : k, k};
    Dataset rows;
    rows.begin_row(k);
    rows.push(3, 1 + k);
    auto hints = rows.make_hints(2);
    hints[0] = 0, hints[1] = -k;
    pending.push(rows, 0, {row.entity, row.instant, {}}, std::vector<double>(static_cast<std::size_t>(k % 3), k));
    twin.rows.push_back(row);
    if (k % 10 < 2) continue;
    const auto next = twin.rows.begin() + static_cast<std::ptrdiff_t>(twin.next());
    check(pending.next(), *next);
    Dataset taken;
    pending.take_next(taken);
    CHECK(taken.size() == 1);
    CHECK(taken.label(0) == next->number);
    CHECK(taken.hints(0)[1] == -next->number);
    twin.rows.erase(next);
  }
  REQUIRE(pending.size() == twin.rows.size());
  std::size_t i = 0;
  pending.for_each([&](std::size_t place) { check(place, twin.rows[i++]); });
  CHECK(i == twin.rows.size());
}

TEST_CASE("labels in queues leave each in the order in which they came") {
  rc::check([] {
    LabelQueues queues;
    std::map<std::uint32_t, std::deque<double>> twin;
    std::size_t size = 0;
    for (int k = 0; k < 80; ++k) {
      const auto queue = *rc::gen::inRange<std::uint32_t>(0, 4);
      if (*rc::gen::arbitrary<bool>()) {
        queues.push(queue, {queue, 7, static_cast<double>(k), 1});
        twin[queue].push_back(k);
        ++size;
      } else if (twin[queue].empty()) {
        RC_ASSERT(queues.first(queue) == nullptr);
      } else {
        RC_ASSERT(queues.first(queue)->label == twin[queue].front());
        RC_ASSERT(queues.pop(queue).label == twin[queue].front());
        twin[queue].pop_front();
        --size;
      }
      RC_ASSERT(queues.size() == size);
    }
    std::vector<double> rest, expected;
    queues.for_each([&](const LateLabel& label) { rest.push_back(label.label); });
    for (const auto& [queue, labels] : twin) expected.insert(expected.end(), labels.begin(), labels.end());
    RC_ASSERT(rest == expected);
  });
}

}  // namespace waiting_order_test
