import type { StudioClient } from '#core/sync/studio-client.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore } from '#app/stores/client-store.ts'

/** Returns the current studio and its client, for commands. Throws `studio-not-loaded`. */
export function getStudio(): { readonly client: StudioClient; readonly studio: StudioReplica } {
  const { client, studio } = clientStore.get()
  if (client === undefined || studio === undefined) {
    throw new AppError('studio-not-loaded', messages['studio-not-loaded'])
  }
  return { client, studio }
}

/** Resolves to the same once the studio has loaded. Rejects with the reason if it cannot be opened. */
export async function whenStudio(): Promise<ReturnType<typeof getStudio>> {
  return await new Promise((resolve, reject) => {
    const settle = (): boolean => {
      const { client, studio, studioError } = clientStore.get()
      if (studioError !== undefined) reject(studioError)
      else if (client !== undefined && studio !== undefined) resolve({ client, studio })
      else return false
      return true
    }
    if (settle()) return
    const stop = clientStore.subscribe(() => {
      if (settle()) stop()
    })
  })
}

/** Tells whether the person may create and change things in the current studio. */
export function canChangeStudio(): boolean {
  return clientStore.get().studio?.can('create') ?? false
}

export function canDeleteInStudio(): boolean {
  return clientStore.get().studio?.can('delete') ?? false
}
