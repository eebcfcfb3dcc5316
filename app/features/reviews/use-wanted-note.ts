import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { showReference } from '#app/widgets/comments/show-reference.ts'
import { viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import type { RoomModel } from './room-model.ts'

/** Goes to the frame of the note that the address names, once note and film are there. */
export function useWantedNote({ item, looked }: RoomModel): void {
  const id = new URLSearchParams(useSearch()).get('note') ?? ''
  const comment = item?.replica.find('comments', id)
  const target = useSyncExternalStore(viewerStore.subscribe, () => viewerStore.get().target)
  const mediaId = looked.kind === 'file' ? looked.media.id : undefined
  const player = target?.kind === 'video' && target.mediaId === mediaId ? target.player : undefined
  const followed = useRef('')
  useEffect(() => {
    if (comment === undefined || player === undefined || followed.current === id) return
    followed.current = id
    document.querySelector(`#${CSS.escape(`comment-${id}`)}`)?.scrollIntoView({ block: 'nearest' })
    const { hereReferences, drawings } = readCommentMetadata(comment.metadata)
    const reference = hereReferences.find(({ data }) => data.mediaId === mediaId)
    const drawing = drawings.find((candidate) => candidate.mediaId === mediaId)
    if (reference !== undefined) showReference(reference.data)
    else if (drawing !== undefined) player.seekFrame(drawing.frame)
  }, [comment, id, mediaId, player])
}
