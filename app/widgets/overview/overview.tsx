import { Table2 } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectId } from '#core/lib/ids.ts'
import { overviewQuery } from '#core/projects/overview.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useFocusWithin } from '#app/hooks/use-focus-within.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { CommandButton } from '../command-button.tsx'
import { LastState } from '../last-state.tsx'
import { useReplicaVersion } from '../use-client.ts'
import { usePage } from '../use-page.ts'
import { OverviewList } from './overview-list.tsx'
import { OverviewPanel } from './overview-panel.tsx'
import { overviewCommands } from './overview-commands.ts'
import { overviewStore, showOverview } from './overview-store.ts'
import styles from './overview.module.css'
import { toPanels } from './panels.ts'

type OverviewProps = {
  readonly studio: StudioReplica
  /** Without it, all active projects of the studio. */
  readonly projectId?: ProjectId
}

/** The overview of a project or the whole studio: numbers that open the tasks behind them, as charts or tables. */
export function Overview({ studio, projectId }: OverviewProps) {
  useCommands(overviewCommands)
  useReplicaVersion(studio.replica)
  const { isTable } = useSnapshot(overviewStore)
  const section = useRef<HTMLElement>(null)
  useLayer({ scope: 'overview', blocks: 'nothing', isOpen: useFocusWithin(section) })
  const { studioId } = studio
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const place = useMemo(() => ({ studioId, projectId, timeZone }), [studioId, projectId, timeZone])
  useEffect(() => showOverview(place), [place])
  const { rows, asOf, hasFailed } = usePage(overviewQuery(place), 'The overview could not be loaded')
  const [overview] = rows
  return (
    <section
      className={styles['overview']}
      aria-label="Overview"
      aria-busy={overview === undefined && !hasFailed}
      data-overview=""
      ref={section}
    >
      <header className={styles['header']}>
        <h2 className={styles['title']}>Overview</h2>
        <LastState asOf={asOf} />
        <CommandButton command="overview.table" aria-pressed={isTable} icon={<Table2 aria-hidden="true" />}>
          {isTable ? 'Charts' : 'Table'}
        </CommandButton>
      </header>
      {overview === undefined && hasFailed && (
        <EmptyState title="The overview could not be loaded" text="It reloads when the server answers." />
      )}
      {overview === undefined && !hasFailed && <Waiting />}
      {overview !== undefined && (
        <div className={styles['panels']}>
          {toPanels(overview, studio).map((panel) => (
            <OverviewPanel key={panel.id} panel={panel} isTable={isTable} />
          ))}
        </div>
      )}
      <OverviewList studio={studio} place={place} today={overview?.today} />
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles['panels']}>
      <span className="visually-hidden">Loading…</span>
      {(['sums', 'stages', 'weeks', 'waiting', 'late', 'load'] as const).map((area) => (
        <div key={area} className={styles['area']} data-area={area}>
          <Skeleton height={area === 'sums' ? 96 : 220} radius={10} />
        </div>
      ))}
    </div>
  )
}
