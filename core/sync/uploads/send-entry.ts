import { AppError } from '#core/lib/errors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { MediaDetails, UploadGateway, UploadRequest, UploadSlot } from '#core/gateway/ports.ts'
import type { DerivedFile, PreparedFile, PrepareFile, UploadChanges, UploadEntry } from './ports.ts'

export type SendDeps = {
  readonly uploads: UploadGateway
  readonly prepare: PrepareFile
  readonly newId: () => MediaId
  readonly findFile: (id: MediaId) => Promise<Blob | undefined>
  readonly saveFile: (id: MediaId, file: Blob) => Promise<void>
}

/** What the queue gives to one try of an entry. */
export type Try = {
  readonly entry: UploadEntry
  readonly signal: AbortSignal
  /** Keeps new values of the entry; resolves when they are safe. */
  readonly change: (changes: UploadChanges) => Promise<void>
  readonly onProgress: (sentBytes: number) => void
}

/**
 * One try to bring a file to the server. Every step before the last leaves a note in the entry and can be repeated, so the
 * next try, perhaps after a crash, sends only what is missing.
 */
export async function sendEntry(deps: SendDeps, attempt: Try): Promise<void> {
  const { entry, signal } = attempt
  const file = await findFile(deps, entry)
  // Taken by the person, or by the browser, from the device's storage.
  if (file === undefined) throw new AppError('upload-failed', messages['upload-failed'](entry.fileName))
  const { details, derived } = await prepared(deps, attempt, file)
  await attempt.change({ state: 'sending' })

  const main = toRequest(entry, { mediaId: entry.id, filename: entry.fileName, body: file, details })
  const [slot] = await deps.uploads.requestSlots([main], signal)
  if (slot === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
  // What the server has already it has with its pictures.
  const areKnown = slot.isStored && !derived.some(({ isSent }) => isSent)
  if (!areKnown) await sendPictures(deps, attempt, derived)
  await sendMain(deps, attempt, { slot, request: main })
  await deps.uploads.complete(entry.id, areKnown ? withoutPictures(details) : details)
}

/** What the device does not hand out now it may a moment later: that is worth another try. */
async function findFile(deps: SendDeps, { id, fileName }: Pick<UploadEntry, 'id' | 'fileName'>) {
  return await deps.findFile(id).catch((cause: unknown) => {
    throw new AppError('upload-failed', messages['upload-failed'](fileName), { cause, retryable: true })
  })
}

async function sendMain(
  { uploads }: SendDeps,
  { entry, signal, change, onProgress }: Try,
  { slot, request }: { readonly slot: UploadSlot; readonly request: UploadRequest },
): Promise<void> {
  await uploads.send(slot, request, {
    onProgress,
    signal,
    ...(entry.place !== undefined && { place: entry.place }),
    // Should the device not keep it, the next try begins anew.
    onPlace: (place) => void change({ place }).catch(() => undefined),
  })
  onProgress(entry.sizeBytes)
}

type Known = { readonly details: MediaDetails; readonly derived: readonly DerivedFile[] }

/** What is known of the file from an earlier try, else what a look at it finds. */
async function prepared(deps: SendDeps, { entry, signal, change }: Try, file: Blob): Promise<Known> {
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

type Picture = { readonly file: DerivedFile; readonly request: UploadRequest }

async function loadPictures(
  deps: SendDeps,
  entry: UploadEntry,
  derived: readonly DerivedFile[],
): Promise<readonly Picture[]> {
  const pictures: Picture[] = []
  for (const file of derived) {
    const body = file.isSent ? undefined : await findFile(deps, file)
    if (body === undefined) continue
    const about = { mediaId: file.id, filename: file.fileName, contentType: file.contentType, body }
    pictures.push({ file, request: toRequest(entry, about) })
  }
  return pictures
}

async function sendPictures(deps: SendDeps, attempt: Try, derived: readonly DerivedFile[]): Promise<void> {
  const { entry, signal, change } = attempt
  const pictures = await loadPictures(deps, entry, derived)
  if (pictures.length === 0) return
  const slots = await deps.uploads.requestSlots(
    pictures.map(({ request }) => request),
    signal,
  )
  for (const [index, { request }] of pictures.entries()) {
    const slot = slots[index]
    if (slot === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
    await deps.uploads.send(slot, request, { signal })
    await deps.uploads.complete(request.mediaId, {})
  }
  await change({ derived: derived.map((file) => ({ ...file, isSent: true })) })
}

function withoutPictures(known: MediaDetails): MediaDetails {
  const { posterMediaId: _poster, filmstripMediaId: _strip, thumbnailMediaId: _thumbnail, ...details } = known
  return details
}

type About = Pick<UploadRequest, 'mediaId' | 'filename' | 'body'> & Partial<UploadRequest>

function toRequest({ studioId, projectId, taskId, contentType }: UploadEntry, about: About): UploadRequest {
  return { studioId, contentType, ...(projectId && { projectId }), ...(taskId && { taskId }), ...about }
}
