"""Runs commands of the AWS CLI: a JSON list of arguments a line in, a line of JSON with what came of it out.

Each command is a whole one of its own; only loading Python and the CLI, which takes longer than most commands, is shared.
"""

import contextlib
import io
import json
import sys

from awscli.clidriver import create_clidriver

for line in sys.stdin:
    stdout, stderr = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        try:
            code = create_clidriver().main(json.loads(line))
        except SystemExit as ended:
            code = ended.code
    print(json.dumps({"exitCode": code, "stdout": stdout.getvalue(), "stderr": stderr.getvalue()}), flush=True)
