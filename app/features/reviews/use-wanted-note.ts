import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { showReference } from '#app/widgets/comments/show-reference.ts'
import { viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { RoomModel } from './room-model.ts'
import { nameOf } from './participant-name.ts'
import { togetherStore } from './together-store.ts'
import { useTogetherView } from './use-together.ts'

/**
 * Goes to the frame of the note in the address once note and film have loaded. Someone who opened a note is not taken
 * to the leader's place.
 */
export function useWantedNote(model: RoomModel): void {
  const { item, content } = model
  const id = new URLSearchParams(useSearch()).get('note') ?? ''
  const { isLeading, isInStep, leader } = useTogetherView() ?? {}
  const ledBy =
    id === '' || isLeading === true || isInStep !== false || leader === undefined ? '' : nameOf(leader, model)
  useEffect(() => {
    const together = togetherStore.find()
    if (id !== '' && together?.get().isLeading === false) together.setInStep(false)
  }, [id])
  useEffect(() => {
    if (ledBy === '') return
    showToast({ text: `You opened a note, so you are out of step with ${ledBy}. Press \\ to be in step again.` })
  }, [id, ledBy])
  const comment = item?.replica.find('comments', id)
  const target = useSyncExternalStore(viewerStore.subscribe, () => viewerStore.get().target)
  const mediaId = content.kind === 'file' ? content.media.id : undefined
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
