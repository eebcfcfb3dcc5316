import type { MediaDetails, UploadGateway, UploadRequest } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { DerivedFile, MakeProxy, PrepareFile, UploadChanges, UploadEntry } from './ports.ts'

export type SendDeps = {
  readonly uploads: UploadGateway
  readonly prepare: PrepareFile
  /** Absent where proxies cannot be made. */
  readonly makeProxy?: MakeProxy | undefined
  /** Whether a media worker makes proxies anyway. */
  readonly hasMediaWorker: () => Promise<boolean>
  readonly newId: () => MediaId
  readonly findFile: (id: MediaId) => Promise<Blob | undefined>
  readonly saveFile: (id: MediaId, file: Blob) => Promise<void>
}

/** What the queue passes to one attempt for an entry. */
export type UploadAttempt = {
  readonly entry: UploadEntry
  readonly signal: AbortSignal
  /** Stores changes to the entry; resolves when they are saved. */
  readonly change: (changes: UploadChanges) => Promise<void>
  readonly onProgress: (sentBytes: number) => void
  readonly onProxy: (percent: number) => void
}

/** What is known of a file, and the files derived from it. */
export type Known = { readonly details: MediaDetails; readonly derived: readonly DerivedFile[] }

/** Reads a file from the device; a read that fails now may succeed later, so it is retryable. */
export async function findFile(deps: SendDeps, { id, fileName }: Pick<UploadEntry, 'id' | 'fileName'>) {
  return await deps.findFile(id).catch((cause: unknown) => {
    throw new AppError('upload-failed', messages['upload-failed'](fileName), { cause, retryable: true })
  })
}

type About = Pick<UploadRequest, 'mediaId' | 'filename' | 'body'> & Partial<UploadRequest>

/** Makes a request for a file with the same destination as an entry. */
export function toRequest({ studioId, projectId, taskId, contentType }: UploadEntry, about: About): UploadRequest {
  return { studioId, contentType, ...(projectId && { projectId }), ...(taskId && { taskId }), ...about }
}

/** Requests slots for derived files and sends their bytes. */
export async function sendDerived(
  { uploads }: SendDeps,
  requests: readonly UploadRequest[],
  { signal, onSent }: { readonly signal: AbortSignal; readonly onSent: (id: MediaId) => Promise<void> },
): Promise<void> {
  const slots = await uploads.requestSlots(requests, signal)
  for (const [index, request] of requests.entries()) {
    const slot = slots[index]
    if (slot === undefined) throw new AppError('upload-slot-missing', messages['upload-slot-missing'])
    await uploads.send(slot, request, { signal })
    await onSent(request.mediaId)
  }
}
