import { CalendarDays, ListFilter, PanelLeft, Rows2, Rows4 } from 'lucide-react'
import type { FilterCondition } from '#core/timeline/filter-kinds.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { summarizeTimeline } from '../model/filter-data.ts'
import { findColorMode, listColorModes } from '../model/field-colors.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { setArtists, setFilterSelection, timelineStore, type Zoom } from '../timeline-store.ts'
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
      <Colors model={model} />
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

/** The filter's conditions; a press removes one. */
function Chips({ model }: ToolbarProps) {
  return summarizeTimeline(model).map(({ condition, label, values }) => (
    <FilterChip
      key={JSON.stringify(condition)}
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

/** The colour modes of bars. */
function Colors({ model }: ToolbarProps) {
  const modes = listColorModes(model.studio)
  return (
    <label className={styles['colors']}>
      <span className="wide-only">Colour</span>
      <select
        value={findColorMode(model.studio, timelineStore.filter.colorMode)}
        onChange={(event) => void runCommand('timeline.color', { args: [event.currentTarget.value] })}
      >
        {modes.map(({ mode, title }) => (
          <option key={mode} value={mode}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
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
