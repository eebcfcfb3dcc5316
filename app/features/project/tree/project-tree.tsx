import { countOf } from '#core/lib/text.ts'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { ProjectId } from '#core/lib/ids.ts'
import { listTreeLines, projectTreeQuery, type TreeNode } from '#core/projects/project-tree.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toProgress } from '#core/timesheet/work-stats.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useFocusWithin } from '#app/hooks/use-focus-within.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import styles from './project-tree.module.css'
import { treeCommands } from './tree-commands.ts'
import { setReachedLine, showTree, toTree, treeStore } from './tree-store.ts'

type ProjectTreeProps = { readonly studio: StudioReplica; readonly projectId: ProjectId }

/** A project's episodes and sequences as a tree over its spaces and collections; nothing if there are none. */
export function ProjectTree({ studio, projectId }: ProjectTreeProps) {
  useCommands(treeCommands)
  const { folded, reached } = useSnapshot(treeStore)
  const section = useRef<HTMLElement>(null)
  const { studioId } = studio
  const place = useMemo(() => ({ studioId, projectId }), [studioId, projectId])
  useEffect(() => showTree(place), [place])
  const { rows, asOf } = usePage(projectTreeQuery(place), 'The episodes and sequences could not be loaded')
  useLayer({ scope: 'tree', blocks: 'nothing', isOpen: useFocusWithin(section) })
  const lines = listTreeLines(toTree(studio, projectId, rows), folded)
  const isReached = lines.some(({ node }) => node.id === reached)
  return (
    <section ref={section} className={styles['tree']} aria-label="Episodes and sequences" hidden={lines.length === 0}>
      <header className={styles['header']}>
        <h2 className={styles['title']}>Episodes and sequences</h2>
        <LastState asOf={asOf} />
      </header>
      <ul role="tree" aria-label="Episodes and sequences" className={styles['lines']}>
        {lines.map(({ node, depth }, index) => (
          <Line
            key={node.id}
            node={node}
            depth={depth}
            studio={studio}
            isFolded={folded.has(node.id)}
            isReached={isReached ? node.id === reached : index === 0}
          />
        ))}
      </ul>
    </section>
  )
}

type LineProps = {
  readonly node: TreeNode
  readonly depth: number
  readonly studio: StudioReplica
  readonly isFolded: boolean
  readonly isReached: boolean
}

function Line({ node, depth, studio, isFolded, isReached }: LineProps) {
  const { id, name, kind, itemCount, taskCounts, children, spaceId } = node
  const hasChildren = children.length > 0
  const statuses = studio.getStatuses()
  const parts = toProgress([{ spaceId, itemCount, taskCounts }], statuses)
  const done = statuses.filter(({ isDone }) => isDone).reduce((sum, status) => sum + (taskCounts[status.id] ?? 0), 0)
  const tasks = Object.values(taskCounts).reduce((sum, count) => sum + count, 0)
  const Chevron = isFolded ? ChevronRight : ChevronDown
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is a command of the tree
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-expanded={hasChildren ? !isFolded : undefined}
      aria-selected={isReached}
      className={styles['line']}
      style={{ paddingInlineStart: `calc(var(--space-8) + ${depth} * 20px)` }}
      tabIndex={isReached ? 0 : -1}
      data-tree-line={id}
      data-kind={kind}
      onFocus={() => setReachedLine(id)}
      onClick={() => void runCommand('tree.open', { args: [id] })}
    >
      <span
        className={styles['chevron']}
        aria-hidden="true"
        onClick={(event) => {
          if (!hasChildren) return
          event.stopPropagation()
          void runCommand('tree.toggle', { args: [id] })
        }}
      >
        {hasChildren && <Chevron size={14} />}
      </span>
      <span className={styles['name']}>{name}</span>
      {kind !== 'sequence' && <span className={styles['kind']}>{kind}</span>}
      <span className={styles['count']}>{countOf(itemCount, 'item')}</span>
      <span className={styles['progress']} aria-hidden="true">
        {parts.map((part) => (
          <i key={part.id} style={{ width: `${part.share * 100}%`, backgroundColor: part.color }} />
        ))}
      </span>
      <span className={styles['done']}>
        {tasks === 0 ? '–' : `${Math.floor((done / tasks) * 100)} %`}
        <span className="visually-hidden">{tasks === 0 ? ' no tasks' : ` of ${tasks} tasks done`}</span>
      </span>
    </li>
  )
}
