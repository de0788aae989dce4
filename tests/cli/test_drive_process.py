"""``ironbottom drive`` in a separate process."""

import json
import subprocess
import sys

import pytest


def test_the_process_answers_line_by_line_until_its_input_ends() -> None:
    command = [sys.executable, "-m", "ironbottom", "drive", "pf", "--seed", "4", "--option", "factor_set=B"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        answers = {'{"choices": true}': {"format", "decisions"}, "oops": {"error"}, '{"hash": true}': {"hash"}}
        for request, keys in answers.items():
            process.stdin.write(request.encode() + b"\n")
            process.stdin.flush()
            assert set(json.loads(process.stdout.readline())) == keys
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.stderr.read() == b""
        assert process.wait() == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["pf", "--option", "factor_set=B", "--option", "hidden_counts=on"],
        ["pf", "--option", "factor_set=B", "hidden_counts=on", "--seed", "1"],
        ["--option", "factor_set=B", "hidden_counts=on", "pf"],
        ["--seed", "1", "pacific_fury", "--scenario", "campaign", "--option", "hidden_counts=on", "factor_set=B"],
    ],
)
def test_options_may_be_repeated_or_take_several_values(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "ironbottom", "drive", *arguments]
    ran = subprocess.run(command, input=b'{"view": "public"}\n', capture_output=True, check=True)
    options = json.loads(ran.stdout)["view"]["options"]
    assert (options["factor_set"], options["hidden_counts"]) == ("B", "on")
