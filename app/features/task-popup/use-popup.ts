import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { toId, type ItemId, type SpaceId } from '#core/lib/ids.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import type { PopupAddress } from '#app/lib/popup-address.ts'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { offeredStatuses } from '#core/studios/offered-statuses.ts'
import { activeStages } from '#app/widgets/space-catalogue.ts'
import { findSpaceOfPath } from './find-space.ts'
import { findNeighbours } from './item-order.ts'
import { findPopup, popupStore, resetPopup, setPopupModel, type PopupModel } from './popup-store.ts'
import { findItem, findTasks, resolvePopup } from './resolve-popup.ts'
import { useOpened } from './use-opened.ts'
import { findOpenItem, findOpenSpace, holdItem, leaveItem, rememberSpace } from './warm-items.ts'

export type PopupView =
  | { readonly kind: 'loading' }
  | {
      readonly kind: 'not-found'
      /** Set if only the item is missing; undefined if the space is. */
      readonly spaceId: SpaceId | undefined
    }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | {
      readonly kind: 'open'
      readonly model: PopupModel
      readonly failure: { error: unknown; retry: () => void } | undefined
    }

/** Returns what an address opens: the rows of its space and item, and which of them it names. */
export function usePopup(path: string, address: PopupAddress, search = ''): PopupView {
  const { client, studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  const place = studio === undefined ? undefined : findSpaceOfPath(path, studio, search)?.space

  const space = useOpened(client && place?.id, async () => {
    if (client === undefined || studio === undefined || place === undefined) throw new Error('Nothing to open')
    return await rememberSpace(client, { studioId: studio.studioId, spaceId: place.id })
  })
  // Rows that are open already render at once; the rest of this file treats both alike.
  const rows = space.value ?? findOpenSpace(client, place?.id)
  useReplicaVersion(rows?.replica)
  const row = rows && findItem(rows, address.item)

  const item = useOpened(
    row?.id,
    async () => {
      if (client === undefined || rows === undefined || row === undefined) throw new Error('Nothing to open')
      return await holdItem(client, { studioId: rows.studioId, spaceId: rows.spaceId, itemId: row.id })
    },
    (itemId) => {
      if (client !== undefined) leaveItem(client, toId<ItemId>(itemId))
    },
  )
  const itemRows = item.value ?? findOpenItem(client, row?.id)
  useReplicaVersion(itemRows?.replica)
  const { posted } = useSyncExternalStore(popupStore.subscribe, popupStore.get)

  if (studioError !== undefined) return { kind: 'failed', error: studioError, retry: () => location.reload() }
  if (client === undefined || studio === undefined) return { kind: 'loading' }
  if (place === undefined) return { kind: 'not-found', spaceId: undefined }
  if (space.error !== undefined) return { kind: 'failed', error: space.error, retry: space.retry }
  if (rows === undefined) return { kind: 'loading' }
  if (row === undefined) return { kind: 'not-found', spaceId: rows.spaceId }

  const tasks = findTasks({ space: rows, stages: activeStages(studio, place.id) }, row)
  const model: PopupModel = {
    client,
    studio,
    space: rows,
    item: itemRows,
    row,
    tasks,
    statuses: offeredStatuses(studio, place.id),
    selection: resolvePopup(address, tasks, { item: itemRows, posted }),
    neighbours: findNeighbours(rows, row.id),
  }
  return { kind: 'open', model, failure: item.error === undefined ? undefined : item }
}

/** Publishes what is open to commands. */
export function useShownModel(model: PopupModel | undefined): void {
  useLayoutEffect(() => setPopupModel(model))
  useEffect(() => resetPopup, [])
  // Values typed in the palette apply to the open task.
  const space = model?.space
  useEffect(() => {
    if (space === undefined) return undefined
    return sentencePlace.enter({
      space,
      getSelected: () => {
        const task = findPopup()?.selection.task
        return task === undefined ? [] : [{ space, task }]
      },
      getLabel: () => {
        const { row, selection } = findPopup() ?? {}
        return selection?.task === undefined ? undefined : `${row?.title} ${selection.task.title}`
      },
    })
  }, [space])
}
