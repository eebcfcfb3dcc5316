import { useSnapshot } from 'valtio'
import type { ActivityFilter } from '#core/events/queries.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { eventCommands } from './event-commands.ts'
import { EventList } from './event-list.tsx'
import { eventsStore, showHistory } from './events-store.ts'

/** The history of an item or a task, value by value, over the popup. */
export function HistoryDialog() {
  useCommands(eventCommands)
  const { history } = useSnapshot(eventsStore)
  if (history === undefined) return null
  return (
    <Dialog isOpen onClose={() => showHistory(undefined)} title={history.title} width={760}>
      {/* A store snapshot can be read like the original value. */}
      <EventList
        filter={history.filter as ActivityFilter}
        emptyText="Nothing has been changed since the log began."
        isOfOneSubject
      />
    </Dialog>
  )
}
