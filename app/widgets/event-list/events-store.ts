import { proxy } from 'valtio/vanilla'
import type { ActivityFilter } from '#core/events/queries.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type EventsState = {
  /** The part of the log that is shown; absent while none is. */
  filter: ActivityFilter | undefined
  /** The event that keys act on. */
  current: string | undefined
  /** The item the log is filtered by. */
  item: { readonly id: string; readonly name: string } | undefined
  /** The event whose operation is to be undone after confirmation: it made more than one change. */
  asked: string | undefined
  /** The history open over the popup: an item's, or one of its tasks'. */
  history: { readonly filter: ActivityFilter; readonly title: string } | undefined
}

const state = proxy<EventsState>({
  filter: undefined,
  current: undefined,
  item: undefined,
  asked: undefined,
  history: undefined,
})

export const eventsStore: DeepReadonly<EventsState> = state

export function showEvents(filter: ActivityFilter | undefined): void {
  state.filter = filter
  state.current = undefined
}

export function showItem(item: EventsState['item']): void {
  state.item = item
}

export function setCurrentEvent(id: string | undefined): void {
  state.current = id
}

export function askAbout(id: string | undefined): void {
  state.asked = id
}

export function showHistory(history: EventsState['history']): void {
  state.history = history
}
