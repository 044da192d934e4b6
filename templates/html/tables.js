// Tables: sorted by a head, filtered by a word, copied as Markdown. All controls are made here; without a script or on
// paper there are none. Copies hold every row, in the order that is shown.
"use strict";
{
  const make = (name, attributes = {}, ...content) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...content);
    return element;
  };
  const apart = (row) => row.matches(".group, .gone");
  // The words that are seen: a cell may hold those of a neighbour, for narrow screens.
  const words = (cell) => {
    const copy = cell.cloneNode(true);
    for (const extra of copy.querySelectorAll(".narrow, svg")) extra.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  // The first of the unrounded values of a cell, which are written as CSV.
  const value = (cell) => {
    const text = cell.dataset.v;
    if (text === undefined) return words(cell);
    const quoted = text.match(/^"((?:[^"]|"")*)"/);
    return quoted ? quoted[1].replaceAll('""', '"') : text.split(",", 1)[0];
  };
  const isMissing = (text) => text === "" || text.startsWith("N/A");
  const collator = new Intl.Collator("en", { numeric: true });

  const markdown = (table) => {
    const escaped = (text) => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|");
    const line = (texts) => `| ${texts.map(escaped).join(" | ")} |`;
    // Cells by row and column; one that runs over several rows stands in each, one over several columns in the first.
    const lay = (rows) => {
      const grid = rows.map(() => []);
      for (const [at, row] of rows.entries()) {
        let column = 0;
        for (const cell of row.cells) {
          while (grid[at][column] !== undefined) column++;
          for (let down = 0; down < cell.rowSpan && at + down < rows.length; down++) {
            for (let right = 0; right < cell.colSpan; right++) grid[at + down][column + right] = { cell, right };
          }
          column += cell.colSpan;
        }
      }
      return grid;
    };
    const heads = lay(Array.from(table.tHead.rows));
    const shown = heads.at(-1).map(({ cell }, column) => ({ cell, column })).filter(({ cell }) => !cell.matches(".ip"));
    const above = (column) => {
      const cells = new Set(heads.map((row) => row[column]?.cell).filter(Boolean));
      return Array.from(cells, words).join(" ");
    };
    const lines = [
      line(shown.map(({ column }) => above(column))),
      `| ${shown.map(({ cell }) => (cell.matches(".r") ? "--:" : ":--")).join(" | ")} |`,
    ];
    for (const body of table.tBodies) {
      for (const row of lay(Array.from(body.rows))) {
        lines.push(line(shown.map(({ column }) => (row[column] && !row[column].right ? words(row[column].cell) : ""))));
      }
    }
    return lines.join("\n") + "\n";
  };

  for (const figure of document.querySelectorAll("main .tbl")) {
    const table = figure.querySelector("table");
    const caption = figure.querySelector("figcaption");
    if (!table?.tHead || !caption) continue;
    const name = caption.querySelector("b")?.textContent.replace(/\.$/, "") ?? "this table";
    const bodies = Array.from(table.tBodies, (body) => ({ body, rows: Array.from(body.rows) }));
    const rows = bodies.flatMap(({ rows }) => rows).filter((row) => !row.matches(".group"));
    // Rows that share a cell stay together, in the document's order.
    const isPlain = rows.every((row) => Array.from(row.cells).every((cell) => cell.rowSpan === 1));
    const tools = caption.querySelector(".tools");
    const status = make("span", { class: "said", role: "status" });

    if (tools) {
      const copy = make("button", { class: "quiet", type: "button", "aria-live": "polite" }, "Copy as Markdown");
      copy.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(markdown(table));
          copy.textContent = "Copied";
        } catch {
          copy.textContent = "Not allowed here";
        }
        setTimeout(() => (copy.textContent = "Copy as Markdown"), 2000);
      });
      tools.querySelector("[data-copy]").after(" ", copy);
    }
    if (!isPlain || rows.length < 2) continue;

    const heads = table.tHead.rows.length === 1 ? Array.from(table.tHead.rows[0].cells) : [];
    const sorted = (index, order) => {
      const key = (row) => {
        const cell = apart(row) ? null : row.cells[index];
        const text = cell ? value(cell) : "";
        return isMissing(text) ? null : text;
      };
      const keys = new Map(rows.map((row) => [row, key(row)]));
      const isNumber = [...keys.values()].every((text) => text === null || Number.isFinite(Number(text)));
      const compare = (one, other) => {
        const [a, b] = [keys.get(one), keys.get(other)];
        // What is not available comes last, whichever way.
        if (a === null || b === null) return (a === null) - (b === null);
        return order * (isNumber ? Number(a) - Number(b) : collator.compare(a, b));
      };
      for (const { body, rows } of bodies) {
        const [lead, rest] = [rows.filter((row) => row.matches(".group")), rows.filter((row) => !row.matches(".group"))];
        body.append(...lead, ...(order === 0 ? rest : rest.sort(compare)));
      }
    };
    for (const [index, head] of heads.entries()) {
      const label = words(head);
      if (head.matches(".ip") || head.querySelector(".vh, svg") || !label) continue;
      const button = make("button", { class: "sort", type: "button" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        const next = now === null ? "ascending" : now === "ascending" ? "descending" : null;
        for (const other of heads) other.removeAttribute("aria-sort");
        if (next) head.setAttribute("aria-sort", next);
        sorted(index, { ascending: 1, descending: -1 }[next] ?? 0);
        status.textContent = next ? `Sorted by ${label}, ${next}.` : "In the order of the document.";
      });
    }

    if (rows.length > 12) {
      const input = make("input", { class: "filter", type: "search", placeholder: "Filter", "aria-label": `Filter the rows of ${name}` });
      const contents = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
      input.addEventListener("input", () => {
        const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        let count = 0;
        for (const { body } of bodies) {
          const group = body.querySelector(".group");
          const above = group?.textContent.toLowerCase() ?? "";
          let some = false;
          for (const row of body.rows) {
            if (row === group) continue;
            row.hidden = !wanted.every((word) => contents.get(row).includes(word) || above.includes(word));
            some ||= !row.hidden;
            count += !row.hidden;
          }
          if (group) group.hidden = !some;
        }
        status.textContent = wanted.length > 0 ? `${count} of ${rows.length} rows.` : "";
      });
      const place = tools ?? caption.appendChild(make("span", { class: "tools" }));
      place.prepend(input, " ");
    }
    if (heads.length > 0 || rows.length > 12) (tools ?? caption).append(" ", status);
  }
}
