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

/** Whether the person may create and change things in the current studio. */
export function canChangeStudio(): boolean {
  return clientStore.get().studio?.can('create') ?? false
}

export function canDeleteInStudio(): boolean {
  return clientStore.get().studio?.can('delete') ?? false
}
