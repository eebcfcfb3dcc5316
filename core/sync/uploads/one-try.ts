import type { MediaDetails, UploadGateway, UploadRequest } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { MediaId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { DerivedFile, MakeProxy, PrepareFile, UploadChanges, UploadEntry } from './ports.ts'

export type SendDeps = {
  readonly uploads: UploadGateway
  readonly prepare: PrepareFile
  /** Absent where no film is made. */
  readonly makeProxy?: MakeProxy | undefined
  /** Whether a media worker makes proxies anyway. */
  readonly hasMediaWorker: () => Promise<boolean>
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
  readonly onProxy: (percent: number) => void
}

/** What is known of a file, and what was made of it. */
export type Known = { readonly details: MediaDetails; readonly derived: readonly DerivedFile[] }

/** What the device does not hand out now it may a moment later: that is worth another try. */
export async function findFile(deps: SendDeps, { id, fileName }: Pick<UploadEntry, 'id' | 'fileName'>) {
  return await deps.findFile(id).catch((cause: unknown) => {
    throw new AppError('upload-failed', messages['upload-failed'](fileName), { cause, retryable: true })
  })
}

type About = Pick<UploadRequest, 'mediaId' | 'filename' | 'body'> & Partial<UploadRequest>

/** A request for a file that goes where this entry goes. */
export function toRequest({ studioId, projectId, taskId, contentType }: UploadEntry, about: About): UploadRequest {
  return { studioId, contentType, ...(projectId && { projectId }), ...(taskId && { taskId }), ...about }
}

/** Announces a file made of another one and sends its bytes. */
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
