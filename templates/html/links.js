// What is copied to point at a page or a place of it: anchors beside headings, tables, statements; citations.
"use strict";
{
  const copying = (button, text, words) => {
    button.type = "button";
    button.setAttribute("aria-live", "polite");
    button.addEventListener("click", async () => {
      const before = button.textContent;
      if (before !== words) return;
      try {
        await navigator.clipboard.writeText(text());
        button.textContent = "Copied";
      } catch {
        button.textContent = "Not allowed here";
      }
      setTimeout(() => (button.textContent = words), 2000);
    });
    button.textContent = words;
    return button;
  };

  for (const text of document.querySelectorAll(".cite pre")) {
    const button = document.createElement("button");
    button.className = "quiet";
    const label = text.previousElementSibling;
    copying(button, () => text.textContent, `Copy ${label.textContent}`);
    label.append(" ", button);
    // The label names the text, without its button.
    text.setAttribute("aria-label", label.firstChild.data.trim());
    text.removeAttribute("aria-labelledby");
  }

  // A link to the place, which is copied as well: it can be followed, and its address seen.
  const status = document.createElement("p");
  status.className = "vh";
  status.setAttribute("role", "status");
  document.body.append(status);
  const anchor = (id, name) => {
    const link = document.createElement("a");
    link.className = "anchor";
    link.href = `#${encodeURIComponent(id)}`;
    link.setAttribute("aria-label", `Link to ${name}`);
    link.addEventListener("click", async (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      try {
        await navigator.clipboard.writeText(link.href);
        status.textContent = "Link copied.";
        setTimeout(() => (status.textContent = ""), 2000);
      } catch {
        // The address bar shows it.
      }
    });
    return link;
  };
  const named = (element) => element.textContent.replace(/\s+/g, " ").trim();
  for (const heading of document.querySelectorAll("main :is(h2, h3, h4)[id]")) {
    heading.append(anchor(heading.id, named(heading)));
  }
  for (const figure of document.querySelectorAll("main :is(.tbl, .plot)[id]")) {
    const caption = figure.querySelector("figcaption > span");
    const number = caption?.querySelector("b");
    if (caption) caption.append(anchor(figure.id, number ? named(number).replace(/\.$/, "") : "this table"));
  }
  for (const label of document.querySelectorAll(".items > li[id] > .label")) {
    label.append(anchor(label.parentElement.id, named(label)));
  }
}
