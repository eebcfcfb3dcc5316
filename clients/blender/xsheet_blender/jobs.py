# SPDX-License-Identifier: GPL-3.0-or-later
"""Network work off Blender's thread: one worker, with results delivered by `pump`."""

import queue
import threading
from typing import Any, Callable, Optional

Done = Callable[[Any], None]


class Jobs:
    """Runs jobs in the background. Only `pump`, called by a Blender timer, touches `bpy`."""

    def __init__(self) -> None:
        self._wanted: "queue.Queue[Any]" = queue.Queue()
        self._answers: "queue.Queue[Callable[[], None]]" = queue.Queue()
        self._worker: Optional[threading.Thread] = None
        self._open = 0
        self.says = ""

    @property
    def is_busy(self) -> bool:
        return self._open > 0

    def run(self, says: str, work: Callable[[], Any], done: Done, failed: Callable[[Exception], None], alone: bool = False) -> None:
        """Runs `work` after earlier jobs; `alone` is for work that waits for a person and must not block others."""
        self._open += 1
        self.says = says
        if alone:
            threading.Thread(target=self._do, args=(work, done, failed), daemon=True).start()
            return
        self._wanted.put((work, done, failed))
        if self._worker is None:
            self._worker = threading.Thread(target=self._serve, daemon=True)
            self._worker.start()

    def tell(self, say: Callable[[], None]) -> None:
        """Runs something on Blender's thread at once, from within work."""
        self._answers.put(say)

    def pump(self) -> bool:
        """Delivers results; returns whether there were any."""
        any_came = False
        while True:
            try:
                answer = self._answers.get_nowait()
            except queue.Empty:
                return any_came
            any_came = True
            answer()

    def _serve(self) -> None:
        while True:
            self._do(*self._wanted.get())

    def _do(self, work: Callable[[], Any], done: Done, failed: Callable[[Exception], None]) -> None:
        try:
            answer = work()
        except Exception as error:  # Any error must reach the person in front of the panel.
            self._answers.put(self._closing(failed, error))
        else:
            self._answers.put(self._closing(done, answer))

    def _closing(self, call: Done, value: Any) -> Callable[[], None]:
        def close() -> None:
            self._open -= 1
            call(value)

        return close
