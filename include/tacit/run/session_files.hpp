// How a session learns from files and tells an observer, whose calls are bound here.
#pragma once

#include "tacit/run/session.hpp"

namespace tacit {

template <class Observer>
std::uint64_t Session::learn_passes(const std::vector<std::string>& files, const Settings& how, Complaints& complaints,
                                    const Unfinished& from, Observer& observer) {
  const bool first = begin_passes(files, how, complaints, from);
  const std::uint64_t examples = first ? learn_open_files(observer) : 0;
  learn_again(files, how, complaints, LaterPasses(observer));
  return examples;
}

template <class Observer>
std::uint64_t Session::learn_open_files(Observer& observer) {
  try {
    while (Block* block = next_block(observer)) learn_block(*block, observer);
    observer.files_end();
    return end_files();
  } catch (...) {
    abandon_files();
    throw;
  }
}

// Null at the end, or where the observer stops the run.
template <class Observer>
Block* Session::next_block(Observer& observer) {
  while (!observer.stops()) {
    const auto until = observer.wakes_at();
    if (until == NoObserver::never || wait_for_block(until)) return next_block();
    observer.idle(*this);
  }
  return nullptr;
}

template <class Observer>
void Session::learn_block(Block& block, Observer& observer) {
  observer.block_begins(block);
  const RowsOfBlock skipped = skip_rows(block);
  if (skipped.to > 0) observer.rows_skipped(skipped);
  Block& filled = begin_filling(block, skipped);
  while (has_more(block) && !observer.stops()) {
    const RowsOfBlock rows = next_rows(block, observer.next_pause(tally_.examples));
    fill_rows(rows);
    const Dataset& seen = learn_range(filled.rows, block.growths, rows.from, rows.to);
    for (std::size_t i = rows.from; i < rows.to; ++i) {
      add(seen, i, &filled);
      observer.round(RowOfBlock{stream(), filled, i}, rounds_[i], tally_);
    }
    pass(rows);
    observer.rows_end(*this, {filled, rows.from, rows.to, rows.gap_from, rows.gap_to},
                      std::span<const Round>(rounds_).subspan(rows.from, rows.to - rows.from));
  }
}

}  // namespace tacit
