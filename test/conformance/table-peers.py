"""Prints the tables that pdfplumber or Camelot finds on pages of PDFs, as JSON lines.

usage: table-peers.py pdfplumber|camelot-lattice|camelot-stream, with "page<TAB>path" lines on standard input.
Each line of the output has the box [left, bottom, right, top] and the rows of every table of the page.
"""

import json
import subprocess
import sys


class Pdftoppm:
    """Draws a page for Camelot without its Ghostscript binding."""

    def convert(self, pdf_path, png_path, resolution=300):
        prefix = png_path.rsplit(".", 1)[0]
        command = ["pdftoppm", "-r", str(resolution), "-png", "-singlefile", pdf_path, prefix]
        subprocess.run(command, check=True)


def pdfplumber_tables(path, number, settings):
    import pdfplumber

    with pdfplumber.open(path) as pdf:
        page = pdf.pages[number - 1]
        for table in page.find_tables(settings):
            left, top, right, bottom = table.bbox
            rows = [[cell or "" for cell in row] for row in table.extract()]
            yield [left, float(page.height) - bottom, right, float(page.height) - top], rows


def camelot_tables(path, number, flavor):
    import camelot

    options = {"backend": Pdftoppm()} if flavor == "lattice" else {}
    for table in camelot.read_pdf(path, pages=str(number), flavor=flavor, **options):
        yield list(table._bbox), table.df.values.tolist()


def tables(engine, path, number):
    if engine == "pdfplumber":
        return pdfplumber_tables(path, number, {})
    if engine == "pdfplumber-text":
        return pdfplumber_tables(
            path, number, {"vertical_strategy": "text", "horizontal_strategy": "text"}
        )
    return camelot_tables(path, number, engine.removeprefix("camelot-"))


for line in sys.stdin:
    page, path = line.rstrip("\n").split("\t", 1)
    try:
        found = [{"box": [float(x) for x in box], "rows": rows} for box, rows in tables(sys.argv[1], path, int(page))]
    except ImportError:
        raise
    except Exception as error:  # A file that an engine cannot read has no tables for it.
        print(error, file=sys.stderr)
        found = []
    print(json.dumps(found), flush=True)
