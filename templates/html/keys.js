// Shortcuts of single keys, which a dialog shows and turns off. Never in fields, never with Ctrl, Alt or Meta.
"use strict";
if (globalThis.HTMLDialogElement) {
  const STORE = "rebench-keys";
  let isOn = true;
  try {
    isOn = localStorage.getItem(STORE) !== "off";
  } catch {
    // Storage is refused here: they are on.
  }

  const follow = (selector) => {
    const link = document.querySelector(selector);
    if (link) location.href = link.href;
  };
  // The heading after the one at the top of the window, or the one before it.
  const section = (step) => {
    const headings = Array.from(document.querySelectorAll("main :is(h1, h2, h3)")).filter((heading) => heading.checkVisibility());
    const tops = headings.map((heading) => heading.getBoundingClientRect().top - 24);
    const heading = step > 0 ? headings[tops.findIndex((top) => top > 4)] : headings[tops.findLastIndex((top) => top < -4)];
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    scrollBy(0, heading.getBoundingClientRect().top - 24);
  };
  const actions = {
    n: () => follow('link[rel="next"]'),
    p: () => follow('link[rel="prev"]'),
    j: () => section(1),
    k: () => section(-1),
    t: () => document.getElementById("_theme")?.click(),
    "g h": () => follow(".brand"),
    "?": () => open(),
  };

  const make = (name, attributes = {}, ...content) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  };
  let dialog = null;
  const open = () => {
    if (!dialog) {
      const shown = [
        ["n", "next page"],
        ["p", "previous page"],
        ["j", "next section"],
        ["k", "previous section"],
        ["t", "theme: system, light, dark"],
        ["g h", "home"],
        ["?", "this list"],
        ["Esc", "close what is open"],
      ];
      // The search, where there is one, hears of its key itself.
      if (document.querySelector('[role="search"], search')) shown.unshift(["/", "search"]);
      const list = make("dl");
      for (const [keys, does] of shown) {
        const term = make("dt");
        for (const key of keys.split(" ")) term.append(make("kbd", {}, key), " ");
        list.append(term, make("dd", {}, does));
      }
      const box = make("input", { type: "checkbox" });
      box.checked = isOn;
      box.addEventListener("change", () => {
        isOn = box.checked;
        try {
          if (isOn) localStorage.removeItem(STORE);
          else localStorage.setItem(STORE, "off");
        } catch {
          // Storage is refused here: the choice holds for this page.
        }
      });
      const close = make("button", { class: "quiet", type: "button" }, "Close");
      close.addEventListener("click", () => dialog.close());
      dialog = make("dialog", { id: "_keys", "aria-labelledby": "_keys-title" },
        make("h2", { id: "_keys-title" }, "Keyboard shortcuts"), list,
        make("p", {}, make("label", {}, box, " Shortcuts of single keys are on")), close);
      document.body.append(dialog);
    }
    if (!dialog.open) dialog.showModal();
  };

  // A way in without a key, also for those who turned the keys off.
  const button = make("button", { class: "quiet", type: "button", "aria-haspopup": "dialog" }, "Keyboard shortcuts");
  button.addEventListener("click", open);
  document.querySelector(".foot:is(footer)")?.append(button);

  let first = "";
  let since = 0;
  document.addEventListener("keydown", (event) => {
    if (!isOn || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.target.closest?.("input, textarea, select, [contenteditable]") || document.querySelector("dialog[open]")) return;
    const before = event.timeStamp - since < 1000 ? first : "";
    first = event.key;
    since = event.timeStamp;
    const action = Object.hasOwn(actions, `${before} ${event.key}`) ? actions[`${before} ${event.key}`]
      : Object.hasOwn(actions, event.key) ? actions[event.key] : null;
    if (!action || event.repeat && !"jk".includes(event.key)) return;
    event.preventDefault();
    action();
  });
}
