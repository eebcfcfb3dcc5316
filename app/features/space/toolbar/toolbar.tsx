import { ListFilter, Plus, Rows2, Rows4 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { SearchField } from '#app/ui/search-field.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { SpaceLayouts } from '#app/widgets/space-layouts.tsx'
import { SavedViews } from '#app/widgets/saved-views/saved-views.tsx'
import { PresencePeople } from '../presence/presence-people.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import {
  setFilterText,
  spaceViewStore,
  startEditing,
  stopEditing,
  type CellView,
  type LaneKind,
} from '../space-view-store.ts'
import { fieldName } from '#core/timeline/filter-kinds.ts'
import { findLaneField, hasKinds, isKinds, listLaneFields } from '../kanban/lane-field.ts'
import { hasCasting } from '../commands/view-commands.ts'
import { readViewSource, viewPrefix } from '../commands/saved-view-commands.ts'
import { FilterChips } from './filter-chips.tsx'
import styles from './toolbar.module.css'

type ToolbarProps = {
  readonly model: SpaceModel
  readonly presence: SpacePresence | undefined
  readonly isCompact: boolean
}

/** What the space shows and how; every control is a command. */
export function Toolbar({ model, presence, isCompact }: ToolbarProps) {
  const { layout, filter, isFilterOpen } = spaceViewStore
  // Incomplete conditions do not count, nor does how conditions are joined.
  const count = filter.filter(({ field, values }) => field !== 'join' && values.some((value) => value !== '')).length
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Space">
      <span className={styles['layouts']}>
        <SpaceLayouts value={layout} commands={layoutCommands(model)} />
      </span>
      <SavedViews source={readViewSource({ model })} prefix={viewPrefix} />
      <CommandButton
        command="filter.toggle"
        aria-pressed={isFilterOpen}
        icon={<ListFilter aria-hidden="true" />}
        className={styles['filter']}
      >
        {count === 0 ? 'Filter' : `Filter (${count})`}
      </CommandButton>
      <NameFilter />
      <FilterChips model={model} />
      <span className={styles['space']} />
      <PresencePeople model={model} presence={presence} />
      {layout === 'kanban' && (
        <span className={styles['views']}>
          <Lanes model={model} />
        </span>
      )}
      {layout === 'grid' && (
        <span className={styles['views']}>
          <CellViews />
        </span>
      )}
      <CommandIconButton
        command="view.density"
        label={isCompact ? 'Expanded rows' : 'Compact rows'}
        aria-pressed={isCompact}
        icon={isCompact ? <Rows2 aria-hidden="true" /> : <Rows4 aria-hidden="true" />}
      />
      {model.studio.can('create') && (
        <CommandButton
          command="item.create"
          variant="primary"
          icon={<Plus aria-hidden="true" />}
          className={styles['create']}
        >
          <span className="wide-only">Create Item</span>
        </CommandButton>
      )}
    </div>
  )
}

/** Casting is offered where the space has shots or may get some. */
function layoutCommands(model: SpaceModel) {
  return { grid: 'space.grid', kanban: 'space.kanban', ...(hasCasting(model) && { casting: 'space.casting' }) }
}

/** Chooses the kanban's lanes. */
function Lanes({ model }: Pick<ToolbarProps, 'model'>) {
  const { keys } = useCommand('kanban.lanes')
  const field = findLaneField(model)
  const offersKinds = spaceViewStore.lanes === 'kind' || hasKinds(model)
  return (
    <>
      <Segmented<LaneKind>
        label="Lanes"
        value={spaceViewStore.lanes}
        options={[
          { value: 'none', label: 'No lanes', keys },
          { value: 'person', label: 'People' },
          { value: 'collection', label: 'Collections' },
          ...(offersKinds ? [{ value: 'kind' as const, label: 'Kinds' }] : []),
          ...(field === undefined || isKinds(field) ? [] : [{ value: fieldName(field), label: field.name }]),
        ]}
        onChange={(value) => void runCommand('kanban.lanes', { args: [value] })}
      />
      {listLaneFields(model).length > 0 && (
        <CommandButton command="kanban.lanes" variant="ghost">
          By field…
        </CommandButton>
      )}
    </>
  )
}

/** Chooses pills, logged time or estimates. */
function CellViews() {
  const time = useCommand('view.time')
  const estimates = useCommand('view.estimates')
  return (
    <Segmented<CellView>
      label="Cells show"
      value={spaceViewStore.view}
      options={[
        { value: 'status', label: 'Status' },
        { value: 'time', label: 'Time', keys: time.keys },
        { value: 'estimates', label: 'Estimates', keys: estimates.keys },
      ]}
      onChange={(view) => void runCommand(viewCommands[view])}
    />
  )
}

const viewCommands = { status: 'view.statuses', time: 'view.time', estimates: 'view.estimates' } as const

/** Filters the rows while typing. */
function NameFilter() {
  const { text, editing } = spaceViewStore
  const input = useRef<HTMLInputElement>(null)
  const { keys, ariaKeys } = useCommand('filter.by-name')
  const isWanted = editing?.kind === 'filter-text'

  // A key or the palette asks for the focus from elsewhere in the page.
  useEffect(() => {
    if (!isWanted || document.activeElement === input.current) return
    input.current?.focus()
    input.current?.select()
  }, [isWanted])

  return (
    <SearchField
      className={styles['search']}
      ref={input}
      aria-label="Filter items by name"
      aria-keyshortcuts={ariaKeys}
      placeholder="Filter by name"
      clearLabel="Clear the text"
      keys={keys}
      value={text}
      onText={setFilterText}
      onFocus={() => startEditing({ kind: 'filter-text' })}
      onBlur={() => {
        if (spaceViewStore.editing?.kind === 'filter-text') stopEditing()
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing || !['Escape', 'Enter', 'ArrowDown'].includes(event.key)) return
        event.preventDefault()
        if (event.key === 'Escape') setFilterText('')
        event.currentTarget.blur()
        // On to the first match.
        if (event.key !== 'Escape' && spaceViewStore.layout === 'grid') void runCommand('grid.top')
      }}
    />
  )
}
