#include "tree_dict.hpp"

#include "wording.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

struct Writer {
  py::object operator()(std::monostate) const { return py::none(); }
  py::object operator()(const Message& message) const { return py::str(message.in(in_python)); }
  py::object operator()(const Tree::List& list) const {
    py::list written;
    for (const Tree& tree : list) written.append(std::visit(*this, tree.value()));
    return written;
  }
  py::object operator()(const Tree::Object& object) const {
    py::dict written;
    for (const auto& [name, tree] : object) written[name.c_str()] = std::visit(*this, tree.value());
    return written;
  }
  template <class Plain>
  py::object operator()(const Plain& plain) const {
    return py::cast(plain);
  }
};

}  // namespace

py::dict as_dict(const Tree::Object& tree) { return Writer{}(tree); }

}  // namespace tacit::python
