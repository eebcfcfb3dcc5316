import { defineWith, type Command } from '#app/commands/define-command.ts'
import { links, findRoute } from '#app/routes.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setLayout, spaceViewStore, toggleCellView } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

const group = 'View'

/** Commands that choose what the grid's cells show. */
export function makeCellViewCommands({ stats }: SpacePage): readonly Command[] {
  const define = defineWith({ group, scope: 'grid' })
  return [
    define({
      id: 'view.time',
      title: 'Time statistics',
      keys: ['shift+g'],
      keywords: ['hours', 'spent'],
      run: async () => {
        toggleCellView('time')
        if (spaceViewStore.view === 'time') await stats.load()
      },
    }),
    define({
      id: 'view.estimates',
      title: 'Time estimates',
      keys: ['shift+h'],
      keywords: ['hours'],
      run: () => toggleCellView('estimates'),
    }),
    define({
      id: 'view.statuses',
      title: 'Statuses',
      when: () => spaceViewStore.view !== 'status',
      run: () => toggleCellView('status'),
    }),
  ]
}

/** Commands that change the view of the space. */
export function makeViewCommands({ scope, model }: SpacePage): readonly Command[] {
  const define = defineWith({ group, scope })
  return [
    define({
      id: 'space.grid',
      title: 'Grid',
      keywords: ['layout'],
      when: () => spaceViewStore.layout !== 'grid',
      run: () => setLayout('grid'),
    }),
    define({
      id: 'space.kanban',
      title: 'Kanban',
      keys: ['g k'],
      keywords: ['layout', 'board'],
      when: () => spaceViewStore.layout !== 'kanban',
      run: () => setLayout('kanban'),
    }),
    define({
      id: 'space.casting',
      title: 'Casting of these shots',
      keys: ['g b'],
      keywords: ['layout', 'cast', 'breakdown'],
      shadows: ['go.casting'],
      when: () => hasCasting(model),
      run: ({ path, navigate }) => {
        const { studioSlug = '', projectSlug = '' } = findRoute(path)?.params ?? {}
        navigate(links.casting({ studioSlug, projectSlug, sequence: findShownCollection(model) }))
      },
    }),
  ]
}

/** Whether items of a space can have a cast: not where the space is only for assets, nor for illustrations. */
export function hasCasting({ row, studio }: Pick<SpaceModel, 'row' | 'studio'>): boolean {
  const isAsset = (id: string): boolean => studio.replica.find('item_kinds', id)?.itemType === 'asset'
  return row.layout !== 'illustration' && (row.kindIds.length === 0 || !row.kindIds.every(isAsset))
}

/** Returns the collection under the cursor, else the first that has items. */
function findShownCollection({ space }: Pick<SpaceModel, 'space'>): string | undefined {
  const { cursor } = spaceViewStore
  const item = cursor === undefined ? undefined : space.replica.find('items', parseCellKey(cursor).itemId)
  return item?.collectionId ?? space.getCollections().find(({ id }) => space.getItems(id).length > 0)?.id
}
