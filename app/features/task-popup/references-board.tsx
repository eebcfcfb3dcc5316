import { useMemo } from 'react'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { BoardMount } from '#app/widgets/board/board-mount.tsx'
import { useReplicaVersion } from '#app/widgets/use-client.ts'
import type { PopupModel } from './popup-store.ts'
import { listReferences } from './list-references.ts'
import styles from './task-popup.module.css'

type ReferencesBoardProps = { readonly model: PopupModel }

/** An item's references board, with the pictures and films of all its tasks beside it. */
export function ReferencesBoard({ model: { item, row, space, studio, tasks } }: ReferencesBoardProps) {
  const version = useReplicaVersion(item?.replica)
  const shelf = useMemo(
    () =>
      listReferences(
        item,
        tasks.map(({ id }) => id),
      ).filter(({ contentType }) => ['image', 'video'].includes(mediaKindOf(contentType))),
    // oxlint-disable-next-line react/exhaustive-deps -- the version changes with what is posted to the tasks
    [item, tasks, version],
  )
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId
  if (projectId === undefined) return undefined
  return (
    <div className={styles['board']}>
      <BoardMount ownerId={row.id} projectId={projectId} name={row.title} shelf={shelf} />
    </div>
  )
}
