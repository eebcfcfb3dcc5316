# SPDX-License-Identifier: GPL-3.0-or-later
"""Work that waits for the network, off Blender's thread: one worker, and answers that are handed over by `pump`."""

import queue
import threading
from typing import Any, Callable, Optional

Done = Callable[[Any], None]


class Jobs:
    """`bpy` is touched by `pump` alone, which a timer of Blender calls."""

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
        """Does `work` after what was asked before it; `alone` is for what waits for a person and must hold nobody up."""
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
        """From within work: something for Blender's thread, at once."""
        self._answers.put(say)

    def pump(self) -> bool:
        """Hands over what has come; whether there was anything."""
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
        except Exception as error:  # Whatever it is, somebody in front of the panel has to read it.
            self._answers.put(self._closing(failed, error))
        else:
            self._answers.put(self._closing(done, answer))

    def _closing(self, call: Done, value: Any) -> Callable[[], None]:
        def close() -> None:
            self._open -= 1
            call(value)

        return close
