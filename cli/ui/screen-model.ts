import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Done, Undo } from '#core/change/context.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import type { SpaceId, StatusId, TaskId } from '#core/lib/ids.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { listTaskRecords, type TaskRecord } from '../select/task-record.ts'
import type { Line } from './screen-state.ts'

export type SpaceLine = Line & { readonly title: string; readonly spaceId: SpaceId }
export type TaskLine = Line & { readonly record: TaskRecord }
export type StatusLine = Line & { readonly title: string; readonly statusId: StatusId; readonly color: string }

/** What the screen shows and can do; actions return a one-line message. */
export interface ScreenModel {
  readonly studioName: string
  readonly listSpaces: () => readonly SpaceLine[]
  readonly openSpace: (spaceId: SpaceId) => Promise<SpaceReplica>
  readonly listTasks: (space: SpaceReplica) => readonly TaskLine[]
  readonly listStatuses: () => readonly StatusLine[]
  /** Returns at once; a later refusal arrives through `onNews`. */
  readonly setStatus: (space: SpaceReplica, taskIds: readonly TaskId[], statusId: StatusId) => Promise<string>
  readonly undo: () => Promise<string>
  readonly isLive: () => boolean
  /** Calls back when anything shown may have changed. */
  readonly subscribe: (space: SpaceReplica | undefined, listener: () => void) => () => void
  /** Reports later refusals by the server. */
  readonly onNews: (listener: (news: string) => void) => void
}

export function makeScreenModel(client: StudioClient, studio: StudioReplica): ScreenModel {
  const past: Undo[] = []
  let tell: (news: string) => void = () => {}

  /** Reports a change the server refuses. */
  const follow = (done: Done): void => {
    // Arrives later; by then the optimistic change has been reverted.
    void done.answered.then((answer) => {
      if (!answer.ok) tell(`Not changed: ${answer.error.message}`)
    })
  }

  return {
    studioName: studio.findStudio()?.name ?? '',
    listSpaces: () =>
      studio.getProjects().flatMap((project) =>
        studio.getSpaces(project.id).map((space) => {
          const title = `${project.name} / ${space.name}`
          return { id: space.id, spaceId: space.id, title, haystack: `${title} ${space.slug}`.toLowerCase() }
        }),
      ),
    openSpace: async (spaceId) => await client.openSpace({ studioId: studio.studioId, spaceId }),
    listTasks: (space) => listTaskLines(studio, space),
    listStatuses: () =>
      studio.getStatuses().map(({ id, name, shortCode, color }) => {
        return { id, statusId: id, title: name, color, haystack: `${name} ${shortCode}`.toLowerCase() }
      }),
    setStatus: async (space, taskIds, statusId) => {
      const done = await setTaskStatus({ on: space, taskIds, statusId }, client)
      if (!done.ok) return done.error.message
      follow(done.value)
      if (done.value.undo !== undefined) past.push(done.value.undo)
      const { changedCount } = done.value
      return `Changed ${changedCount} ${changedCount === 1 ? 'task' : 'tasks'}. Ctrl+Z to undo.`
    },
    undo: async () => {
      const entry = past.pop()
      if (entry === undefined) return 'Nothing to undo.'
      const { results } = await undoSteps(entry, client.carryOut)
      for (const done of results) {
        if (!done.ok) return done.error.message
        follow(done.value)
      }
      return `Undone: ${entry.label}.`
    },
    isLive: () => client.getLiveState(studio.studioId) === 'live',
    subscribe: (space, listener) => {
      const stops = [
        studio.replica.subscribe(listener),
        client.subscribeLiveState(listener),
        ...(space === undefined ? [] : [space.replica.subscribe(listener)]),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    onNews: (listener) => {
      tell = listener
    },
  }
}

function listTaskLines(studio: StudioReplica, space: SpaceReplica): readonly TaskLine[] {
  return listTaskRecords(studio, space)
    .filter(({ disabled }) => !disabled)
    .map((record) => {
      const { collection, item, stage, status, statusCode, assignees, due } = record
      const words = [collection, item, stage, status, statusCode, ...assignees, due ?? '']
      return { id: record.task.id, record, haystack: words.join(' ').toLowerCase() }
    })
}
