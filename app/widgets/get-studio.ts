import type { StudioClient } from '#core/sync/studio-client.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore } from '#app/stores/client-store.ts'

/** What a command about the current studio acts on. Fails with `studio-not-loaded`. */
export function getStudio(): { readonly client: StudioClient; readonly studio: StudioReplica } {
  const { client, studio } = clientStore.get()
  if (client === undefined || studio === undefined) {
    throw new AppError('studio-not-loaded', messages['studio-not-loaded'])
  }
  return { client, studio }
}

/** The same once it is there, for what somebody asks for while the studio still loads. Fails with why it cannot be opened. */
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

/** Whether the person may create and change things in the current studio. */
export function canChangeStudio(): boolean {
  return clientStore.get().studio?.can('create') ?? false
}

export function canDeleteInStudio(): boolean {
  return clientStore.get().studio?.can('delete') ?? false
}
