import { useEffect, useMemo } from 'react'
import { toId, type ItemId, type MediaId, type SpaceId } from '#core/lib/ids.ts'
import { listReviewNotes, type NotedTask, type ReviewNote } from '#core/reviews/review-notes.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { mentionablePeople } from '#app/widgets/comments/comment-feed-model.ts'
import { notesStore } from './notes-store.ts'
import type { RoomModel } from './room-model.ts'
import { useOpenedMany } from '#app/widgets/use-opened-many.ts'

/** Opens all items of a session and reads the notes written about them in it. */
export function useNotes(model: RoomModel): { readonly notes: readonly ReviewNote[]; readonly isComplete: boolean } {
  const { client, studio, session, entries } = model
  const there = entries.filter(({ task }) => task !== undefined)
  const keys = there.map(({ entry }) => `${entry.spaceId}/${entry.itemId}`)
  const { opened } = useOpenedMany<ItemReplica>(keys, {
    client,
    open: async (key) => await client.openItem({ studioId: studio.studioId, ...placeOf(key) }),
    scopeOf: (key) => `item:${placeOf(key).itemId}`,
  })
  const members = studio.getMembers()
  const project = studio.replica.find('projects', session.projectId)
  const notes = useMemo(() => {
    const nameOf = (userId: string | undefined): string =>
      members.find((member) => member.userId === userId)?.displayName ?? 'Somebody'
    const tasks = entries.flatMap(({ entry, task, item, stage, judged }): readonly NotedTask[] => {
      const replica = opened.get(`${entry.spaceId}/${entry.itemId}`)?.value
      if (task === undefined || replica === undefined) return []
      const artist = task.assigneeId === undefined ? undefined : nameOf(task.assigneeId)
      const names = { shot: item?.title ?? '', stage: stage?.name ?? '', artist, judged: judged?.name }
      return [{ task, item: replica, row: item, project, ...names }]
    })
    return listReviewNotes(session.id, tasks, { people: mentionablePeople(members), nameOf })
  }, [entries, opened, members, session.id, project])
  useEffect(() => {
    const findMedia = (id: MediaId) => {
      for (const { value } of opened.values()) {
        const media = value?.replica.find('media', id)
        if (media !== undefined) return media
      }
      return undefined
    }
    notesStore.show({ notes, findMedia })
    return () => notesStore.show(undefined)
  }, [notes, opened])
  return { notes, isComplete: opened.size >= new Set(keys).size }
}

function placeOf(key: string): { readonly spaceId: SpaceId; readonly itemId: ItemId } {
  const [space = '', item = ''] = key.split('/')
  return { spaceId: toId<SpaceId>(space), itemId: toId<ItemId>(item) }
}
