"""`python -m tests.benchmarks [NAME ...] [--json]`: exit code 1 when a budget is missed, 2 when a need is."""

from __future__ import annotations

import argparse
import importlib
import json
import sys

from tests.benchmarks.common import BENCHMARKS, MissingError, Section, machine


def main() -> int:
    """Run the benchmarks that were named; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Measure against the budgets.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(BENCHMARKS)}; all of them without a name")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}; there are {', '.join(BENCHMARKS)}")
    wanted = arguments.names or list(BENCHMARKS)
    # all of it before anything begins: some take minutes
    missing = [f"{name} needs {need.words}" for name in wanted for need in BENCHMARKS[name] if not need.met]
    if missing:
        sys.stderr.write("\n".join([*missing, ""]))
        return 2

    before = machine()
    if not arguments.json:
        _say("{cpu}, {cores} cores, Python {python}, load {load} before".format(**before))
    results: dict[str, list[Section]] = {}
    for name in wanted:
        try:
            results[name] = importlib.import_module(f"tests.benchmarks.{name}").run()
        except MissingError as error:
            sys.stderr.write(f"{name}: {error}\n")
            return 2
        if not arguments.json:
            for section in results[name]:
                _say("\n".join(["", *section.lines()]))
    load_after = machine()["load"]
    met = all(budget.met for sections in results.values() for section in sections for budget in section.budgets)
    if arguments.json:
        sections = {name: [section.as_json() for section in sections] for name, sections in results.items()}
        _say(json.dumps({"machine": before, "load_after": load_after, "met": met, "benchmarks": sections}, indent=2))
    else:
        _say(f"\nload {load_after} after; {'all budgets met' if met else 'A BUDGET IS MISSED'}")
    return 0 if met else 1


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
