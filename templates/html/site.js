// What a page can do beyond being read. Everything here adds to markup that is complete without it.
"use strict";

const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

// Theme: the system's, light, dark, in turn.
{
  const root = document.documentElement;
  const button = document.getElementById("_theme");
  const order = ["system", "light", "dark"];
  const show = () => {
    const theme = root.dataset.theme ?? "system";
    button.querySelector("span").textContent = theme;
    button.setAttribute("aria-label", `Theme: ${theme}. Change`);
  };
  const change = () => {
    const theme = order[(order.indexOf(root.dataset.theme ?? "system") + 1) % order.length];
    if (theme === "system") delete root.dataset.theme;
    else root.dataset.theme = theme;
    try {
      if (theme === "system") localStorage.removeItem("rebench-theme");
      else localStorage.setItem("rebench-theme", theme);
    } catch {
      // Storage is refused here: the choice holds for this page.
    }
    show();
  };
  if (button) {
    button.addEventListener("click", change);
    button.hidden = false;
    show();
  }
}

// Contents: marks the section that is being read.
{
  const links = new Map(all(".toc a").map((link) => [decodeURIComponent(link.hash.slice(1)), link]));
  const headings = Array.from(links.keys(), (id) => document.getElementById(id)).filter(Boolean);
  let current = null;
  let waiting = false;
  const mark = () => {
    waiting = false;
    const page = document.documentElement;
    const atEnd = page.scrollHeight > innerHeight && scrollY + innerHeight >= page.scrollHeight - 2;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top <= 80);
    const heading = atEnd ? headings.at(-1) : passed.at(-1);
    const link = heading ? links.get(heading.id) : null;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    current = link;
  };
  if (headings.length > 0) {
    const soon = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(mark);
    };
    addEventListener("scroll", soon, { passive: true });
    addEventListener("resize", soon);
    mark();
  }
}

// What a link leads to is unfolded, for browsers that do not do so by themselves; and the contents fold after a choice.
{
  const unfold = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    let folded = false;
    for (let at = target?.closest("details"); at; at = at.parentElement?.closest("details")) {
      folded ||= !at.open;
      at.open = true;
    }
    if (folded) target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  unfold();
  const contents = document.querySelector(".contents");
  contents?.addEventListener("click", (event) => {
    if (event.target.closest("a")) contents.open = false;
  });
}

// Printing shows what a screen folds away.
{
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open]):not(.contents)");
    for (const details of opened) details.open = true;
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
  });
}

// Regions that scroll sideways are reached by keyboard; those that fit are no stop on the way.
{
  const regions = all(".scroll, pre[tabindex]");
  const update = () => {
    for (const region of regions) {
      if (region.scrollWidth > region.clientWidth) region.tabIndex = 0;
      else region.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", update);
  addEventListener("toggle", update, true);
  update();
}

// Copies a table as CSV, unrounded: the values of a row or cell are in data-v, or they are its text.
{
  const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const listed = (cell) => cell.dataset.unlisted === undefined && !cell.classList.contains("ip");
  const line = (row) => {
    if (row.dataset.v !== undefined) return row.dataset.v;
    if (row.dataset.unlisted !== undefined || row.matches(".group, .gone")) return null;
    return Array.from(row.cells).filter(listed).map((cell) => cell.dataset.v ?? quoted(cell.textContent)).join(",");
  };
  const csv = (table) => {
    const grouped = table.querySelector("tr.group") !== null;
    const lines = [];
    let group = "";
    for (const row of table.rows) {
      if (row.matches(".group")) {
        group = row.dataset.v;
        continue;
      }
      const text = line(row);
      if (text === null) continue;
      // Heads of groups become a first column.
      const first = row.parentElement.tagName === "THEAD" ? "group" : group;
      lines.push(grouped ? `${first},${text}` : text || '""');
    }
    return lines.join("\n") + "\n";
  };
  for (const button of all("button[data-copy]")) {
    const words = button.textContent;
    button.setAttribute("aria-live", "polite");
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(csv(button.closest(".tbl").querySelector("table")));
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed here";
      }
      setTimeout(() => (button.textContent = words), 2000);
    });
  }
}
