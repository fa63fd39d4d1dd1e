"""Opens a sample report in a browser and uses it as a reader would. The environment says where things are: TACIT_REPORT (index.html),
TACIT_CHROMIUM, TACIT_CHROMEDRIVER and, for those who want to see the page, TACIT_SCREENSHOTS (a folder)."""

import contextlib
import json
import os
import pathlib
import re
from urllib.parse import unquote

import pytest
from browser import browse
from selenium.webdriver.common.keys import Keys

REPORT = pathlib.Path(os.environ["TACIT_REPORT"]).resolve()
SCREENSHOTS = os.environ.get("TACIT_SCREENSHOTS")
WRITTEN = json.loads(re.search(r'<script id="tacit-report" type="application/json">(.*?)</script>', REPORT.read_text(), re.S)[1])
FIGURES = WRITTEN["figures"]


def wait_for_figures(page):
    page.until("document.querySelectorAll('svg.plot').length === a[0]", len(FIGURES))


@contextlib.contextmanager
def visit(width=1280, height=900, **how):
    with browse(os.environ["TACIT_CHROMIUM"], os.environ["TACIT_CHROMEDRIVER"], REPORT.as_uri(), width, height, **how) as page:
        wait_for_figures(page)
        yield page


def keep(page, name):
    if SCREENSHOTS:
        page.photograph(pathlib.Path(SCREENSHOTS, f"{name}.png"))


@pytest.fixture(scope="module")
def desktop():
    with visit() as page:
        keep(page, "light")
        if SCREENSHOTS:
            page.print(pathlib.Path(SCREENSHOTS, "print.pdf"))
        yield page


@pytest.fixture
def page(desktop):
    yield desktop
    assert desktop.complaints() == []


@pytest.fixture
def phone():
    with visit(360, 740, phone=True) as page:
        keep(page, "phone")
        yield page
        assert page.complaints() == []


def card(page, figure, expression):
    return page.evaluate(f"((card) => {expression})(document.getElementById(a[0]).card)", figure)


def domain(page, figure):
    return card(page, figure, "card.view.domain()")


def pressed(page, selector):
    return page.attribute(selector, "aria-pressed")


def drag(page, canvas, across, down):
    """From a place inside a figure, moved by so many pixels."""
    box = page.box(canvas)
    x, y = box["x"] + 150, box["y"] + 60
    page.move(x, y)
    page.hold()
    page.move(x + across, y + down, steps=3)
    page.release()


def test_a_dark_page_opens_without_complaint():
    with visit(colours="dark") as page:
        keep(page, "dark")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.complaints() == []


def test_every_figure_shows_every_curve_with_the_values_that_were_written(page):
    for figure in FIGURES:
        curves = card(page, figure["id"], "card.view.curves()")
        assert [curve["name"] for curve in curves] == [series["name"] for series in figure["series"]]
        for curve, series in zip(curves, figure["series"]):
            assert [point["x"] for point in curve["points"]] == series["x"]
            assert [point["y"] for point in curve["points"]] == series["y"]
        assert page.count(f"#{figure['id']} path.curve") == len(figure["series"])
    ogd, ada = card(page, "exact", "card.view.curves()")
    points = [[point[name] for name in ("x", "y", "low", "high")] for point in ogd["points"]]
    assert points == [[0.5, 0.125, 0.1, 0.2], [1, 0.1, 0.05, 0.2], [2, None, None, None], [4, 3, 2, 4]]
    assert ogd["diverged"] == [2]
    assert ada["points"][3]["y"] == 0.3333333333333333
    last = card(page, "synthetic", "card.view.curves()")[3]["points"][-1]
    assert last["x"] == 2000 and abs(last["y"] - 0.152964418907537) < 1e-14


def test_a_curve_breaks_at_a_gap_and_marks_where_its_learner_diverged(page):
    number = r"[\d.]+"
    point = f"{number},{number}"
    curve = page.attribute("#exact path.curve[data-name=ogd]", "d")
    assert re.fullmatch(f"M{point}L{point}M{point}Z", curve), curve  # the point that stands alone is closed, which makes it a dot
    band = page.all("#exact path.band")[0].get_attribute("d")
    assert re.fullmatch(f"M{point}L{point}L{point}L{point}ZM({number}),{number}L\\1,{number}Z", band), band
    assert page.count("#exact g.diverged[data-name=ogd] path") == 1
    assert page.all("#exact path.band")[0].get_attribute("fill") == "#0072b2"
    assert page.attribute("#a9a path.curve[data-name=ada-implicit]", "stroke") == "#d55e00"


