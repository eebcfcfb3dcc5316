import { Plus } from 'lucide-react'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { isAnyEnough, type Filter } from '#core/timeline/filter-kinds.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FilterConditions } from '#app/widgets/filter-panel/filter-conditions.tsx'
import { FilterPanel } from '#app/widgets/filter-panel/filter-panel.tsx'
import { readProjectFilterSource } from './project-filter.ts'
import { setProjectsFilter } from './projects-store.ts'
import styles from './project-filter-panel.module.css'

type ProjectFilterPanelProps = { readonly studio: StudioReplica; readonly filter: Filter }

/** The panel that filters projects by their fields. */
export function ProjectFilterPanel({ studio, filter }: ProjectFilterPanelProps) {
  return (
    <div className={styles['panel']}>
      <FilterPanel groups={[]} onChange={() => undefined}>
        <FilterConditions
          screen="projects"
          filter={filter}
          source={readProjectFilterSource(studio)}
          onChange={(next) => setProjectsFilter(studio.studioId, next)}
        />
        <CommandButton command="project.filter-add" variant="ghost" icon={<Plus aria-hidden="true" />}>
          Add a condition
        </CommandButton>
        {filter.length > 1 && (
          <CommandButton command="project.filter-any" variant="ghost" aria-pressed={isAnyEnough(filter)}>
            Match any
          </CommandButton>
        )}
        <CommandButton command="project.clear-filter" variant="ghost">
          Clear
        </CommandButton>
      </FilterPanel>
    </div>
  )
}
