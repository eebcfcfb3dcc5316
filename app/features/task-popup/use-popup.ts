import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { PopupAddress } from '#app/lib/popup-address.ts'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { activeStages, offeredStatuses } from '#app/widgets/space-catalogue.ts'
import { findSpaceOfPath } from './find-space.ts'
import { findNeighbours } from './item-order.ts'
import { popupStore, resetPopup, setPopupModel, type PopupModel } from './popup-store.ts'
import { findItem, findTasks, resolvePopup } from './resolve-popup.ts'
import { useOpened } from './use-opened.ts'

export type PopupView =
  | { readonly kind: 'loading' }
  | { readonly kind: 'not-found'; readonly what: 'space' | 'item' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | {
      readonly kind: 'open'
      readonly model: PopupModel
      readonly failure: { error: unknown; retry: () => void } | undefined
    }

/** What an address opens: the rows of its space and item, and which of them it names. */
export function usePopup(path: string, address: PopupAddress): PopupView {
  const { client, studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  const place = studio === undefined ? undefined : findSpaceOfPath(path, studio)?.space

  const space = useOpened(client && place?.id, async () => {
    if (client === undefined || studio === undefined || place === undefined) throw new Error('There is nothing to open')
    return await client.openSpace({ studioId: studio.studioId, spaceId: place.id })
  })
  useReplicaVersion(space.value?.replica)
  const row = space.value && findItem(space.value, address.item)

  const item = useOpened(
    space.value && row?.id,
    async () => {
      if (client === undefined || space.value === undefined || row === undefined)
        throw new Error('There is nothing to open')
      return await client.openItem({ studioId: space.value.studioId, spaceId: space.value.spaceId, itemId: row.id })
    },
    () => {
      if (row !== undefined) void client?.release(`item:${row.id}`)
    },
  )
  useReplicaVersion(item.value?.replica)
  const { posted } = useSyncExternalStore(popupStore.subscribe, popupStore.get)

  if (studioError !== undefined) return { kind: 'failed', error: studioError, retry: () => location.reload() }
  if (client === undefined || studio === undefined) return { kind: 'loading' }
  if (place === undefined) return { kind: 'not-found', what: 'space' }
  if (space.error !== undefined) return { kind: 'failed', error: space.error, retry: space.retry }
  if (space.value === undefined) return { kind: 'loading' }
  if (row === undefined) return { kind: 'not-found', what: 'item' }

  const tasks = findTasks({ space: space.value, stages: activeStages(studio, place.id) }, row)
  const model: PopupModel = {
    client,
    studio,
    space: space.value,
    item: item.value,
    row,
    tasks,
    statuses: offeredStatuses(studio, place.id),
    selection: resolvePopup(address, tasks, { item: item.value, posted }),
    neighbours: findNeighbours(space.value, row.id),
  }
  return { kind: 'open', model, failure: item.error === undefined ? undefined : item }
}

/** Lets commands act on what is open. */
export function useShownModel(model: PopupModel | undefined): void {
  useLayoutEffect(() => setPopupModel(model))
  useEffect(() => resetPopup, [])
}
