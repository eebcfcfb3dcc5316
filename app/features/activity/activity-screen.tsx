import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { auditFilters, eventFilters } from '#core/events/describe-event.ts'
import type { ActivityFilter } from '#core/events/queries.ts'
import { messages } from '#core/lib/messages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import type { RouteParams } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Select } from '#app/ui/select.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { eventCommands } from '#app/widgets/event-list/event-commands.ts'
import { EventList } from '#app/widgets/event-list/event-list.tsx'
import { eventsStore, showEvents, showItem } from '#app/widgets/event-list/events-store.ts'
import { listPeople } from '#app/widgets/person-page/list-people.ts'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import styles from './activity.module.css'
import { anything, ItemFilter } from './item-filter.tsx'

type ActivityScreenProps = { readonly params: RouteParams }

const periods = [
  { value: anything, label: 'Any time', days: undefined },
  { value: '1', label: 'Last 24 hours', days: 1 },
  { value: '7', label: 'Last 7 days', days: 7 },
  { value: '30', label: 'Last 30 days', days: 30 },
]
const dayMs = 86_400_000

/** Activity in a project or the whole studio, as far as the person may see it. */
export function ActivityScreen({ params }: ActivityScreenProps) {
  useCommands(eventCommands)
  useScope('activity')
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const name = params['projectSlug']
  const project = studio?.getProjects().find(({ slug, id }) => slug === name || id === name)
  if (studio !== undefined && name !== undefined && project === undefined) {
    return (
      <EmptyState
        level={1}
        title={messages['project-not-found']}
        text={`There is no project “${name}” that you may open.`}
      >
        <CommandButton command="go.projects">Back to the projects</CommandButton>
      </EmptyState>
    )
  }
  if (studio === undefined) return null
  return <Activity key={project?.id ?? 'studio'} studio={studio} projectId={project?.id} />
}

type ActivityProps = { readonly studio: StudioReplica; readonly projectId: string | undefined }

/** The chosen filters; `anything` where there is none. `chosenAt` is the moment that a period counts back from. */
type Choice = { readonly actorId: string; readonly kind: string; readonly period: string; readonly chosenAt: number }

function Activity({ studio, projectId }: ActivityProps) {
  const [choice, setChoice] = useState<Choice>({ actorId: anything, kind: anything, period: anything, chosenAt: 0 })
  const { actorId, kind, period } = choice
  const { item } = useSnapshot(eventsStore)
  const ofAll = toFilter(studio, projectId, choice)
  const filter = { ...ofAll, ...(item !== undefined && { itemId: item.id }) }
  useEffect(() => () => showItem(undefined), [])
  const key = JSON.stringify(filter)
  useEffect(() => {
    showEvents(JSON.parse(key))
    return () => showEvents(undefined)
  }, [key])
  const isNarrowed = item !== undefined || [actorId, kind, period].some((value) => value !== anything)
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <h1 className={styles['title']}>{projectId === undefined ? 'Studio activity' : 'Activity'}</h1>
        <Filters
          choice={choice}
          ofAll={ofAll}
          hasAudit={projectId === undefined && studio.can('admin_users')}
          onChange={(change) => setChoice({ ...choice, ...change })}
        />
      </header>
      <EventList
        filter={filter}
        emptyText={
          isNarrowed ? 'Nothing matches these filters.' : 'What people, scripts and rules change appears here.'
        }
      />
    </div>
  )
}

function toFilter(
  { studioId }: StudioReplica,
  projectId: string | undefined,
  { actorId, kind, period, chosenAt }: Choice,
): ActivityFilter {
  const days = periods.find(({ value }) => value === period)?.days
  return {
    studioId,
    ...(projectId !== undefined && { projectId }),
    ...(actorId !== anything && { actorId }),
    ...(kind !== anything && { kind }),
    ...(days !== undefined && { from: new Date(chosenAt - days * dayMs).toISOString() }),
  }
}

type FiltersProps = {
  readonly choice: Choice
  /** The other filters, without the item. */
  readonly ofAll: ActivityFilter
  readonly hasAudit: boolean
  readonly onChange: (change: Partial<Choice>) => void
}

function Filters({ choice: { actorId, kind, period }, ofAll, hasAudit, onChange }: FiltersProps) {
  const kinds = hasAudit ? [...eventFilters, ...auditFilters] : eventFilters
  const [, ...people] = listPeople()
  return (
    <div className={styles['filters']}>
      <Select
        label="Who"
        isLabelHidden
        value={actorId}
        options={[{ value: anything, label: 'Everybody' }, ...people]}
        onChange={(value) => onChange({ actorId: value })}
      />
      <Select
        label="What"
        isLabelHidden
        value={kind}
        options={[{ value: anything, label: 'Everything' }, ...kinds]}
        onChange={(value) => onChange({ kind: value })}
      />
      <ItemFilter ofAll={ofAll} />
      <Select
        label="When"
        isLabelHidden
        value={period}
        options={periods}
        onChange={(value) => onChange({ period: value, chosenAt: Date.now() })}
      />
    </div>
  )
}
