"""Runs every example of the cookbook in order; prints a JSON line each with its title, output and error."""

import contextlib
import io
import json
import os
import re
import sys
import traceback

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)

with open(os.path.join(here, "README.md"), encoding="utf-8") as file:
    text = file.read().split("## Twenty tasks")[1]

for title, code in re.findall(r"\n([A-Z][^\n]+)\n\n```python\n(.*?)```", text, re.S):
    said, error = io.StringIO(), None
    with contextlib.redirect_stdout(said):
        try:
            exec(compile(code, title, "exec"), {"__name__": "__main__"})
        except Exception:
            error = traceback.format_exc()
    print(json.dumps({"title": title, "said": said.getvalue(), "error": error}))
