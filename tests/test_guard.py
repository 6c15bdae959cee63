"""Threads: results in order whatever happens, and nobody waits for ever."""

import signal
import threading
import time

import pytest

from squirrelstats._guard import AHEAD, Crew, Interrupts, run_guarded, threads_lost


def reaches(started, number):
    """Whether the tasks started become this many and no more."""
    deadline = time.monotonic() + 60
    while len(started) < number and time.monotonic() < deadline:
        time.sleep(0.01)
    time.sleep(0.1)
    return len(started) == number


def counting(last):
    tasks = iter(range(last))
    return lambda: next(tasks, None)


def crew_of(size, last, job):
    return Crew(size, lambda: job, counting(last))


@pytest.mark.parametrize("size", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(size):
    def job(task):
        time.sleep(0.002 * (task % 3))
        return task

    crew = crew_of(size, 30, job)
    assert list(crew.results()) == list(range(30))
    assert list(crew.stop()) == []
    assert not crew.lost


def test_the_threads_work_on_while_a_result_is_put_away_but_not_without_end():
    started = []
    crew = crew_of(1, 100, lambda task: started.append(task) or task)
    results = crew.results()
    assert next(results) == 0
    assert reaches(started, 1 + AHEAD)  # a shard is being written
    assert list(results) == list(range(1, 100))


def test_one_slow_task_does_not_let_the_others_pile_up():
    gate = threading.Event()
    started = []

    def job(task):
        started.append(task)
        if task == 0:
            gate.wait()
        return task

    crew = crew_of(3, 1000, job)
    assert reaches(started, 3 + AHEAD)
    gate.set()
    assert list(crew.results()) == list(range(1000))


def test_after_an_error_the_earlier_results_are_still_there():
    def job(task):
        if task == 5:
            raise ZeroDivisionError
        time.sleep(0.01)
        return task

    crew = crew_of(3, 1000, job)
    done = [*crew.results(), *crew.stop()]
    assert done == list(range(5))
    assert isinstance(crew.error, ZeroDivisionError)


def test_a_worker_that_cannot_be_made_is_an_error():
    def make():
        raise MemoryError

    crew = Crew(2, make, counting(5))
    assert list(crew.results()) == []
    assert isinstance(crew.error, MemoryError)


def test_when_the_main_thread_fails_the_others_end():
    before = set(threading.enumerate())
    crew = crew_of(4, 10_000, lambda task: bytes(1000))
    next(crew.results())  # and then something goes wrong
    list(crew.stop())
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
    assert set(threading.enumerate()) <= before


def test_a_thread_that_does_not_come_back_is_given_up():
    gate = threading.Event()
    before = set(threading.enumerate())
    crew = crew_of(2, 100, lambda task: gate.wait() if task == 3 else task)
    results = crew.results()
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    assert list(crew.stop(patience=0.2)) == []
    assert crew.lost
    assert threads_lost()
    gate.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
    assert not threads_lost()  # it came back after all


def test_ctrl_c_is_a_flag_and_the_second_one_raises():
    with Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        assert interrupts.pressed
        crew = crew_of(2, 10_000, lambda task: task)
        assert list(crew.results(interrupts)) == []
        list(crew.stop())
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_slow_answer_to_ctrl_c_does_not_end_in_waiting_for_ever():
    gate = threading.Event()
    crew = crew_of(1, 100, lambda task: gate.wait())

    class Slow(Interrupts):
        def _note(self, *_):
            time.sleep(0.3)  # longer than the main thread waits for a result
            super()._note()

    def press():
        time.sleep(0.05)
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    with Slow() as interrupts:
        threading.Thread(target=press, daemon=True).start()
        guard = threading.Timer(20, gate.set)  # a wait without end would end here
        guard.start()
        assert list(crew.results(interrupts)) == []
        assert not gate.is_set()
        guard.cancel()
    gate.set()
    list(crew.stop())


def test_somebody_elses_handler_stays():
    def mine(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, mine)
    try:
        with Interrupts() as interrupts, pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert not interrupts.pressed
        assert signal.getsignal(signal.SIGINT) is mine
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_leave_the_handler_alone():
    seen = []

    def enter():
        with Interrupts():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


@pytest.mark.parametrize("comes_back", [True, False])
def test_ctrl_c_says_whether_a_thread_is_lost(comes_back):
    gate = threading.Event()
    main = threading.main_thread().ident

    def job():
        signal.pthread_kill(main, signal.SIGINT)
        gate.wait(0.5 if comes_back else None)

    with pytest.raises(KeyboardInterrupt) as caught:
        run_guarded(job, 60, RuntimeError, patience=5 if comes_back else 0.2)
    assert ("restart the session" in str(caught.value)) != comes_back
    assert threads_lost() != comes_back
    gate.set()
    deadline = time.monotonic() + 60
    while threads_lost() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not threads_lost()


def test_run_guarded():
    assert run_guarded(lambda: 5, 1.0, RuntimeError) == 5
    with pytest.raises(KeyError):
        run_guarded(lambda: {}[1], 1.0, RuntimeError)
    gate = threading.Event()
    with pytest.raises(RuntimeError, match="too long"):
        run_guarded(gate.wait, 0.1, lambda: RuntimeError("too long"))
    gate.set()
