import { isAnyEnough, setIsAnyEnough } from '#core/timeline/filter-kinds.ts'
import { isAboutTasks } from '#core/timeline/filter-rows.ts'
import { notices } from '#core/lib/messages.ts'
import { saveGridFilter } from '#core/items/load-grid-filter.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { addCondition, conditionPages, findSubject } from '#app/widgets/filter-panel/add-condition.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { keepFilter, setUnsent } from '../model/kept-filter.ts'
import {
  clearFilter,
  setFilter,
  setFilterOpen,
  spaceViewStore,
  startEditing,
  toggleOnlyMatching,
} from '../space-view-store.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { SpacePage } from './space-page.ts'

const group = 'Filter'

/** Commands that filter the space, and save the filter. */
export function makeFilterCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const { studioId, spaceId } = model.space
  const define = defineWith({ group, scope })
  return [
    define({
      id: 'filter.toggle',
      title: 'Show or hide filters',
      keys: ['b'],
      run: () => setFilterOpen(!spaceViewStore.isFilterOpen),
    }),
    define({
      id: 'filter.by-name',
      title: 'Filter by name',
      keywords: ['find', 'search'],
      keys: ['f'],
      run: () => startEditing({ kind: 'filter-text' }),
    }),
    ...makeConditionCommands(model, scope),
    define({
      id: 'filter.clear',
      title: 'Clear the filter',
      when: () => spaceViewStore.filter.length > 0 || spaceViewStore.text !== '',
      run: clearFilter,
    }),
    define({
      id: 'filter.only-matching',
      title: 'Show only matching cells, or all of the items',
      when: () => isAboutTasks(spaceViewStore.filter, 'grid'),
      run: toggleOnlyMatching,
    }),
    define({
      id: 'filter.save',
      title: 'Save the filter',
      run: async () => {
        const { filter } = spaceViewStore
        // Somebody may have deleted the space while it was open.
        const isThere = model.studio.replica.find('spaces', spaceId) !== undefined
        const result = await saveGridFilter({ studioId, spaceId: isThere ? spaceId : undefined, filter }, client)
        // Without a network this browser keeps a copy, and sends it when the space is next opened online.
        if (!result.ok && !result.error.retryable) return result
        keepFilter(client.userId, { studioId, spaceId }, filter)
        setUnsent(client.userId, { studioId, spaceId }, !result.ok)
        const { text, milliseconds: durationMs } = notices.filterSaved
        showToast({ kind: 'success', text, durationMs })
        return undefined
      },
    }),
  ]
}

/** Commands for conditions about fields, and for how they are joined. */
function makeConditionCommands(model: SpaceModel, scope: SpacePage['scope']): readonly Command[] {
  const define = defineWith({ group, scope })
  const getAskable = () => ({
    fields: [...model.getAllFields(), ...model.getTaskFields()],
    stages: model.getStages(),
  })
  return [
    define({
      id: 'filter.add',
      title: 'Filter by a field…',
      keywords: [
        'condition',
        'where',
        'contains',
        'between',
        'empty',
        'kind',
        'due date',
        'priority',
        'estimate',
        'late',
      ],
      keys: ['shift+b'],
      args: conditionPages('grid', getAskable),
      run: (_context, [field = '', test]) => {
        setFilterOpen(true)
        setFilter(addCondition(spaceViewStore.filter, findSubject('grid', getAskable(), field), test))
      },
    }),
    define({
      id: 'filter.any',
      title: 'Match any or all conditions',
      keywords: ['or', 'and', 'join'],
      when: () => spaceViewStore.filter.length > 1,
      run: () => setFilter(setIsAnyEnough(spaceViewStore.filter, !isAnyEnough(spaceViewStore.filter))),
    }),
  ]
}
