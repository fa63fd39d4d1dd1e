#include <sys/file.h>
#include <zlib.h>

#include <catch2/catch.hpp>

#include "cli/environment.hpp"
#include "cli/http_server.hpp"
#include "cli/program.hpp"
#include "tacit/data/registry.hpp"

namespace data_test {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

// As many examples as housing has, with its features, nonzeros and targets, zeros written: what its published text might be.
std::string like_housing(int rows = 506) {
  std::string text;
  int nonzeros = 5735;
  for (int i = 0; i < rows; ++i) {
    text += i == 0 ? "5" : i == 1 ? "50.0" : "20.5";
    const int here = std::min(nonzeros - 10 * (rows - 1 - i), 13);
    nonzeros -= here;
    for (int k = 1; k <= 13; ++k) text += " " + std::to_string(k) + (k > 13 - here ? ":0.5" : ":0");
    text += "\n";
  }
  return text;
}

std::string gzip(const std::string& text) {
  std::string out(text.size() + 1024, '\0');
  z_stream stream{};
  deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

const std::string text = "+1 1:0.5\n-1 2:1\n";
const std::string text_sum = "b021e5d992e6e8315480579d33fe9cecf7a4c284f97c2fb3ce6b9341745b6d5f";

// What the program does in a folder of its own, with no data sets but those put there.
struct Here {
  Here() {
    setenv("TACIT_DATA", folder.path("").c_str(), 1);
    setenv("no_proxy", "*", 1);
  }
  ~Here() { unsetenv("TACIT_DATA"); }

  Outcome get(const std::string& name, const std::string& address, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"data", "get", name, "--to", folder.path(""), "--url", address});
    return tacit_program(more);
  }

  Scratch folder;
};

}  // namespace

TEST_CASE("data get downloads and checks the text and says where it is") {
  const HttpServer server;
  server.folder.write("a9a", text);
  const Here here;
  const Outcome outcome = here.get("a9a", server.address("/good/a9a"), {"--sha256", text_sum});
  CHECK(outcome.status == 0);
  CHECK(outcome.out == "a9a: in " + here.folder.path("a9a.libsvm") + " (sha256 agrees)\n");
  CHECK_THAT(outcome.err, Contains("a9a: getting " + server.address("/good/a9a")));
  CHECK(here.folder.read("a9a.libsvm") == text);
  CHECK(here.folder.files() == 1);
  CHECK(tacit_program({"data", "path", "a9a"}).out == here.folder.path("a9a.libsvm") + "\n");

  SECTION("a second time it is there and nothing is asked of the server") {
    const std::string before = server.requests();
    const Outcome again = here.get("a9a", server.address("/good/a9a"), {"--sha256", text_sum});
    CHECK(again.status == 0);
    CHECK(again.out == "a9a: already in " + here.folder.path("a9a.libsvm") + " (sha256 agrees)\n");
    CHECK(server.requests() == before);
  }
  SECTION("what is there and wrong is complained about and stays") {
    const Outcome again = here.get("a9a", server.address("/good/a9a"));
    CHECK(again.status == 1);
    CHECK(again.out.empty());
    CHECK_THAT(again.err, Contains("is there but is not a9a: expected sha256 f5d5ffd8") && Contains("found " + text_sum) &&
                              Contains("move it away"));
    CHECK(here.folder.read("a9a.libsvm") == text);
  }
}

TEST_CASE("compressed downloads keep their bytes and the text inside is checked") {
  const HttpServer server;
  server.folder.write("a9a.gz", gzip(text));
  const Here here;
  CHECK(here.get("a9a", server.address("/moved/a9a.gz"), {"--sha256", text_sum}).status == 0);
  CHECK(here.folder.read("a9a.libsvm.gz") == gzip(text));
}

