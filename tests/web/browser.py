"""Chromium, led by Debian's chromedriver: what a reader of a page sees and does."""

import base64
import contextlib
import json
import re
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.actions.pointer_input import PointerInput
from selenium.webdriver.common.by import By

FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update
--disable-sync --disable-dev-shm-usage --hide-scrollbars""".split()
PATIENCE = 120  # seconds, for machines that have much else to do


class Page:
    """A page and one reader of it. Selectors that name one element must find one."""

    def __init__(self, driver):
        self.driver = driver
        self.mouse = PointerInput("mouse", "mouse")
        self.pointer = (0, 0)

    def evaluate(self, expression, *arguments):
        """The value of a JavaScript expression of `a`, the arguments; as JSON, which keeps every bit of a number."""
        text = self.driver.execute_script(f"const a = arguments; return JSON.stringify({expression}) ?? 'null'", *arguments)
        return json.loads(text)

    def until(self, expression, *arguments):
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})", *arguments):
            assert time.monotonic() < end, f"never came true: {expression}"
            time.sleep(0.02)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} elements are {selector}"
        return found[0]

    def count(self, selector):
        return len(self.all(selector))

    def texts(self, selector):
        return self.evaluate("[...document.querySelectorAll(a[0])].map((node) => node.textContent)", selector)

    def text(self, selector):
        return self.evaluate("a[0].textContent", self.one(selector))

    def attribute(self, selector, name):
        return self.evaluate("a[0].getAttribute(a[1])", self.one(selector), name)

    def box(self, selector):
        """Where an element is once it is in sight, in pixels."""
        self.driver.execute_script("arguments[0].scrollIntoViewIfNeeded()", self.one(selector))
        return self.evaluate("a[0].getBoundingClientRect()", self.one(selector))

    def click(self, selector):
        self.one(selector).click()

    def focus(self, selector):
        self.driver.execute_script("arguments[0].focus()", self.one(selector))

    def press(self, key):
        ActionChains(self.driver, duration=0).send_keys(key).perform()

    def _point(self, device, *acts):
        actions = ActionBuilder(self.driver, mouse=device, duration=0)
        for act in acts:
            act(actions.pointer_action)
        actions.perform()

    def move(self, x, y, steps=1):
        x0, y0 = self.pointer
        for step in range(1, steps + 1):
            at = (x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
            self._point(self.mouse, lambda pointer: pointer.move_to_location(*map(round, at)))
        self.pointer = (x, y)

    def hold(self):
        self._point(self.mouse, lambda pointer: pointer.pointer_down())

    def release(self):
        self._point(self.mouse, lambda pointer: pointer.pointer_up())

    def double_click(self, x, y):
        self.move(x, y)
        self._point(self.mouse, *2 * [lambda pointer: pointer.pointer_down(), lambda pointer: pointer.pointer_up()])

    def wheel(self, down):
        actions = ActionBuilder(self.driver, duration=0)
        actions.wheel_action.scroll(*map(round, self.pointer), 0, down, duration=0)
        actions.perform()

    def tap(self, x, y):
        self._point(
            PointerInput("touch", "finger"),
            lambda finger: finger.move_to_location(round(x), round(y)),
            lambda finger: finger.pointer_down(),
            lambda finger: finger.pointer_up(),
        )

    def emulate(self, media="", colours="light"):
        features = [{"name": "prefers-color-scheme", "value": colours}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})

    def photograph(self, file):
        size = self.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
        taken = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})
        file.write_bytes(base64.b64decode(taken["data"]))

    def print(self, file):
        printed = self.driver.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})
        file.write_bytes(base64.b64decode(printed["data"]))

    def complaints(self):
        """Errors and warnings since this was last asked, and what was asked of a network."""
        said = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            asked = {"Network.requestWillBeSent": lambda of: of["request"]["url"], "Network.webSocketCreated": lambda of: of["url"]}
            url = asked.get(message["method"], lambda of: "")(message["params"])
            if re.match("(https?|wss?):", url):
                said.append(f"asks for {url}")
        return said


@contextlib.contextmanager
def browse(chromium, chromedriver, address, width, height, phone=False, colours="light"):
    """The page at an address, in a browser of its own with a new profile."""
    with tempfile.TemporaryDirectory(prefix="tacit-web-", ignore_cleanup_errors=True) as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        options.ignore_local_proxy_environment_variables()
        for flag in [*FLAGS, f"--user-data-dir={profile}"]:
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        metrics = {"width": width, "height": height, "pixelRatio": 2 if phone else 1, "touch": phone, "mobile": phone}
        options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
        driver = webdriver.Chrome(service=Service(chromedriver), options=options)
        try:
            driver.set_page_load_timeout(PATIENCE)
            driver.set_script_timeout(PATIENCE)
            page = Page(driver)
            page.emulate(colours=colours)
            driver.get(address)
            yield page
        finally:
            driver.quit()