def test_powers_of_two_label_the_ticks_of_a_base_2_axis(page):
    labels = page.texts("#a9a .axis.x text")
    assert labels[0] == "2\u221220"
    assert labels[-1] == "220"


def test_round_numbers_label_the_ticks_of_a_linear_axis(page):
    assert page.texts("#synthetic .axis.x text") == [str(value) for value in range(0, 2001, 200)]
    card(page, "synthetic", "card.change((view) => (view.chosen.x = [-0.3, 0.31]))")
    labels = page.texts("#synthetic .axis.x text")
    assert labels == [f"{k / 20:g}".replace("-", "\u2212") for k in range(-6, 7)]
    page.click("#synthetic .reset")


@pytest.mark.parametrize("scale", ["log", "linear"])
def test_a_scale_maps_its_range_to_the_plot_and_back(page, scale):
    page.evaluate("document.getElementById('w8a').card.change((view) => view.rescale('x', a[0]))", scale)
    low, high = domain(page, "w8a")["x"]
    width = card(page, "w8a", "card.plot.inner.width")
    middle = (low * high) ** 0.5 if scale == "log" else (low + high) / 2
    places = [[low, 0], [middle, width / 2], [high, width]]
    for value, pixel in places:
        there, back = page.evaluate("((x) => [x(a[0]), x.invert(a[1])])(document.getElementById('w8a').card.plot.scales.x)", value, pixel)
        assert there == pytest.approx(pixel, abs=1e-9)
        assert back == pytest.approx(value, rel=1e-9)
    card(page, "w8a", "card.change((view) => view.rescale('x', 'log'))")


def test_the_pointer_reads_the_values_of_all_curves(page):
    box = page.box("#exact .canvas")
    at = card(page, "exact", "card.plot.margin.left + card.plot.scales.x(1)")
    page.move(box["x"] + at + 3, box["y"] + 100)
    assert re.search(r"OGD0\.10\.05.*0\.2\|AdaImplicit0\.002", "|".join(page.texts("#exact .readout tr")))
    assert re.search(r"= 20$", page.text("#exact .readout .at"))
    page.move(0, 0)
    assert page.count("#exact .readout") == 0


def test_a_legend_hides_a_curve_of_its_figure_and_the_bar_hides_it_in_all(page):
    page.click("#a9a .toggle[data-name=ogd]")
    assert page.count("#a9a path.curve[data-name=ogd]") == 0
    assert page.count("#covtype path.curve[data-name=ogd]") == 1
    assert pressed(page, "#a9a .toggle[data-name=ogd]") == "false"
    page.click(".bar .toggle[data-name=ogd]")
    assert page.count("path.curve[data-name=ogd]") == 0
    page.click(".bar .toggle[data-name=ogd]")
    assert page.count("path.curve[data-name=ogd]") == len(FIGURES)
    assert pressed(page, "#a9a .toggle[data-name=ogd]") == "true"


def test_dragging_and_the_wheel_zoom_and_reset_undoes_them(page):
    whole = domain(page, "a9a")
    drag(page, "#a9a .canvas", 100, 2)
    dragged = domain(page, "a9a")
    assert dragged["x"][0] > whole["x"][0] and dragged["x"][1] < whole["x"][1]
    page.wheel(-200)
    page.until("document.getElementById('a9a').card.view.domain().x[1] !== a[0]", dragged["x"][1])
    wheeled = domain(page, "a9a")
    assert wheeled["x"][1] / wheeled["x"][0] < dragged["x"][1] / dragged["x"][0]
    page.click("#a9a .reset")
    assert domain(page, "a9a") == whole
    assert not page.one("#a9a .reset").is_enabled()


def test_dragging_a_box_zooms_both_axes(page):
    whole = domain(page, "covtype")
    drag(page, "#covtype .canvas", 100, 100)
    zoomed = domain(page, "covtype")
    for axis in "xy":
        assert zoomed[axis][0] > whole[axis][0] and zoomed[axis][1] < whole[axis][1], axis
    box = page.box("#covtype .canvas")
    page.double_click(box["x"] + 200, box["y"] + 100)
    assert domain(page, "covtype") == whole


