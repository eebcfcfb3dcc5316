/** Tells the service worker whose pictures it may cache. */
export function notifyWorkerSignedIn(userId: string): void {
  navigator.serviceWorker?.controller?.postMessage({ type: 'SIGNED_IN', userId })
}

const PATIENCE_MS = 3000

/** Makes the service worker forget all pictures and shared files; resolves when it has, or if there is no worker. */
export async function forgetMedia(): Promise<void> {
  const worker = navigator.serviceWorker?.controller
  if (worker === null || worker === undefined) return
  const { port1, port2 } = new MessageChannel()
  await new Promise<void>((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true })
    port1.start()
    // A worker that is being replaced may never respond; signing out must not hang on it.
    setTimeout(resolve, PATIENCE_MS)
    worker.postMessage({ type: 'SIGNED_OUT' }, [port2])
  })
  port1.close()
}
