// Labels that are not to be known yet, in queues: of each the first is known first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tacit {

struct LateLabel {
  std::uint32_t entity = 0;
  std::int64_t instant = 0;
  double label = 0;  // NaN: there is none
  double weight = 1;
};

class LabelQueues {
 public:
  std::size_t size() const { return size_; }

  void push(std::uint32_t queue, const LateLabel& label) {
    if (queues_.size() <= queue) queues_.resize(queue + std::size_t{1});
    queues_[queue].labels.push_back(label);
    ++size_;
  }
  // Null where the queue is empty.
  const LateLabel* first(std::uint32_t queue) const {
    return queue < queues_.size() && !queues_[queue].labels.empty() ? &queues_[queue].labels[queues_[queue].gone] : nullptr;
  }
  // Those that are gone are moved out of the way now and then, not one by one.
  LateLabel pop(std::uint32_t number) {
    Queue& queue = queues_[number];
    const LateLabel label = queue.labels[queue.gone++];
    if (2 * queue.gone >= queue.labels.size()) {
      queue.labels.erase(queue.labels.begin(), queue.labels.begin() + static_cast<std::ptrdiff_t>(queue.gone));
      queue.gone = 0;
    }
    --size_;
    return label;
  }
  // Calls visit(label) for each, one queue after the other.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Queue& queue : queues_) {
      for (std::size_t k = queue.gone; k < queue.labels.size(); ++k) visit(queue.labels[k]);
    }
  }

 private:
  struct Queue {
    std::vector<LateLabel> labels;
    std::size_t gone = 0;  // of these, the first; never all
  };

  std::vector<Queue> queues_;
  std::size_t size_ = 0;
};

}  // namespace tacit
