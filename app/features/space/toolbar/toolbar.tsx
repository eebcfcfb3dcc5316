import { ListFilter, Plus, Rows2, Rows4, Search, X } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { countFilters } from '../model/filter-summary.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { setFilterText, setLayout, spaceViewStore, type CellView } from '../space-view-store.ts'
import { FilterChips } from './filter-chips.tsx'
import styles from './toolbar.module.css'

type ToolbarProps = { readonly model: SpaceModel; readonly isCompact: boolean }

/** What the space shows and how; every control is a command. */
export function Toolbar({ model, isCompact }: ToolbarProps) {
  const { layout, filter, isFilterOpen } = spaceViewStore
  const count = countFilters(filter)
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Space">
      <Segmented
        label="Layout"
        value={layout}
        options={[
          { value: 'grid', label: 'Grid' },
          { value: 'kanban', label: 'Kanban' },
        ]}
        onChange={setLayout}
      />
      <CommandButton
        command="filter.toggle"
        aria-pressed={isFilterOpen}
        icon={<ListFilter aria-hidden="true" />}
        className={styles['filter']}
      >
        {count === 0 ? 'Filter' : `Filter (${count})`}
      </CommandButton>
      <SearchField />
      <FilterChips model={model} />
      <span className={styles['space']} />
      {layout === 'grid' && <CellViews />}
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
          Create Item
        </CommandButton>
      )}
    </div>
  )
}

/** Pills, logged time or estimates: one at a time. */
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

/** Narrows the rows while typing. */
function SearchField() {
  const { text } = spaceViewStore
  return (
    <span className={styles['search']}>
      <Search aria-hidden="true" />
      <input
        type="text"
        aria-label="Filter items by name"
        placeholder="Filter by name"
        autoComplete="off"
        value={text}
        onChange={(event) => setFilterText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          setFilterText('')
          event.currentTarget.blur()
        }}
      />
      {text !== '' && (
        <button type="button" aria-label="Clear the text" onClick={() => setFilterText('')}>
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
