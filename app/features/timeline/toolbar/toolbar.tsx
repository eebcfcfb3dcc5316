import { CalendarDays, ListFilter, PanelLeft, Rows2, Rows4 } from 'lucide-react'
import { colorModes, type ColorMode } from '#core/items/saved-filter.ts'
import type { FilterCondition } from '#core/timeline/filter-kinds.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { summarizeTimeline } from '../model/filter-data.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { setArtists, setColorMode, setFilterSelection, timelineStore, type Zoom } from '../timeline-store.ts'
import styles from './toolbar.module.css'

type ToolbarProps = { readonly model: TimelineModel }

/** What the timeline shows and how; every control is a command. */
export function Toolbar({ model }: ToolbarProps) {
  const { isQueueOpen, isFilterOpen } = timelineStore
  const count = model.getQueue().length
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Timeline">
      <CommandButton command="timeline.queue" aria-pressed={isQueueOpen} icon={<PanelLeft aria-hidden="true" />}>
        Queue ({count})
      </CommandButton>
      <CommandButton command="timeline.filter" aria-pressed={isFilterOpen} icon={<ListFilter aria-hidden="true" />}>
        Filter
      </CommandButton>
      <Chips model={model} />
      <span className={styles['space']} />
      <Colors />
      <Zooms />
      <CommandIconButton
        command="view.density"
        label={timelineStore.density === 'compact' ? 'Expanded rows' : 'Compact rows'}
        aria-pressed={timelineStore.density === 'compact'}
        icon={timelineStore.density === 'compact' ? <Rows2 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
      />
      <CommandButton command="timeline.today" icon={<CalendarDays aria-hidden="true" />}>
        Today
      </CommandButton>
    </div>
  )
}

/** What the timeline is narrowed to; a press takes one condition away. */
function Chips({ model }: ToolbarProps) {
  return summarizeTimeline(model).map(({ condition, label, values }) => (
    <FilterChip
      key={`${condition.field} ${condition.test}`}
      label={label}
      values={values}
      onRemove={() => removeFilter(condition)}
    />
  ))
}

function removeFilter(condition: FilterCondition): void {
  if (condition.field === 'artist') setArtists('all')
  else setFilterSelection(timelineStore.filter.selection.filter((each) => each !== condition))
}

/** The four that are used most have a segment; the others come with the key and the select. */
function Colors() {
  const { colorMode } = timelineStore.filter
  return (
    <label className={styles['colors']}>
      <span className="wide-only">Colour</span>
      <select
        value={colorMode}
        onChange={(event) => {
          const mode = colorModes.find((known) => known === event.currentTarget.value)
          if (mode !== undefined) setColorMode(mode)
        }}
      >
        {colorModes.map((mode) => (
          <option key={mode} value={mode}>
            {titleOf(mode)}
          </option>
        ))}
      </select>
    </label>
  )
}

function titleOf(mode: ColorMode): string {
  return mode[0]?.toUpperCase() + mode.slice(1)
}

const zoomLabels: Readonly<Record<Zoom, string>> = { compact: '50', normal: '100', expanded: '300' }

function Zooms() {
  const keys = {
    compact: useCommand('timeline.zoom-compact').keys,
    normal: useCommand('timeline.zoom-normal').keys,
    expanded: useCommand('timeline.zoom-expanded').keys,
  }
  return (
    <Segmented<Zoom>
      label="Pixels a day"
      value={timelineStore.zoom}
      options={(['compact', 'normal', 'expanded'] as const).map((value) => ({
        value,
        label: zoomLabels[value],
        keys: keys[value],
      }))}
      onChange={(zoom) => void runCommand(`timeline.zoom-${zoom}`)}
    />
  )
}
