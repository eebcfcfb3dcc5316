import type { StudioClient } from '#core/sync/studio-client.ts'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Users } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { setSelectionLabel, uiStore } from '#app/stores/ui-store.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { Board } from './board/board.tsx'
import type { BoardView } from './board/board-view.ts'
import { makeTimelineCommands } from './commands/make-timeline-commands.ts'
import { cancelMove, showCard, showMove } from './commands/move-commands.ts'
import { countTasks } from './commands/targets.ts'
import { TimelineDialogs } from './dialogs/timeline-dialogs.tsx'
import type { TimelineModel } from './model/timeline-model.ts'
import { QueuePanel } from './queue/queue-panel.tsx'
import { makeTimelinePage, type Drop, type TimelinePage as Page } from './timeline-page-context.ts'
import { TimelineMenu } from './timeline-menu.tsx'
import { keepSelected, leaveTimeline, selectBlocks, setTimelineView, timelineStore } from './timeline-store.ts'
import { AllHidden } from './toolbar/all-hidden.tsx'
import { Legend } from './toolbar/legend.tsx'
import { SelectedTasks } from './toolbar/selected-tasks.tsx'
import { TimelineFilter } from './toolbar/timeline-filter.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import styles from './timeline-page.module.css'

type TimelinePageProps = { readonly client: StudioClient; readonly model: TimelineModel }

/** An open timeline: its toolbar, the queue and the board, and whatever lies over them. */
export function TimelinePage({ client, model }: TimelinePageProps) {
  const version = useSyncExternalStore(model.subscribe, model.getVersion)
  const page = useMemo(() => makeTimelinePage(client, model), [client, model])
  useCommands(useMemo(() => makeTimelineCommands(page), [page]))
  useScope('timeline')
  useDensity()
  useSelectionLabel()
  useOvertaken(page, version)
  useEffect(() => keepSelected((id) => model.findBlock(id) !== undefined), [model, version])
  useEffect(() => leaveTimeline, [])
  useEffect(() => () => page.setWatch(undefined), [page])
  useLayer({
    scope: 'timeline',
    blocks: 'nothing',
    isOpen: timelineStore.move !== undefined,
    onClose: () => cancelMove(page),
  })
  useLayer({
    scope: 'timeline',
    blocks: 'nothing',
    isOpen: timelineStore.selection.size > 1 || timelineStore.isGathered,
    onClose: () => selectBlocks([]),
  })
  const { view, onView, onDrop } = useBoardCallbacks(page)
  useMoveInSight(page, view)
  const { isQueueOpen, isFilterOpen, spoken } = timelineStore
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">Team timeline</h1>
      <Toolbar model={model} />
      <Legend model={model} />
      {isFilterOpen && <TimelineFilter model={model} client={client} />}
      <TimelineMenu model={model}>
        <div className={styles['body']}>
          {isQueueOpen && <QueuePanel model={model} pointer={{ model, view, onDrop }} />}
          {model.getArtists().length === 0 ? (
            <EmptyState title="No team members selected." text="Use the Team filter to show artists." icon={<Users />}>
              <CommandButton command="timeline.clear-filter" />
            </EmptyState>
          ) : (
            <div className={styles['board']}>
              <Board model={model} version={version} onView={onView} onDrop={onDrop} />
              <AllHidden model={model} />
            </div>
          )}
        </div>
      </TimelineMenu>
      <SelectedTasks model={model} />
      <TimelineDialogs model={model} client={client} />
      <div className={styles['preview']} data-drag-preview="" hidden aria-hidden="true">
        <span />
        <span />
      </div>
      <output className="visually-hidden" aria-live="polite">
        {spoken}
      </output>
    </div>
  )
}

/** Hands the view and the drops from the board and the queue to the commands. */
function useBoardCallbacks(page: Page) {
  const [view, setView] = useState<BoardView>()
  const onView = useCallback(
    (next: BoardView | undefined) => {
      page.setView(next)
      setView(next)
    },
    [page],
  )
  const onDrop = useCallback(
    (drop: Drop) => {
      page.setDrop(drop)
      void runCommand('timeline.drop')
    },
    [page],
  )
  return { view, onView, onDrop }
}

/** Keeps a move by keyboard visible when the zoom or height changes, and its card beside it while scrolling. */
function useMoveInSight(page: Page, view: BoardView | undefined): void {
  const layout = page.model.getLayout()
  const { isQueueOpen, isFilterOpen } = timelineStore
  const isMoving = timelineStore.move !== undefined
  useEffect(() => showMove(page), [page, layout, isQueueOpen, isFilterOpen])
  useEffect(() => {
    if (!isMoving || view === undefined) return undefined
    const follow = (): void => showCard(page)
    view.scroller.addEventListener('scroll', follow, { passive: true })
    return () => view.scroller.removeEventListener('scroll', follow)
  }, [page, view, isMoving])
}

/** Takes the density of rows from the studio's view mode. */
function useDensity(): void {
  const isCompact = useSnapshot(uiStore).viewModes.studio === 'compact'
  useEffect(() => setTimelineView({ density: isCompact ? 'compact' : 'expanded' }), [isCompact])
}

/** Tells the palette what its commands would act on. */
function useSelectionLabel(): void {
  const count = timelineStore.selection.size
  useEffect(() => {
    setSelectionLabel(count === 0 ? undefined : countTasks(count))
    return () => setSelectionLabel(undefined)
  }, [count])
}

/** Tells people when somebody else has moved a block they moved: the last move wins, and nobody wonders. */
function useOvertaken({ ownMoves, model }: Page, version: number): void {
  useEffect(() => {
    const overtaken = ownMoves.takeOvertaken()
    const [first] = overtaken
    if (first === undefined) return
    const block = model.timeline.findBlock(first)
    const { title, stage } = block === undefined ? { title: 'A task', stage: '' } : model.describe(block)
    const name = overtaken.length > 1 ? `${countTasks(overtaken.length)} were` : `${title} ${stage}`.trim() + ' was'
    showToast({ text: `${name} moved by somebody else after you.` })
  }, [ownMoves, model, version])
}
