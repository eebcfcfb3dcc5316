import type { Together } from '#core/reviews/together/together.ts'
import { dismissToast, showToast } from '#app/stores/toast-store.ts'
import { findRoom } from './room-store.ts'
import { nameOf } from './participant-name.ts'

/**
 * Notifies the leader of requests for the lead, and those who asked if the leader keeps it. Returns a function that
 * stops.
 */
export function watchLeadRequests(together: Together): () => void {
  const told = new Set<string>()
  let was = together.get()
  const tell = (): void => {
    const { asking, asked, leader } = together.get()
    const room = findRoom()
    const isKept = asked === 'kept' && was.asked !== 'kept'
    was = together.get()
    for (const id of told) if (!asking.some((person) => person.id === id)) forget(id)
    if (room === undefined) return
    if (isKept && leader !== undefined) showToast({ text: `${nameOf(leader, room)} keeps the lead.` })
    for (const person of asking) {
      if (told.has(person.id)) continue
      told.add(person.id)
      const action = { label: 'Hand over', run: () => together.handOver(person.id) }
      showToast({ id: toastOf(person.id), text: `${nameOf(person, room)} asks for the lead.`, action })
    }
  }
  const forget = (id: string): void => {
    told.delete(id)
    dismissToast(toastOf(id))
  }
  return together.subscribe(tell)
}

function toastOf(participant: string): string {
  return `asks for the lead: ${participant}`
}