@pytest.mark.parametrize("axis", ["x", "y"])
def test_axes_change_between_logarithmic_and_linear(page, axis):
    selector = f"#w8a button[data-axis={axis}]"
    assert pressed(page, selector) == "true"
    page.click(selector)
    assert pressed(page, selector) == "false"
    at_1, at_2, at_3 = card(page, "w8a", f"[1, 2, 3].map(card.plot.scales.{axis})")
    assert abs((at_2 - at_1) - (at_3 - at_2)) < 1e-9
    page.click(selector)


def test_a_figure_ends_where_it_is_told_to_until_a_reader_zooms_out(page):
    high = next(figure for figure in FIGURES if figure["id"] == "housing")["y"]["high"]
    assert domain(page, "housing")["y"][1] == high
    further = card(page, "housing", "(card.change((view) => view.zoom('y', 3, 0)), card.view.domain().y[1])")
    assert further > high
    page.click("#housing .reset")
    assert domain(page, "housing")["y"][1] == high


def test_the_keyboard_reads_and_zooms(page):
    page.focus("#exact .canvas")
    page.press(Keys.HOME)
    page.press(Keys.ARROW_RIGHT)
    assert card(page, "exact", "card.at") == 1
    assert page.text("#exact [aria-live]") == "At 1: ogd 0.1, ada-implicit 0.002"
    whole = domain(page, "exact")
    page.press("+")
    assert domain(page, "exact")["x"][1] < whole["x"][1]
    page.press("0")
    assert domain(page, "exact") == whole


def test_tables_mark_the_best_and_keep_all_digits_of_whole_numbers(page):
    assert page.count("#summary tbody tr") == 5
    assert page.texts("#summary .best > span:first-of-type") == ["0.35402", "0.20377", "0.57504", "5.7019"]
    assert page.texts("#summary tbody tr:nth-child(3) td")[0] == "581\u202f012"
    assert page.attribute("#summary .links a", "href") == "summary.csv"


def test_text_with_markup_and_tex_is_shown_as_written(page):
    assert re.search(r"^A caption with </script>, <!-- and .*; it costs \$5\.$", page.text("#exact figcaption"))
    assert page.count("#exact figcaption .katex") == 1
    assert page.count(".katex-error") == 0
    assert page.driver.title == WRITTEN["title"]


def test_links_lead_to_files_that_are_there(page):
    links = page.evaluate("""[...document.querySelectorAll('a[href]:not([href^="#"])')].map(({ href }) => new URL(href).pathname)""")
    assert len(links) == 1 + 5 * len(FIGURES)
    for link in links:
        assert pathlib.Path(unquote(link)).stat().st_size > 0, link
    for entry in page.evaluate("[...document.querySelectorAll('.contents a')].map((link) => link.getAttribute('href').slice(1))"):
        assert page.count(f'[id="{entry}"]') == 1, entry


def test_the_theme_follows_the_system_until_it_is_chosen(page):
    def theme():
        return page.evaluate("document.documentElement.dataset.theme")

    def paper():
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    page.emulate(colours="light")
    assert theme() == "light"
    assert paper() == "rgb(255, 255, 255)"
    page.emulate(colours="dark")
    page.until("document.documentElement.dataset.theme === 'dark'")
    assert paper() == "rgb(20, 23, 26)"
    page.click(".theme")
    assert theme() == "light"
    page.driver.refresh()
    wait_for_figures(page)
    assert theme() == "light"
    page.driver.execute_script("localStorage.clear()")


def test_print_has_all_figures_and_no_controls(page):
    page.emulate(media="print")
    for hidden in (".bar", ".contents", ".buttons", ".copy"):
        assert not page.all(hidden)[0].is_displayed(), hidden
    for figure in FIGURES:
        assert page.one(f"#{figure['id']} svg.plot").is_displayed()
    page.emulate()


def test_a_phone_scrolls_down_only_and_a_tap_reads_values(phone):
    def widths():
        return phone.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")

    assert widths() == [360, 360]
    box = phone.box("#a9a .canvas")
    phone.tap(box["x"] + 300, box["y"] + 100)
    assert phone.count("#a9a .readout") == 1
    assert widths() == [360, 360]
    box = phone.box(".contents summary")
    phone.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert phone.all(".contents a")[0].is_displayed()
    assert widths() == [360, 360]
