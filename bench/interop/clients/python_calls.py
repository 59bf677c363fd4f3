"""Calls a live server with the Python client that OpenAPI Generator wrote: python_calls.py URL PDF IMAGE."""

import json
import sys
from pathlib import Path

import quintet_api as q


def main(url: str, pdf: str, image: str) -> None:
    configuration = q.Configuration(host=url)
    configuration.access_token = "none"
    client = q.ApiClient(configuration)
    pdfs, images = q.QuintetPDFApi(client), q.QuintetImagesApi(client)

    extracted = pdfs.pdf_extract(file=pdf)
    assert isinstance(extracted, q.PdfExtract), extracted
    assert "This sample shows" in extracted.pages[0].text

    try:
        pdfs.pdf_extract(file=image)
        raise AssertionError("an image is no PDF")
    except q.ApiException as error:
        error.data = error.body
        problem = client.deserialize(error, "Problem")
        assert isinstance(problem, q.Problem), problem
        assert (problem.status, problem.code) == (422, "not-a-pdf"), problem

    # Without it, the client asks for JSON wherever an operation has it.
    client.set_default_header("Accept", "image/png")
    png = images.images_remove_background(image=image)
    assert Path(png).read_bytes().startswith(b"\x89PNG"), png
    Path(png).unlink()

    client.set_default_header("Accept", "application/x-ndjson")
    lines = pdfs.pdf_extract(file=pdf, _preload_content=False).data.splitlines()
    assert len(lines) >= 1 and all(isinstance(json.loads(line), dict) for line in lines), lines
    print("OpenAPI Generator for Python: uploads, typed problems, binary and NDJSON")


main(*sys.argv[1:])
