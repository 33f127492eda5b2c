"""A million steps of the drive controller, of random inputs, faults and clocks, each checked against the rules.

    python -m tests.tools.drive_million [--steps 1000000]

Ends with 1 and the shortest way to it that was found, where a rule is broken.
"""

from __future__ import annotations

import argparse
import time

from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.tools.drive_machine import DriveMachine

_EXAMPLES = 100
_RULES_EACH = 40

# what an example of so many rules comes to
_STEPS_EACH = 600


def run(steps: int, *, same: bool = False) -> tuple[int, int]:
    """Check so many steps, or a few more; how many they were, and in how many something moved.

    With `same`, they are the same each time.
    """
    begun = DriveMachine.steps, DriveMachine.moving_steps
    rounds = 0
    while DriveMachine.steps - begun[0] < steps:
        rounds += 1
        run_state_machine_as_test(
            seed(rounds)(type("Seeded", (DriveMachine,), {})) if same else DriveMachine,
            settings=settings(
                max_examples=min(_EXAMPLES, 1 + steps // _STEPS_EACH),
                stateful_step_count=_RULES_EACH,
                deadline=None,
                database=None,
                derandomize=False,
                suppress_health_check=list(HealthCheck),
            ),
        )
    return DriveMachine.steps - begun[0], DriveMachine.moving_steps - begun[1]


def main() -> None:
    """Run and tell."""
    parser = argparse.ArgumentParser(description="Check the rules of driving, over random steps.")
    parser.add_argument("--steps", type=int, default=1_000_000)
    wanted = parser.parse_args().steps
    begun, begun_cpu = time.perf_counter(), time.process_time()
    steps, moving = run(wanted)
    seconds, cpu_s = time.perf_counter() - begun, time.process_time() - begun_cpu
    told = f"{steps:,} steps, {moving:,} of them moving, no rule broken"
    print(told)  # noqa: T201
    print(f"{seconds:.0f} s, {steps / seconds:,.0f} steps/s; {steps / cpu_s:,.0f} steps/s of processor time")  # noqa: T201


if __name__ == "__main__":
    main()
