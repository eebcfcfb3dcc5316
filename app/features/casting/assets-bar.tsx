import { ListFilter } from 'lucide-react'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'
import { FilterChip } from '#app/ui/filter-chip.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { readAssetFilterSource } from './assets-filter.ts'
import { assetGroups, type ShownAssets } from './assets-model.ts'
import { assetsStore, setAssetsQuery, setAssetsView } from './assets-store.ts'
import { listAssetFields } from './asset-values.ts'
import styles from './assets.module.css'

type AssetsBarProps = { readonly content: ProjectContent; readonly shown: ShownAssets }

/** What is shown of the assets and how; every control is a command. */
export function AssetsBar({ content, shown }: AssetsBarProps) {
  const { view, query, isFilterOpen } = assetsStore
  const { rows, allCount } = shown
  const nameOf = (id: string): string =>
    id === 'uses'
      ? 'use'
      : (listAssetFields(content)
          .find((field) => field.id === id)
          ?.name.toLowerCase() ?? 'name')
  const { group = 'kind' } = view
  const groupName = Object.entries(assetGroups)
    .find(([id]) => id === group)?.[1]
    .toLowerCase()
  return (
    <header className={styles['bar']}>
      <h1 className={styles['title']}>Assets</h1>
      <output className={styles['count']}>
        {rows.length === allCount ? allCount : `${rows.length} of ${allCount}`}
      </output>
      <SearchField
        aria-label="Find assets"
        placeholder="Name, collection, space…"
        clearLabel="Show all again"
        value={query}
        onText={setAssetsQuery}
      />
      <CommandButton
        command="assets.filter"
        aria-pressed={isFilterOpen}
        icon={<ListFilter aria-hidden="true" />}
        hasKeyHint={false}
      >
        Filter
      </CommandButton>
      <CommandButton command="assets.sort" hasKeyHint={false}>
        {view.sort === undefined ? 'By place' : `By ${nameOf(view.sort.columnId)}${view.sort.isDown ? ' ↓' : ''}`}
      </CommandButton>
      <CommandButton command="assets.group" aria-pressed={view.group !== undefined} hasKeyHint={false}>
        {group === 'none' ? 'Not grouped' : `Grouped by ${groupName ?? nameOf(group)}`}
      </CommandButton>
      <CommandButton command="go.casting" hasKeyHint={false}>
        Casting
      </CommandButton>
      {summarizeFilter(view.filter, 'tasks', readAssetFilterSource(content)).map(({ condition, label, values }) => (
        <FilterChip
          key={JSON.stringify(condition)}
          label={label}
          values={values}
          onRemove={() => setAssetsView({ filter: view.filter.filter((each) => each !== condition) })}
        />
      ))}
    </header>
  )
}