TEST_CASE("a cut connection keeps what has arrived and the next run goes on from there") {
  const HttpServer server;
  server.folder.write("a9a", text);
  const Here here;
  const Outcome cut = here.get("a9a", server.address("/cut/a9a"), {"--sha256", text_sum});
  CHECK(cut.status == 1);
  CHECK(cut.out.empty());
  CHECK_THAT(cut.err, Contains("cut off") &&
                          Contains("8 bytes that have arrived are kept in " + here.folder.path("a9a.libsvm.part")) &&
                          Contains("the same command goes on from there"));
  CHECK(here.folder.read("a9a.libsvm.part") == text.substr(0, 8));
  CHECK(here.folder.files() == 1);

  SECTION("with a server that knows ranges only the rest is sent") {
    const Outcome rest = here.get("a9a", server.address("/cut/a9a"), {"--sha256", text_sum});
    CHECK(rest.status == 0);
    CHECK_THAT(rest.err, Contains("going on after 8 bytes"));
    CHECK(server.requests() == "/cut/a9a None\n/cut/a9a bytes=8-\n");
  }
  SECTION("with a server that does not everything is sent again") {
    CHECK(here.get("a9a", server.address("/plain/a9a"), {"--sha256", text_sum}).status == 0);
    CHECK_THAT(server.requests(), Contains("/plain/a9a bytes=8-"));
  }
  SECTION("a part that is longer than the file is begun again") {
    here.folder.write("a9a.libsvm.part", text + text);
    CHECK(here.get("a9a", server.address("/good/a9a"), {"--sha256", text_sum}).status == 0);
  }
  if (here.folder.has("a9a.libsvm")) {
    CHECK(here.folder.read("a9a.libsvm") == text);
    CHECK(here.folder.files() == 1);
  }
}

TEST_CASE("a wrong checksum says both sums and leaves nothing") {
  const HttpServer server;
  server.folder.write("a9a", text);
  server.folder.write("damaged.gz", gzip(text).substr(0, 25));
  const Here here;
  const Outcome wrong = here.get("a9a", server.address("/good/a9a"));
  CHECK(wrong.status == 1);
  CHECK(wrong.out.empty());
  CHECK_THAT(wrong.err,
             Contains("is not a9a: expected sha256 f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906, found " +
                      text_sum) &&
                 Contains("deleted"));
  const Outcome damaged = here.get("a9a", server.address("/good/damaged.gz"));
  CHECK(damaged.status == 1);
  CHECK_THAT(damaged.err, Contains("the compressed data end too early"));
  CHECK(here.folder.files() == 0);
}

TEST_CASE("where the published text's sum is not known the data themselves are checked") {
  const HttpServer server;
  server.folder.write("housing", like_housing());
  server.folder.write("short", like_housing(505));
  server.folder.write("page", "<html>welcome</html>");
  const Here here;
  CHECK_THAT(here.get("housing", server.address("/good/short")).err, Contains("expected 506 rows, found 505"));
  const Outcome page = here.get("housing", server.address("/good/page"));
  CHECK(page.status == 1);
  CHECK_THAT(page.err, Contains("is not housing") && Contains("expected a label"));
  CHECK(here.folder.files() == 0);
  const Outcome outcome = here.get("housing", server.address("/good/housing"));
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("rows, features, nonzeros and targets agree; the sha256 of the published text is not known"));
  CHECK_THAT(here.get("housing", server.address("/good/housing")).out, StartsWith("housing: already in"));
}

TEST_CASE("what the server refuses is reported and leaves nothing") {
  const HttpServer server;
  const Here here;
  const Outcome missing = here.get("a9a", server.address("/good/a9a"));
  CHECK(missing.status == 1);
  CHECK_THAT(missing.err, Contains("the server answers 404: there is no such file") && Contains("--url ADDRESS"));
  CHECK_THAT(here.get("a9a", server.address("/busy/a9a")).err, Contains("the server answers 503"));
  CHECK(here.folder.files() == 0);
}

TEST_CASE("without a connection the message says so") {
  const Here here;
  const Outcome refused = here.get("a9a", "http://127.0.0.1:1/a9a");
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Contains("no connection to the server") && Contains("is this machine online?"));
  // A label of a host's name has at most 63 letters: this one fails at once, without asking anybody.
  const Outcome unknown = here.get("a9a", "http://" + std::string(64, 'x') + ".invalid/a9a");
  CHECK(unknown.status == 1);
  CHECK_THAT(unknown.err, Contains("the server cannot be found"));
  CHECK(here.folder.files() == 0);
}

