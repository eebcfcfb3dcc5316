import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { eventsQuery, type ActivityFilter } from '#core/events/queries.ts'
import { findItems } from '#core/search/find-items.ts'
import type { FoundThing } from '#core/search/found-thing.ts'
import { Select } from '#app/ui/select.tsx'
import { eventsStore, showItem } from '#app/widgets/event-list/events-store.ts'
import { useStudioClient, useStudioReplica } from '#app/widgets/use-client.ts'
import { usePage } from '#app/widgets/use-page.ts'

/** The value of a filter that lets everything through. */
export const anything = 'any'

// Waits for a pause in typing, so that not every letter sends a search.
const PAUSE_MS = 120

/** Filters events by item: one of those listed, or any other found by name. */
export function ItemFilter({ ofAll }: { readonly ofAll: ActivityFilter }) {
  const { item } = useSnapshot(eventsStore)
  const { rows } = usePage(eventsQuery(ofAll), 'The log could not be loaded')
  const [query, setQuery] = useState('')
  const found = useFoundItems(query, ofAll)
  const items = new Map<string, { readonly label: string; readonly detail?: string }>()
  for (const { itemId, names } of rows) if (itemId !== undefined) items.set(itemId, { label: names['item'] ?? '' })
  for (const { id, title, place } of found) if (!items.has(id)) items.set(id, { label: title, detail: place })
  if (item !== undefined) items.set(item.id, { label: item.name })
  return (
    <Select
      label="Item"
      isLabelHidden
      value={item?.id ?? anything}
      options={[{ value: anything, label: 'Every item' }, ...[...items].map(([value, texts]) => ({ value, ...texts }))]}
      onSearch={setQuery}
      onChange={(value) => {
        showItem(value === anything ? undefined : { id: value, name: items.get(value)?.label ?? '' })
        setQuery('')
      }}
    />
  )
}

/** Searches items by name, within the project if the log is a project's. */
function useFoundItems(query: string, { studioId, projectId }: ActivityFilter): readonly FoundThing[] {
  const client = useStudioClient()
  const projectSlug = useStudioReplica()
    ?.getProjects()
    .find(({ id }) => id === projectId)?.slug
  const [found, setFound] = useState<readonly FoundThing[]>([])
  useEffect(() => {
    if (client === undefined || query === '') return undefined
    const asking = new AbortController()
    const timer = setTimeout(() => {
      void findItems(client, { studioId, query, projectSlug, signal: asking.signal }).then(
        (things) => asking.signal.aborted || setFound(things),
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [client, query, studioId, projectSlug])
  return found
}
