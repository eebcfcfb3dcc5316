import { useEffect } from 'react'
import { memoByVersion } from '#core/schema/memo.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { SpaceModel } from '../model/space-model.ts'

/** How long to wait for more changes after one, in milliseconds. */
const gatherMs = 300

/** Makes the missing posters of a space's films while it is on screen. */
export function useFillPosters(client: StudioClient, model: SpaceModel): void {
  useEffect(() => {
    const { studio, space, row } = model
    if (!studio.can('comment')) return undefined
    const { replica, studioId } = space
    const list = memoByVersion(replica, ['items'], () =>
      [...replica.getRows('items').values()].flatMap(({ posterWantedMediaId: id }) => (id === undefined ? [] : [id])),
    )
    let timer: ReturnType<typeof setTimeout> | undefined
    const fill = (): void => {
      timer = undefined
      client.posters.fill({ studioId, projectId: row.projectId, list })
    }
    const gather = (): void => {
      timer ??= setTimeout(fill, gatherMs)
    }
    gather()
    const stop = replica.subscribe(gather)
    return () => {
      stop()
      clearTimeout(timer)
      client.posters.fill(undefined)
    }
  }, [client, model])
}
