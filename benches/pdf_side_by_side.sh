#!/usr/bin/env bash
# The same text as a PDF by this tool, by typst and by WeasyPrint, timed in one run; both are taken from PyPI into a virtual
# environment. Needs Python 3 with venv, and a built tool (RELEASE=target/release/rebench-report by default).
#
#   benches/pdf_side_by_side.sh [CAMPAIGN] [RUNS]
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
readonly campaign=${1:-hcloud-rebench-20261014} runs=${2:-5}
readonly tool=${RELEASE:-target/release/rebench-report} venv=${VENV:-target/pdf-side-by-side}

[[ -x $tool ]] || { echo "there is no $tool: cargo build --release" >&2; exit 1; }
if [[ ! -x $venv/bin/python ]]; then
    python3 -m venv "$venv"
fi
"$venv/bin/python" -c 'import typst, weasyprint, markdown' 2>/dev/null ||
    "$venv/bin/pip" install --quiet typst weasyprint markdown

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$tool" build "$campaign" --format markdown --out "$scratch/text" --quiet

"$venv/bin/python" - "$tool" "$campaign" "$scratch" "$runs" <<'PYTHON'
import pathlib, re, subprocess, sys, time
import markdown, typst, weasyprint

tool, campaign, scratch, runs = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
pages = sorted((scratch / "text" / "markdown").glob("*.md"))
text = "\n\n".join(page.read_text() for page in pages if page.name != "SUMMARY.md")

html = "<html lang=en><body>" + markdown.markdown(text, extensions=["tables"]) + "</body></html>"

def escaped(text):
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", re.sub(r"<[^>]*>", "", text))
    return re.sub(r"([\\#$*_`<>@\[\]~])", r"\\\1", text.replace("**", "").replace("`", "")).replace("//", "/\\/")

def typst_source(text):
    out, rows = [], []
    def close():
        if rows:
            columns = max(map(len, rows))
            cells = [cell for row in rows for cell in row + [""] * (columns - len(row))]
            out.append(f"#table(columns: {columns}, " + ", ".join(f"[{cell}]" for cell in cells) + ")")
            rows.clear()
    for line in text.splitlines():
        if line.startswith("|"):
            if not re.fullmatch(r"[|:\- ]+", line):
                rows.append([escaped(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip("|"))])
            continue
        close()
        heading = re.match(r"(#+) (.*)", line)
        out.append("=" * len(heading[1]) + " " + escaped(heading[2]) if heading else escaped(line))
    close()
    return "\n".join(out)

source = scratch / "all.typ"
source.write_text(typst_source(text))

def ours():
    out = scratch / "ours"
    subprocess.run([tool, "build", campaign, "--format", "pdf", "--jobs", "1", "--out", out, "--quiet"], check=True)

def best(run):
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times)

# Ours verifies, analyses and sets the campaign's file and one a phase, so the text is set twice; theirs set it once.
found = {
    "rebench-report": best(ours),
    "typst": best(lambda: typst.compile(str(source), output=str(scratch / "typst.pdf"))),
    "WeasyPrint": best(lambda: weasyprint.HTML(string=html).write_pdf(str(scratch / "weasyprint.pdf"))),
}
for name, seconds in found.items():
    print(f"{name:<16}{seconds:8.2f} s  {seconds / found['rebench-report']:6.1f} times ours")
PYTHON
