import { useEffect, useState } from 'react'
import type { ItemId, MediaId } from '#core/lib/ids.ts'
import { loadLargePicture } from '#core/revisions/load-large-picture.ts'
import { pictureOf } from '#core/schema/items.ts'
import { useStudioClient } from '#app/widgets/use-client.ts'
import type { SpaceModel } from '../model/space-model.ts'

/** Returns the picture an item shows, then the larger one it was made from once that is known. */
export function useLargePicture(model: SpaceModel, itemId: ItemId): MediaId | undefined {
  const client = useStudioClient()
  const small = pictureOf(model.space.replica.find('items', itemId))
  const [found, setFound] = useState<{ readonly small: MediaId; readonly large: MediaId }>()
  useEffect(() => {
    if (client === undefined || small === undefined) return undefined
    let isOpen = true
    loadLargePicture({ itemId, small }, client).then(
      (large) => {
        if (isOpen && large !== undefined) setFound({ small, large })
      },
      // Without a network the small one stays.
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [client, itemId, small])
  return found !== undefined && found.small === small ? found.large : small
}
