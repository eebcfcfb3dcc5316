import { AppError } from '#core/lib/errors.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { findUnshownKind } from '#core/revisions/unshown-kind.ts'
import { isSignedOut } from '../signed-out.ts'
import { findFile, sendDerived, toRequest, type Known, type SendDeps, type UploadAttempt } from './one-try.ts'
import type { DerivedFile } from './ports.ts'

/** A film's proxy in the making. */
export type ProxyOnItsWay = {
  /** Waits for the proxy and sends it, if there is one; called once the film itself has arrived. */
  readonly send: () => Promise<void>
  /** Stops making it. */
  readonly stop: () => void
}

/**
 * Starts making a proxy that every browser plays while the film itself is being sent; undefined if none is needed, or a
 * media worker makes it. The proxy is stored on the device, so that the next attempt need not make it again.
 */
export async function startProxy(
  deps: SendDeps,
  attempt: UploadAttempt,
  { file, details, derived }: Known & { readonly file: Blob },
): Promise<ProxyOnItsWay | undefined> {
  const { entry, signal } = attempt
  const known = derived.find(({ role }) => role === 'proxy')
  if (known !== undefined) return { send: async () => await sendProxy(deps, attempt, known), stop: () => undefined }
  const { makeProxy } = deps
  if (makeProxy === undefined || !isPlayedByFew(entry, details.codec) || (await hasMediaWorker(deps))) return undefined
  const ended = new AbortController()
  const stop = (): void => ended.abort()
  signal.addEventListener('abort', stop)
  const made = makeProxy(file, { signal: ended.signal, onPercent: attempt.onProxy }).then(async (body) => {
    if (body === undefined || ended.signal.aborted) return undefined
    const baseName = entry.fileName.replace(/\.[^.]*$/, '').slice(0, 200)
    const proxy = { id: deps.newId(), role: 'proxy', fileName: `${baseName}-720p.mp4`, isSent: false } as const
    const kept: DerivedFile = { ...proxy, contentType: body.type }
    await deps.saveFile(kept.id, body)
    await attempt.change({ derived: [...derived, kept] })
    return kept
  })
  // `send` reports a failure; if the film never arrives, nobody waits for it.
  made.catch(() => undefined)
  return {
    stop,
    send: async () => {
      const proxy = await made
      // Paused by the person: the proxy is sent later.
      signal.throwIfAborted()
      if (proxy !== undefined) await sendProxy(deps, attempt, proxy)
    },
  }
}

function isPlayedByFew(
  { fileName, contentType, sizeBytes }: UploadAttempt['entry'],
  codec: string | undefined,
): boolean {
  const about = { fileName, contentType, sizeBytes, codec }
  return mediaKindOf(contentType) === 'video' && findUnshownKind(about) !== undefined
}

/** Asks whether a media worker makes proxies. If that is unknown, assumes so: the film can be posted without one. */
async function hasMediaWorker(deps: SendDeps): Promise<boolean> {
  return await deps.hasMediaWorker().catch(() => true)
}

/**
 * Sends the proxy. If it is refused for good, for example because the studio's disk is full, the film stays without and
 * its entry says why.
 */
async function sendProxy(deps: SendDeps, { entry, signal, change }: UploadAttempt, proxy: DerivedFile): Promise<void> {
  const body = await findFile(deps, proxy)
  if (body === undefined) return
  const { id: mediaId, fileName: filename, contentType } = proxy
  const request = toRequest(entry, { mediaId, filename, contentType, body })
  const onSent = async (): Promise<void> => await deps.uploads.complete(entry.id, { proxyMediaId: mediaId })
  try {
    await sendDerived(deps, [request], { signal, onSent })
  } catch (cause) {
    const isRefused = cause instanceof AppError && !cause.retryable && !isSignedOut(cause)
    if (signal.aborted || !isRefused) throw cause
    await change({ proxyProblem: cause.message })
  }
}
