import { useSyncExternalStore } from 'react'
import { subscribeKey } from 'valtio/vanilla/utils'
import { pictureOf } from '#core/schema/items.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setPeeking, spaceViewStore } from '../space-view-store.ts'
import { TaskFacts } from './task-facts.tsx'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import styles from './peek.module.css'

const subscribeCursor = (listener: () => void): (() => void) => subscribeKey(spaceViewStore, 'cursor', listener, true)

type PeekProps = { readonly model: SpaceModel; readonly mediaUrls: MediaUrls }

/** A summary of the cell under the cursor, without opening it. It follows the cursor until it is closed. */
export function Peek({ model, mediaUrls }: PeekProps) {
  useLayer({ scope: spaceViewStore.layout, blocks: 'nothing', onClose: () => setPeeking(false) })
  useSyncExternalStore(mediaUrls.subscribe, mediaUrls.getVersion)
  const cursor = useSyncExternalStore(subscribeCursor, () => spaceViewStore.cursor)
  if (cursor === undefined) return null
  const { itemId, stageId } = parseCellKey(cursor)
  const item = model.space.replica.find('items', itemId)
  const stage = model.studio.replica.find('stages', stageId)
  if (item === undefined || stage === undefined) return null
  const collection = model.space.replica.find('collections', item.collectionId)
  const task = model.space.findTask(itemId, stageId)
  const picture = pictureOf(item)
  return (
    <aside className={styles['peek']} aria-label="Peek" aria-live="polite">
      {picture !== undefined && (
        <div className={styles['picture']}>
          {mediaUrls.get(picture) !== undefined && (
            <img src={mediaUrls.get(picture)} alt="" onError={() => mediaUrls.fail(picture)} />
          )}
        </div>
      )}
      <h2 className={styles['title']}>
        <ItemTitle title={item.title} item={item} />
      </h2>
      {item.description !== '' && <p className={styles['description']}>{item.description}</p>}
      <p className={styles['place']}>
        {collection === undefined || collection.isDefault ? stage.name : `${collection.name} / ${stage.name}`}
      </p>
      {task === undefined ? <p className={styles['place']}>No task</p> : <TaskFacts model={model} task={task} />}
    </aside>
  )
}
