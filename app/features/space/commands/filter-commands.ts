import { notices } from '#core/lib/messages.ts'
import { saveGridFilter } from '#core/operations/grid-filter.ts'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { keepFilter } from '../model/kept-filter.ts'
import { isFiltering } from '../model/grid-layout.ts'
import { clearFilter, setFilterOpen, spaceViewStore } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Filter'

/** Narrowing the space, and keeping how. */
export function makeFilterCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const { studioId, spaceId } = model.space
  const shared = { group, scope } as const
  return [
    defineCommand({
      ...shared,
      id: 'filter.toggle',
      title: 'Show or hide filters',
      keys: ['b'],
      run: () => setFilterOpen(!spaceViewStore.isFilterOpen),
    }),
    defineCommand({
      ...shared,
      id: 'filter.clear',
      title: 'Clear the filter',
      when: () => isFiltering(spaceViewStore.filter, spaceViewStore.text),
      run: clearFilter,
    }),
    defineCommand({
      ...shared,
      id: 'filter.save',
      title: 'Save the filter',
      run: async () => {
        const { filter } = spaceViewStore
        const result = await saveGridFilter({ studioId, spaceId, filter }, client)
        if (!result.ok) return result
        keepFilter(client.userId, { studioId, spaceId }, filter)
        const { text, milliseconds: durationMs } = notices.filterSaved
        showToast({ kind: 'success', text, durationMs })
        return undefined
      },
    }),
  ]
}