TEST_CASE("a folder that cannot be written and a part that another run has are reported") {
  const HttpServer server;
  server.folder.write("a9a", text);
  const Here here;
  const auto file = here.folder.write("file", "");
  const Outcome outcome = tacit_program({"data", "get", "a9a", "--to", file + "/below", "--url", server.address("/good/a9a")});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains(file + "/below: the folder cannot be made: Not a directory"));
  CHECK_THAT(tacit_program({"data", "get", "a9a", "--to", "/proc", "--url", server.address("/good/a9a")}).err,
             Contains("/proc/a9a.libsvm.part: cannot be written"));

  const auto part = here.folder.write("a9a.libsvm.part", "+1");
  const int other = open(part.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(flock(other, LOCK_EX) == 0);
  CHECK_THAT(here.get("a9a", server.address("/good/a9a")).err, Contains("another download is writing it"));
  close(other);
  CHECK(server.requests().empty());
}

TEST_CASE("mistakes in tacit data say what to type and exit with 2") {
  const auto usage_error = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "data");
    const Outcome outcome = tacit_program(arguments);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(usage_error({"get", "a9b"}), Contains("unknown data set 'a9b'; did you mean 'a9a'?"));
  CHECK_THAT(usage_error({"path", "ijcnn"}), Contains("did you mean 'ijcnn1'?"));
  CHECK_THAT(usage_error({"lsit"}), Contains("unknown action 'lsit'; did you mean 'list'?"));
  CHECK_THAT(usage_error({"get"}), Contains("try: tacit data get a9a"));
  CHECK_THAT(usage_error({"path"}), Contains("try: tacit data path a9a"));
  CHECK_THAT(usage_error({"get", "all", "--url", "http://x"}), Contains("for one data set"));
  CHECK_THAT(usage_error({"get", "a9a", "--url", "ftp://x"}), Contains("begins with http:// or https://"));
  CHECK_THAT(usage_error({"get", "a9a", "--sha256", "abc"}), Contains("expected 64 digits"));
  CHECK_THAT(usage_error({"list", "--to", "x"}), Contains("go with: tacit data get NAME"));
  CHECK_THAT(usage_error({"path", "a9a", "--json"}), Contains("--json goes with: tacit data list"));
}

TEST_CASE("data list says what there is and where") {
  const Here here;
  here.folder.write("housing.libsvm.gz", "");
  const Outcome table = tacit_program({"data", "list"});
  CHECK(table.status == 0);
  CHECK_THAT(table.out, Contains("classification") && Contains("32561") && Contains(here.folder.path("housing.libsvm.gz")));
  const auto json = tacit_program({"data", "list", "--json"}).json();
  CHECK(json.size() == tacit::known_datasets().size());
  const auto covtype = tacit_program({"data", "list", "covtype", "--json"}).json().at(0);
  CHECK(covtype.at("name") == "covtype.binary");
  CHECK(covtype.at("labels") == "1,2");
  CHECK(covtype.at("loss") == "hinge");
  CHECK(covtype.at("rows") == 581012);
  const auto housing = tacit_program({"data", "list", "housing", "--json"}).json().at(0);
  CHECK(housing.at("path") == here.folder.path("housing.libsvm.gz"));
  CHECK(housing.at("targets") == nlohmann::json{5, 50});
}

TEST_CASE("a data set that is in no collection says what it is made from") {
  const Here here;
  const Outcome outcome = tacit_program({"data", "get", "bike_hour", "--to", here.folder.path("")});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("not in the LIBSVM collection") && Contains("UCI's Bike Sharing"));
}

TEST_CASE("only downloads need libcurl and say so where it is missing") {
  const Scratch scratch;
  scratch.write("libcurl.so.4", "no library\n");
  const Environment broken("LD_LIBRARY_PATH", scratch.path(""));
  CHECK(tacit_program({"train", "--quiet"}, "1 1:1\n").status == 0);
  const Outcome outcome = tacit_program({"data", "get", "a9a", "--to", scratch.path("to")});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("downloads need libcurl, which cannot be opened") && Contains("apt-get install libcurl4"));
}

}  // namespace data_test
