import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { MediaDetails, UploadRequest, UploadSlot } from '#core/gateway/ports.ts'
import { findFile, sendDerived, toRequest, type Known, type SendDeps, type UploadAttempt } from './one-try.ts'
import type { DerivedFile, PreparedFile, UploadEntry } from './ports.ts'
import { startProxy } from './send-proxy.ts'

/**
 * Makes one attempt to send a file to the server. Every step before the last is recorded in the entry and can be
 * repeated, so the next attempt, perhaps after a crash, sends only what is missing.
 */
export async function sendEntry(deps: SendDeps, attempt: UploadAttempt): Promise<void> {
  const { entry, signal } = attempt
  const file = await findFile(deps, entry)
  if (entry.isArrived === true) return await sendProxyAlone(deps, attempt, file)
  // The person or the browser has cleared the device's storage.
  if (file === undefined) throw new AppError('upload-failed', messages['upload-failed'](entry.fileName))
  const { details, derived } = await prepared(deps, attempt, file)
  await attempt.change({ state: 'sending' })

  const main = toRequest(entry, { mediaId: entry.id, filename: entry.fileName, body: file, details })
  const [slot] = await deps.uploads.requestSlots([main], signal)
  if (slot === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
  // What the server already has, it has with its pictures.
  const areKnown = slot.isStored && !derived.some(({ isSent, role }) => isSent || role === 'proxy')
  const sent = areKnown ? derived : await sendPictures(deps, attempt, derived)
  const proxy = areKnown ? undefined : await startProxy(deps, attempt, { file, details, derived: sent })
  try {
    await sendMain(deps, attempt, { slot, request: main })
    await deps.uploads.complete(entry.id, areKnown ? withoutPictures(details) : details)
    if (proxy === undefined) return
    await attempt.change({ isArrived: true })
    await proxy.send()
  } finally {
    proxy?.stop()
  }
}

/**
 * Continues after an earlier attempt: the film has arrived, and goes without a proxy if this device no longer has it.
 */
async function sendProxyAlone(deps: SendDeps, attempt: UploadAttempt, file: Blob | undefined): Promise<void> {
  if (file === undefined) return
  const { details = {}, derived = [] } = attempt.entry
  await attempt.change({ state: 'sending' })
  const proxy = await startProxy(deps, attempt, { file, details, derived })
  try {
    await proxy?.send()
  } finally {
    proxy?.stop()
  }
}

async function sendMain(
  { uploads }: SendDeps,
  { entry, signal, change, onProgress }: UploadAttempt,
  { slot, request }: { readonly slot: UploadSlot; readonly request: UploadRequest },
): Promise<void> {
  await uploads.send(slot, request, {
    onProgress,
    signal,
    ...(entry.place !== undefined && { place: entry.place }),
    // If the device cannot store it, the next attempt starts over.
    onPlace: (place) => void change({ place }).catch(() => undefined),
  })
  onProgress(entry.sizeBytes)
}

/** Returns what an earlier attempt recorded, else analyses the file. */
async function prepared(deps: SendDeps, { entry, signal, change }: UploadAttempt, file: Blob): Promise<Known> {
  const { sha256, details = {}, derived = [] } = entry
  if (sha256 !== undefined) return { details: { ...details, sha256 }, derived }
  await change({ state: 'preparing' })
  const found = await deps.prepare({ ...entry, body: file }, signal)
  const pictures = await keepPictures(deps, found)
  const linked = Object.fromEntries(pictures.map(({ role, id }) => [`${role}MediaId`, id]))
  const known = { details: { ...details, ...found.details, ...linked }, derived: pictures }
  await change({ sha256: found.sha256, ...known })
  return { ...known, details: { ...known.details, sha256: found.sha256 } }
}

async function keepPictures(deps: SendDeps, { pictures }: PreparedFile): Promise<readonly DerivedFile[]> {
  return await Promise.all(
    pictures.map(async ({ role, fileName, body }) => {
      const id = deps.newId()
      await deps.saveFile(id, body)
      return { id, role, fileName, contentType: body.type, isSent: false }
    }),
  )
}

async function loadPictures(
  deps: SendDeps,
  entry: UploadEntry,
  derived: readonly DerivedFile[],
): Promise<readonly UploadRequest[]> {
  const requests: UploadRequest[] = []
  for (const file of derived) {
    const body = file.isSent || file.role === 'proxy' ? undefined : await findFile(deps, file)
    if (body === undefined) continue
    requests.push(toRequest(entry, { mediaId: file.id, filename: file.fileName, contentType: file.contentType, body }))
  }
  return requests
}

/** Sends the pictures not sent yet; returns all derived files with their new state. */
async function sendPictures(
  deps: SendDeps,
  { entry, signal, change }: UploadAttempt,
  derived: readonly DerivedFile[],
): Promise<readonly DerivedFile[]> {
  const requests = await loadPictures(deps, entry, derived)
  if (requests.length === 0) return derived
  const onSent = async (id: DerivedFile['id']): Promise<void> => await deps.uploads.complete(id, {})
  await sendDerived(deps, requests, { signal, onSent })
  const sent = derived.map((file) => ({ ...file, isSent: file.isSent || file.role !== 'proxy' }))
  await change({ derived: sent })
  return sent
}

function withoutPictures(known: MediaDetails): MediaDetails {
  const { posterMediaId: _poster, filmstripMediaId: _strip, thumbnailMediaId: _thumbnail, ...details } = known
  return details
}
