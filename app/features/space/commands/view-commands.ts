import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { setLayout, spaceViewStore, toggleCellView } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

const group = 'View'

/** What the grid's cells show. */
export function makeCellViewCommands({ stats }: SpacePage): readonly Command[] {
  const shared = { group, scope: 'grid' } as const
  return [
    defineCommand({
      ...shared,
      id: 'view.time',
      title: 'Time statistics',
      keys: ['shift+g'],
      keywords: ['hours', 'spent'],
      run: async () => {
        toggleCellView('time')
        if (spaceViewStore.view === 'time') await stats.load()
      },
    }),
    defineCommand({
      ...shared,
      id: 'view.estimates',
      title: 'Time estimates',
      keys: ['shift+h'],
      keywords: ['hours'],
      run: () => toggleCellView('estimates'),
    }),
    defineCommand({
      ...shared,
      id: 'view.statuses',
      title: 'Statuses',
      when: () => spaceViewStore.view !== 'status',
      run: () => toggleCellView('status'),
    }),
  ]
}

/** How the space is looked at. */
export function makeViewCommands({ scope }: SpacePage): readonly Command[] {
  const shared = { group, scope } as const
  return [
    defineCommand({
      ...shared,
      id: 'space.grid',
      title: 'Grid',
      keywords: ['layout'],
      when: () => spaceViewStore.layout !== 'grid',
      run: () => setLayout('grid'),
    }),
    defineCommand({
      ...shared,
      id: 'space.kanban',
      title: 'Kanban',
      keys: ['g k'],
      keywords: ['layout', 'board'],
      when: () => spaceViewStore.layout !== 'kanban',
      run: () => setLayout('kanban'),
    }),
  ]
}
