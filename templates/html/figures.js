// A figure opens its derivation beside it: the part of the evidence page that its link leads to, read from the script
// beside that page. Where that can't be had the link is followed, as it is with Ctrl, with the middle button, in print.
"use strict";
if (HTMLElement.prototype.showPopover) {
  const MARK = "#_e=";
  const pages = new Map();
  globalThis.rebenchEvidence = (id, parts) => pages.get(`${id}.html`)?.resolve(parts);

  // The file name of the page that a link leads to.
  const page = (link) => link.pathname.slice(link.pathname.lastIndexOf("/") + 1);
  const opens = (link) => link.hash.startsWith("#e-") && link.protocol === location.protocol && link.host === location.host;
  const id = (link) => decodeURIComponent(link.hash.slice(1));

  const load = (name) => {
    if (!pages.has(name)) {
      const { promise, resolve, reject } = Promise.withResolvers?.() ?? (() => {
        const made = {};
        made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
        return made;
      })();
      const script = document.createElement("script");
      pages.set(name, { promise, resolve });
      script.src = name.replace(/\.html$/, ".js");
      script.addEventListener("error", () => reject(new Error(`${script.src} can't be read`)));
      // A script that loads and says nothing of this page.
      script.addEventListener("load", () => resolve({}));
      document.head.append(script);
    }
    return pages.get(name).promise;
  };

  const made = (name, className, words) => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (words) element.textContent = words;
    return element;
  };
  const box = made("div");
  const head = made("div", "pop-head");
  const title = made("h2");
  const links = made("p", "pop-links");
  const self = made("a", "quiet", "Link to this");
  const there = made("a", "quiet", "Open on the evidence page");
  const close = made("button", "quiet", "Close");
  const body = made("div", "pop-body");
  box.id = "_derivation";
  box.popover = "auto";
  box.tabIndex = -1;
  box.setAttribute("role", "dialog");
  title.id = "_derivation-title";
  box.setAttribute("aria-labelledby", title.id);
  close.type = "button";
  links.append(self, there);
  head.append(title, close);
  box.append(head, links, body);
  document.body.append(box);

  let from = null;
  // On a phone it is a sheet at the bottom. Elsewhere it stands below its number or above it, wherever there is more
  // room, in the page's coordinates: it scrolls with its number.
  const place = () => {
    Object.assign(box.style, { left: "", top: "", maxHeight: "" });
    if (!from || matchMedia("(max-width: 47.99rem)").matches) return;
    const margin = 16;
    const gap = 8;
    const number = from.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    const below = innerHeight - number.bottom - gap - margin;
    const above = number.top - gap - margin;
    box.style.maxHeight = `${Math.max(Math.min(608, Math.max(below, above)), 240)}px`;
    const size = box.getBoundingClientRect();
    const top = below >= above || size.height <= below ? number.bottom + gap : number.top - gap - size.height;
    box.style.left = `${scrollX + Math.max(margin, Math.min(number.left - 24, width - size.width - margin))}px`;
    box.style.top = `${scrollY + Math.max(margin, Math.min(top, innerHeight - size.height - margin))}px`;
  };

  // Markup that the build escaped. Ids get a beginning of their own, links within the evidence page lead there.
  const filled = (element, markup, link) => {
    const template = document.createElement("template");
    template.innerHTML = markup;
    const content = template.content;
    for (const named of content.querySelectorAll("[id]")) named.id = `_d-${named.id}`;
    for (const named of content.querySelectorAll("[aria-labelledby]")) {
      named.setAttribute("aria-labelledby", `_d-${named.getAttribute("aria-labelledby")}`);
    }
    for (const inner of content.querySelectorAll('a[href^="#"]')) {
      inner.setAttribute("href", page(link) + inner.getAttribute("href"));
    }
    element.replaceChildren(content);
  };
  // What is to be shown next: an answer that comes late must not cover a later one.
  let wanted = 0;
  const show = async (link, follow) => {
    const turn = ++wanted;
    let part = null;
    try {
      part = (await load(page(link)))[id(link)] ?? null;
    } catch {
      // The file is not there: the evidence page is.
    }
    if (turn !== wanted) return;
    if (!part) {
      if (follow) location.href = link.href;
      return;
    }
    const [summary, content] = part;
    if (from && from !== link) from.setAttribute("aria-expanded", "false");
    from = link;
    filled(title, summary, link);
    filled(body, content, link);
    self.href = `${MARK}${link.hash.slice(1)}`;
    there.setAttribute("href", link.getAttribute("href"));
    box.showPopover();
    box.scrollTop = 0;
    place();
    link.setAttribute("aria-expanded", "true");
    box.focus({ preventScroll: true });
  };

  const figures = Array.from(document.querySelectorAll("a.fig")).filter(opens);
  for (const figure of figures) {
    figure.setAttribute("aria-haspopup", "dialog");
    figure.setAttribute("aria-expanded", "false");
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("main a.fig");
    if (!link || !opens(link) || event.defaultPrevented) return;
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // The number again: closed by now, as by any click outside of it.
    if (link === closedBy) return;
    show(link, true);
  });
  // An open one is closed by the press, before its number hears of the click.
  let closedBy = null;
  document.addEventListener("pointerdown", (event) => {
    const link = event.target.closest?.("a.fig");
    closedBy = link && link === from && box.matches(":popover-open") ? link : null;
  }, true);
  document.addEventListener("keydown", (event) => {
    closedBy = null;
    if (event.key !== " " || !event.target.matches?.("main a.fig") || !opens(event.target)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.target.click();
  });
  close.addEventListener("click", () => box.hidePopover());
  box.addEventListener("toggle", (event) => {
    if (event.newState !== "closed" || !from) return;
    from.setAttribute("aria-expanded", "false");
    const active = document.activeElement;
    if (!active || active === document.body || box.contains(active)) from.focus({ preventScroll: true });
    from = null;
    // The address no longer names what is no longer shown.
    if (location.hash.startsWith(MARK)) history.replaceState(history.state, "", location.pathname + location.search);
  });
  addEventListener("resize", () => {
    if (box.matches(":popover-open")) place();
  });

  // An address can name a derivation: it opens beside the first figure that has it.
  const arrive = () => {
    if (!location.hash.startsWith(MARK)) return;
    const hash = `#${location.hash.slice(MARK.length)}`;
    if (from?.hash === hash && box.matches(":popover-open")) return;
    const link = figures.find((figure) => figure.hash === hash);
    if (!link) return;
    for (let at = link.closest("details"); at; at = at.parentElement?.closest("details")) at.open = true;
    link.scrollIntoView({ block: "center" });
    show(link, false);
  };
  addEventListener("hashchange", arrive);
  arrive();
}
