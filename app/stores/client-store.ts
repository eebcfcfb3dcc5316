import { makeListeners } from '#core/lib/listeners.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { AppError } from '#core/lib/errors.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** The signed-in person's client, and the catalogue of their current studio. */
export type ClientState = {
  readonly client: StudioClient | undefined
  readonly studio: StudioReplica | undefined
  /** Why the studio could not be opened. */
  readonly studioError: AppError | undefined
}

const nobody: ClientState = { client: undefined, studio: undefined, studioError: undefined }

// Not a proxy: replicas hold hundreds of thousands of rows and report their own changes.
let state = nobody
const listeners = makeListeners()

export const clientStore = {
  get: (): ClientState => state,
  subscribe: listeners.subscribe,
} as const

export function setClient(client: StudioClient | undefined): void {
  change({ ...nobody, client })
}

export function setStudio(studio: StudioReplica | undefined, studioError?: AppError): void {
  change({ ...state, studio, studioError })
}

export function resetClient(): void {
  change(nobody)
}

function change(next: ClientState): void {
  state = next
  listeners.tell()
}
