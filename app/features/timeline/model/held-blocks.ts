import type { Replica } from '#core/schema/replica.ts'
import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { isScheduled, type ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId } from '#core/lib/ids.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { TimelineModel } from './timeline-model.ts'

type Watched = Pick<TimelineModel, 'findBlock' | 'getMembers' | 'describe'> & {
  readonly [Side in 'timeline' | 'studio']: { readonly replica: Pick<Replica, 'subscribe'> }
}

type Hold = {
  readonly ids: readonly BlockId[]
  /** Where the blocks would land, as last shown. */
  readonly getShown: () => readonly ScheduledBlock[]
  /** Runs after a change from elsewhere, with the blocks that can still be moved. */
  readonly onNews: (kept: readonly BlockId[]) => void
}

/**
 * Watches blocks while somebody moves them. Blocks that others delete, schedule or queue are dropped from the move, and
 * all of them where the artist they would land on leaves; a toast says why. Returns a function that stops it.
 */
export function watchHeld(model: Watched, { ids, getShown, onNews }: Hold): () => void {
  const people = new Map(model.getMembers().map(({ userId, displayName }) => [userId, displayName]))
  let held = ids.flatMap((id) => {
    const block = model.findBlock(id)
    return block === undefined ? [] : [{ id, name: nameOf(model, block), wasScheduled: isScheduled(block) }]
  })
  const look = (): void => {
    const lost = held.flatMap(({ id, name, wasScheduled }) => {
      const block = model.findBlock(id)
      if (block === undefined) return [{ id, name, fate: 'been removed' }]
      if (isScheduled(block) === wasScheduled) return []
      return [{ id, name, fate: wasScheduled ? 'gone back to the queue' : 'since been scheduled' }]
    })
    held = held.filter(({ id }) => lost.every((one) => one.id !== id))
    const [first] = lost
    if (first !== undefined) {
      const text =
        lost.length === 1
          ? `${first.name} has ${first.fate}, so its move was cancelled.`
          : `${lost.length} tasks were changed in the meantime, so their move was cancelled.`
      showToast({ text })
    }
    const here = new Set(model.getMembers().map(({ userId }) => userId))
    const left = getShown().find(({ assigneeId }) => people.has(assigneeId) && !here.has(assigneeId))
    if (left !== undefined && held.length > 0) {
      showToast({
        text: `${people.get(left.assigneeId) ?? ''} has left the studio, so the move was cancelled.`,
      })
      held = []
    }
    onNews(held.map(({ id }) => id))
  }
  const stops = [model.timeline.replica.subscribe(look), model.studio.replica.subscribe(look)]
  return () => stops.forEach((stop) => stop())
}

function nameOf(model: Watched, block: TaskBlockRow): string {
  const { title, stage } = model.describe(block)
  return `${title} ${stage}`.trim()
}
