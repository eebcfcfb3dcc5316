import { isAnyEnough, joinBy } from '#core/timeline/filter-kinds.ts'
import { defineCommand, type ArgumentOption, type Command } from '#app/commands/define-command.ts'
import { addCondition, conditionPages, findSubject } from '#app/widgets/filter-panel/add-condition.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { readSort, sortPage } from '#app/widgets/project-content/sort-page.ts'
import { assetGroups } from './assets-model.ts'
import { assetsStore, setAssetsQuery, setAssetsView, toggleAssetsFilter } from './assets-store.ts'
import { listAssetFields } from './asset-values.ts'

const base = { group: 'Assets', scope: 'assets' } as const

const askable = () => ({ fields: listProjectFields(findProjectContent()) })
const listFields = (): readonly ArgumentOption[] =>
  listAssetFields(findProjectContent()).map(({ id, name }) => ({ value: id, label: name }))

/** What assets can be sorted by; the place is their order without a sort. */
const listSortable = (): readonly ArgumentOption[] => [
  { value: 'name', label: 'Name' },
  { value: 'uses', label: 'How often it is used' },
  ...listFields(),
]

/** How the assets of a project are looked at: what they are narrowed to, in which order and groups. */
export const assetsViewCommands: readonly Command[] = [
  ...makeNarrowing(),
  defineCommand({
    ...base,
    id: 'assets.sort',
    title: 'Sort the assets…',
    keys: ['shift+s'],
    keywords: ['order'],
    args: [sortPage(listSortable)],
    run: (_context, [value = '']) => setAssetsView({ sort: readSort(value, listSortable) }),
  }),
  defineCommand({
    ...base,
    id: 'assets.group',
    title: 'Group the assets…',
    keys: ['g o'],
    keywords: ['together', 'section', 'kind', 'collection', 'field'],
    args: [
      {
        id: 'column',
        placeholder: 'Group by',
        options: () => [...Object.entries(assetGroups).map(([value, label]) => ({ value, label })), ...listFields()],
      },
    ],
    run: (_context, [group = '']) => setAssetsView({ group: group === 'kind' ? undefined : group }),
  }),
]

function makeNarrowing(): readonly Command[] {
  return [
    defineCommand({
      ...base,
      id: 'assets.filter',
      title: 'Show or hide filters',
      keys: ['b'],
      run: () => toggleAssetsFilter(),
    }),
    defineCommand({
      ...base,
      id: 'assets.filter-add',
      title: 'Filter by a field…',
      keywords: ['condition', 'contains', 'between', 'empty', 'kind', 'status', 'due date', 'priority', 'late'],
      keys: ['shift+b'],
      args: conditionPages('tasks', askable),
      run: (_context, [field = '', test]) => {
        toggleAssetsFilter(true)
        setAssetsView({
          filter: addCondition(assetsStore.view.filter, findSubject('tasks', askable(), field), test),
        })
      },
    }),
    defineCommand({
      ...base,
      id: 'assets.filter-any',
      title: 'Match any or all conditions',
      keywords: ['or', 'and', 'join'],
      when: () => assetsStore.view.filter.length > 1,
      run: () => setAssetsView({ filter: joinBy(assetsStore.view.filter, !isAnyEnough(assetsStore.view.filter)) }),
    }),
    defineCommand({
      ...base,
      id: 'assets.clear-filter',
      title: 'Show all assets',
      keys: ['f x'],
      run: () => {
        setAssetsView({ filter: [] })
        setAssetsQuery('')
      },
    }),
  ]
}
