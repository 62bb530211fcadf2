"""Runs every test of the files given, and writes one line of JSON for each: its name, and its traceback if it failed."""

import importlib
import json
import sys
import traceback

for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for test in [one for one in vars(module) if one.startswith("test_")]:
        failure = ""
        try:
            getattr(module, test)()
        except Exception:
            failure = traceback.format_exc()
        print(json.dumps({"test": f"{name}.{test}", "failure": failure}), flush=True)
