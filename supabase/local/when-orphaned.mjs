// npm runs a script through a shell, and a SIGTERM that npm passes on ends that shell and nothing below it. So a
// process that must not outlive it has to watch for that. Plain JavaScript: it runs before anything is installed.

/** Calls back once when the process that started this one is gone. */
export function whenOrphaned(callBack, { everyMs = 250, getParent = () => process.ppid } = {}) {
  const parent = getParent()
  const timer = setInterval(() => {
    if (getParent() === parent) return
    clearInterval(timer)
    callBack()
  }, everyMs)
  timer.unref()
}
