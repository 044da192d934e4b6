// Computes the SHA-256 of listed files anew, in the reader's browser, and compares it with the listed one.
// A row takes part if it begins with a link to a file of the report and holds a hash.
"use strict";
{
  const listed = (row) => {
    const link = row.cells[0]?.querySelector('a[href^="../"]');
    const hash = (cell) => (cell.dataset.v ?? cell.textContent).match(/^[0-9a-f]{64}$/)?.[0];
    const cell = Array.from(row.cells).find(hash);
    return link && cell ? { link, cell, hash: hash(cell) } : null;
  };
  const icon = (name) => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#_i-${name}`);
    svg.append(use);
    return svg;
  };
  const say = (place, kind, words) => {
    place.className = `verdict ${kind}`;
    const mark = { same: ["check"], differs: ["differs"] }[kind];
    place.replaceChildren(...(mark ? [icon(...mark)] : []), words);
  };
  const digest = async (address) => {
    const response = await fetch(address, { cache: "no-store" });
    if (!response.ok) throw new Error(`the server answers ${response.status}`);
    const bytes = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  };
  const obstacle = () => {
    const otherwise = "run `sha256sum -c SHA256SUMS` in the report's folder instead";
    if (location.protocol === "file:") return `A page that was opened from a file can't read other files: ${otherwise}.`;
    if (!globalThis.crypto?.subtle) return `This browser computes hashes on pages served by https or from this machine only: ${otherwise}.`;
    return null;
  };
  for (const figure of document.querySelectorAll("figure[data-hashes]")) {
    const rows = Array.from(figure.querySelectorAll("tbody tr"), listed).filter(Boolean);
    const box = document.createElement("div");
    const button = document.createElement("button");
    const sum = document.createElement("p");
    box.className = "verify";
    button.className = "act";
    button.type = "button";
    button.textContent = rows.length === 1 ? "Compute this hash anew" : `Compute these ${rows.length} hashes anew`;
    sum.setAttribute("role", "status");
    box.append(button, sum);
    figure.querySelector("figcaption").after(box);
    button.addEventListener("click", async () => {
      const reason = obstacle();
      if (reason) return say(sum, "off", reason);
      button.disabled = true;
      const off = [];
      for (const [index, { link, cell, hash }] of rows.entries()) {
        const name = link.textContent.trim();
        say(sum, "wait", `${index + 1} of ${rows.length}: ${name}`);
        let place = cell.querySelector(".verdict");
        if (!place) cell.append((place = document.createElement("span")));
        try {
          const found = await digest(link.href);
          if (found === hash) {
            say(place, "same", "same");
            continue;
          }
          say(place, "differs", `differs: ${found}`);
        } catch (error) {
          say(place, "differs", `not read: ${error.message}`);
        }
        off.push(name);
      }
      const fine = `All ${rows.length} files have the hash that is listed here.`;
      const bad = `${off.length} of ${rows.length} files differ from what is listed here or could not be read: ${off.join(", ")}.`;
      say(sum, off.length > 0 ? "differs" : "same", off.length > 0 ? bad : fine);
      button.disabled = false;
    });
  }
}
