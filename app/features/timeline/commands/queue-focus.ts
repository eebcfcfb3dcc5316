import type { TimelineModel } from '../model/timeline-model.ts'
import { focusBlock } from '../timeline-store.ts'

/** Whether the focus is in the queue. */
export function isInQueue(): boolean {
  const active = document.activeElement
  return active !== null && active.closest('[data-timeline-queue]') !== null
}

/** Lists the queue's cards as shown, searched and grouped. */
export function listCards(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-timeline-queue] [data-block]')]
}

/** Focuses a card. */
export function focusCard(model: TimelineModel, card: HTMLElement | undefined): void {
  const queued = model.getQueue().find(({ block: { id } }) => id === card?.dataset['block'])
  if (queued === undefined) return
  focusBlock(queued.block.id)
  card?.focus()
}
