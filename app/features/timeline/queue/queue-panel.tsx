import { countOf } from '#core/lib/text.ts'
import { Plus } from 'lucide-react'
import { toWorkingDays } from '#core/tasks/estimate.ts'
import { groupBy } from '#core/lib/collections.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import type { QueuedTask, TimelineModel } from '../model/timeline-model.ts'
import { focusBlock, setTimelineView, timelineStore, type QueueGrouping } from '../timeline-store.ts'
import { QueueCard } from './queue-card.tsx'
import { useQueuePointer, type QueuePointerDeps } from './use-queue-pointer.ts'
import styles from './queue.module.css'

type QueuePanelProps = { readonly model: TimelineModel; readonly pointer: QueuePointerDeps }

const groupings: Readonly<Record<QueueGrouping, string>> = {
  none: 'No groups',
  project: 'By project',
  space: 'By space',
  stage: 'By stage',
}

/** The tasks that wait for a place on the timeline. */
export function QueuePanel({ model, pointer }: QueuePanelProps) {
  const queue = model.getQueue()
  const { queueText, dragging } = timelineStore
  const shown = filterQueue(model, queue, queueText)
  return (
    <aside
      className={styles['panel']}
      aria-label="Task Queue"
      data-timeline-queue=""
      data-is-target={dragging === 'bars' || undefined}
    >
      <header className={styles['header']}>
        <h2 className={styles['title']}>Task Queue</h2>
        <span className={styles['count']}>{countOf(queue.length, 'unassigned task')}</span>
      </header>
      <div className={styles['tools']}>
        <QueueSearch />
        <Grouping />
      </div>
      {shown.length === 0 ? (
        <EmptyQueue model={model} queue={queue} />
      ) : (
        <QueueList model={model} shown={shown} pointer={pointer} />
      )}
    </aside>
  )
}

/** Says why no card is shown, and offers the way back. */
function EmptyQueue({ model, queue }: { readonly model: TimelineModel; readonly queue: readonly QueuedTask[] }) {
  if (queue.length > 0) return <EmptyState title="No match" text="No queued task has a name like that." />
  if (model.timeline.getBlocks().some(({ startDate }) => startDate === undefined)) {
    return (
      <EmptyState title="No match" text="The filter leaves out every task in the queue.">
        <CommandButton command="timeline.clear-filter" />
      </EmptyState>
    )
  }
  return (
    <EmptyState title="The queue is empty" text="Tasks removed from the timeline wait here.">
      {model.canChange() && <CommandButton command="timeline.fill-queue" icon={<Plus aria-hidden="true" />} />}
    </EmptyState>
  )
}

type QueueListProps = QueuePanelProps & { readonly shown: readonly QueuedTask[] }

function QueueList({ model, shown, pointer }: QueueListProps) {
  const { queueGrouping, focus, selection } = timelineStore
  const handlers = useQueuePointer(pointer)
  const first = shown.find(({ block }) => block.id === focus)?.block.id ?? shown[0]?.block.id
  return (
    <div className={styles['list']} role="grid" aria-label="Queued tasks" aria-multiselectable="true" {...handlers}>
      {groupQueue(model, shown, queueGrouping).map(([name, tasks]) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
        <div key={name} role="rowgroup" aria-label={name === '' ? 'Queue' : name} className={styles['group']}>
          {name !== '' && (
            <span className={styles['groupName']} aria-hidden="true">
              {name} <span>{tasks.length}</span>
            </span>
          )}
          {tasks.map(({ block, task }) => (
            <QueueCard
              key={block.id}
              id={block.id}
              task={task}
              stage={model.describe(block).stage}
              project={model.studio.replica.find('projects', task.projectId)?.name ?? ''}
              days={toWorkingDays(task.estimatedHours ?? 0)}
              color={model.studio.replica.find('task_statuses', task.statusId)?.color ?? ''}
              status={model.studio.replica.find('task_statuses', task.statusId)?.name ?? ''}
              isSelected={selection.has(block.id)}
              isFirst={block.id === first}
              onFocus={() => focusBlock(block.id)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function QueueSearch() {
  return (
    <SearchField
      className={styles['search']}
      aria-label="Search the queue"
      placeholder="Search"
      clearLabel="Clear the search"
      value={timelineStore.queueText}
      onText={(queueText) => setTimelineView({ queueText })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        setTimelineView({ queueText: '' })
        event.currentTarget.blur()
      }}
    />
  )
}

function Grouping() {
  return (
    <select
      aria-label="Group the queue"
      value={timelineStore.queueGrouping}
      onChange={(event) => setTimelineView({ queueGrouping: toGrouping(event.currentTarget.value) })}
    >
      {Object.entries(groupings).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function toGrouping(value: string): QueueGrouping {
  return (['project', 'space', 'stage'] as const).find((known) => known === value) ?? 'none'
}

function filterQueue(model: TimelineModel, queue: readonly QueuedTask[], text: string): readonly QueuedTask[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return queue
  return queue.filter(({ block, task }) => {
    const name = `${task.itemTitle} ${model.describe(block).stage} ${task.collectionName}`.toLowerCase()
    return words.every((word) => name.includes(word))
  })
}

function groupQueue(
  model: TimelineModel,
  queue: readonly QueuedTask[],
  grouping: QueueGrouping,
): readonly (readonly [string, readonly QueuedTask[]])[] {
  const { replica } = model.studio
  const names: Readonly<Record<QueueGrouping, (queued: QueuedTask) => string>> = {
    none: () => '',
    project: ({ task }) => replica.find('projects', task.projectId)?.name ?? '',
    space: ({ task }) => replica.find('spaces', task.spaceId)?.name ?? '',
    stage: ({ task }) => replica.find('stages', task.stageId)?.name ?? '',
  }
  return [...groupBy(queue, names[grouping])]
}
