import { flushSync } from 'react-dom'
import { todayIndex } from '#core/timeline/window.ts'
import { notices } from '#core/lib/messages.ts'
import { isAnyEnough, setIsAnyEnough, withValues } from '#core/timeline/filter-kinds.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { findFirstBar } from '../model/next-bar.ts'
import { listLegend, toggleLegend } from '../model/legend.ts'
import { addCondition, conditionPages, findSubject } from '#app/widgets/filter-panel/add-condition.ts'
import { findColorMode, listColorModes, listTimelineFields } from '../model/field-colors.ts'
import { saveFilter } from '../model/saved-timeline-filter.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import {
  clearTimelineFilter,
  focusBlock,
  setColorMode,
  setFilterSelection,
  setHideFilteredTasks,
  setTimelineView,
  announce,
  timelineStore,
  type Zoom,
} from '../timeline-store.ts'
import { focusCard, isInQueue, listCards } from './queue-focus.ts'

const define = defineWith({ group: 'View', scope: 'timeline' })
const zooms: readonly (readonly [Zoom, number])[] = [
  ['compact', 50],
  ['normal', 100],
  ['expanded', 300],
]

/** Commands that change how the timeline is shown and filtered. */
export function makeViewCommands(page: TimelinePage): readonly Command[] {
  return [...makeLookCommands(page), ...makeColorCommands(page), ...makeFilterCommands(page)]
}

function makeLookCommands(page: TimelinePage): readonly Command[] {
  return [
    define({
      id: 'timeline.queue',
      title: 'Show or hide the queue',
      keys: ['q'],
      run: ({ source }) => toggleQueue(page, source === 'key'),
    }),
    define({
      id: 'timeline.today',
      title: 'Today',
      keys: ['t'],
      run: () => {
        const { view, model } = page
        if (view === undefined) return
        const { width } = view.getViewport()
        view.scroller.scrollLeft = (todayIndex + 0.5) * model.getLayout().dayWidth - width / 2
        announce('Today')
      },
    }),
    ...zooms.map(([zoom, width], index) =>
      define({
        id: `timeline.zoom-${zoom}`,
        title: `${width} pixels a day`,
        keys: [String(index + 1)],
        keywords: ['zoom'],
        run: () => setTimelineView({ zoom }),
      }),
    ),
    define({
      id: 'timeline.links',
      title: 'Show or hide all dependencies',
      keys: ['d'],
      run: () => setTimelineView({ areAllLinksShown: !timelineStore.areAllLinksShown }),
    }),
  ]
}

/** Toggles the queue: the key moves the focus into it; from there, or by its button, the queue is hidden. */
function toggleQueue({ model, view }: TimelinePage, isKey: boolean): void {
  const wasInQueue = isInQueue()
  const isOpen = isKey && !wasInQueue ? true : !timelineStore.isQueueOpen
  // Rendered at once, so that there are cards to focus.
  flushSync(() => setTimelineView({ isQueueOpen: isOpen }))
  const cards = listCards()
  if (isOpen && isKey) focusCard(model, cards.find(({ tabIndex }) => tabIndex === 0) ?? cards[0])
  if (isOpen || !wasInQueue) return
  focusBlock(findFirstBar(model.getLayout(), view?.getVisibleRows())?.id)
}

function makeColorCommands({ model }: TimelinePage): readonly Command[] {
  return [
    define({
      id: 'timeline.color',
      title: 'Colour by…',
      args: [
        {
          id: 'mode',
          placeholder: 'Colour by…?',
          options: () => listColorModes(model.studio).map(({ mode, title }) => ({ value: mode, label: title })),
        },
      ],
      run: (_context, [mode]) => {
        const chosen = listColorModes(model.studio).find((known) => known.mode === mode)
        if (chosen !== undefined) setColorMode(chosen.mode)
      },
    }),
    define({
      id: 'timeline.filter-color',
      title: 'Show only one colour, or all again…',
      args: [
        {
          id: 'value',
          placeholder: 'Which colour?',
          options: () => listLegend(model).map(({ id, name }) => ({ value: id, label: name })),
        },
      ],
      run: (_context, [value = '']) => toggleLegend(model, value),
    }),
    define({
      id: 'timeline.next-color',
      title: 'Next colour mode',
      keys: ['shift+c'],
      run: () => {
        const modes = listColorModes(model.studio)
        const shown = findColorMode(model.studio, timelineStore.filter.colorMode)
        const at = modes.findIndex(({ mode }) => mode === shown)
        const next = modes[(at + 1) % modes.length]
        if (next === undefined) return
        setColorMode(next.mode)
        announce(`Coloured by ${next.title.toLowerCase()}`)
      },
    }),
  ]
}

/** Commands for conditions about fields, and for how they are joined. */
function makeConditionCommands(model: TimelinePage['model']): readonly Command[] {
  const getAskable = () => ({ fields: listTimelineFields(model.studio) })
  return [
    define({
      id: 'timeline.add-filter',
      title: 'Filter by a field…',
      group: 'Filter',
      keys: ['shift+b'],
      keywords: ['condition', 'where', 'contains', 'between', 'empty', 'due date', 'priority', 'estimate', 'late'],
      args: conditionPages('timeline', getAskable),
      run: (_context, [field = '', test]) => {
        setTimelineView({ isFilterOpen: true })
        const subject = findSubject('timeline', getAskable(), field)
        setFilterSelection(addCondition(timelineStore.filter.selection, subject, test))
      },
    }),
    define({
      id: 'timeline.filter-any',
      title: 'Match any or all conditions',
      group: 'Filter',
      keywords: ['or', 'and', 'join'],
      when: () => timelineStore.filter.selection.length > 1,
      run: () => {
        const { selection } = timelineStore.filter
        setFilterSelection(setIsAnyEnough(selection, !isAnyEnough(selection)))
      },
    }),
  ]
}

function makeFilterCommands({ client, model }: TimelinePage): readonly Command[] {
  const isNarrowed = (): boolean => timelineStore.artists !== 'all' || timelineStore.filter.selection.length > 0
  return [
    define({
      id: 'timeline.filter',
      title: 'Show or hide filters',
      group: 'Filter',
      keys: ['f', 'b'],
      run: () => setTimelineView({ isFilterOpen: !timelineStore.isFilterOpen }),
    }),
    ...makeConditionCommands(model),
    define({
      id: 'timeline.clear-filter',
      title: 'Clear the filter',
      group: 'Filter',
      when: isNarrowed,
      run: clearTimelineFilter,
    }),
    define({
      id: 'timeline.save-filter',
      title: 'Save the filter',
      group: 'Filter',
      run: async () => {
        const { filter, artists } = timelineStore
        const all = model.getMembers().map(({ userId }) => userId)
        const isEverybody = artists === 'all' || all.every((id) => artists.includes(id))
        const selection = withValues(filter.selection, 'artist', isEverybody ? [] : artists)
        const isGone = model.studio.replica.getState() === 'gone'
        const saved = await saveFilter(client, isGone ? undefined : model.studio.studioId, { ...filter, selection })
        if (!saved.ok) return saved
        const { text, milliseconds: durationMs } = notices.filterSaved
        showToast({ kind: 'success', text, durationMs })
        return undefined
      },
    }),
    define({
      id: 'timeline.hide-others',
      title: 'Hide or dim what the filter leaves out',
      group: 'Filter',
      run: () => setHideFilteredTasks(!timelineStore.filter.hideFilteredTasks),
    }),
  ]
}
