import { FolderOpen, SearchX } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import { asSentence } from '#core/lib/text.ts'
import { expressionsOf } from '#core/timeline/filter-kinds.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { sentencePlace, type SelectedTask } from '#app/commands/sentence-place.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { usePastedText } from '#app/hooks/use-pasted-text.ts'
import { setItemOrder } from '#app/stores/item-order-store.ts'
import { setSelectionLabel, uiStore } from '#app/stores/ui-store.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ToolbarPlace } from '#app/ui/toolbar-place.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { makeSpaceCommands } from './commands/make-space-commands.ts'
import type { SpacePage as Page } from './commands/space-page.ts'
import { countTasks, selectedTasks } from './commands/targets.ts'
import { SpaceDialogs } from './dialogs/space-dialogs.tsx'
import { Grid } from './grid/grid.tsx'
import { makeBoard, type Board } from './kanban/board.ts'
import { Kanban } from './kanban/kanban.tsx'
import { useFillPosters } from './live/use-fill-posters.ts'
import { useReadiness } from './live/use-readiness.ts'
import { useKeepPlace } from './live/use-keep-place.ts'
import { usePopupCursor } from './live/use-popup-cursor.ts'
import { TaskMenu } from './menu/task-menu.tsx'
import type { OpenSpace } from './model/open-space.ts'
import type { SpaceModel } from './model/space-model.ts'
import { useSpaceVersion } from './model/use-space-version.ts'
import { Peek } from './peek/peek.tsx'
import { usePresence } from './presence/use-others.ts'
import { spaceViewStore } from './space-view-store.ts'
import { useAfterPaint } from './use-after-paint.ts'
import { texts } from './texts.ts'
import { SelectedTasks } from './toolbar/selected-tasks.tsx'
import { SpaceFilter } from './toolbar/space-filter.tsx'
import { Toolbar } from './toolbar/toolbar.tsx'
import styles from './space-page.module.css'

type SpacePageProps = { readonly opened: OpenSpace }

/** An open space: its toolbar, the grid or the kanban, and whatever lies over them. */
export function SpacePage({ opened }: SpacePageProps) {
  const { client, model, stats, mediaUrls } = opened
  useSpaceVersion(model)
  const { layout } = spaceViewStore
  const board = useMemo(() => makeBoard(model), [model])
  const page = useMemo<Page>(() => ({ client, model, stats, scope: layout }), [client, model, stats, layout])
  useCommands(useMemo(() => makeSpaceCommands(page, board), [page, board]))
  useScope(layout)
  usePaste()
  useSelectionLabel()
  useSentencePlace(model)
  useItemOrder(model)
  usePopupCursor(model)
  const isCompact = useSnapshot(uiStore).viewModes.project === 'compact'
  const presence = usePresence(client, model.row.id)
  const isPainted = useAfterPaint()
  useFillPosters(client, model)
  useReadiness(client, model, isPainted)
  return (
    <div className={styles['page']}>
      <h1 className="visually-hidden">{model.row.name}</h1>
      {isPainted ? <Toolbar model={model} presence={presence} isCompact={isCompact} /> : <ToolbarPlace />}
      {spaceViewStore.isFilterOpen && <SpaceFilter model={model} />}
      <SpaceContent opened={opened} board={board} presence={presence} isCompact={isCompact} />
      {spaceViewStore.isPeeking && <Peek model={model} mediaUrls={mediaUrls} />}
      {isPainted && <SelectedTasks model={model} />}
      {isPainted && <SpaceDialogs client={client} model={model} mediaUrls={mediaUrls} />}
    </div>
  )
}

/** Says why nothing is shown where the filter has an unknown name: a phone has no room for the filter itself. */
function describeNoMatch({ language }: SpaceModel): string {
  const [strange] = expressionsOf(spaceViewStore.filter).flatMap((text) => language.findHint(text) ?? [])
  return strange === undefined ? texts.noMatchText : `${asSentence(strange)} ${texts.noMatchText}`
}

type SpaceContentProps = SpacePageProps & {
  readonly board: Board
  readonly presence: SpacePresence | undefined
  readonly isCompact: boolean
}

function SpaceContent({ opened: { model, stats, mediaUrls }, board, presence, isCompact }: SpaceContentProps) {
  useKeepPlace(model, isCompact)
  const { isEmptySpace, rowCount } = model.getLayout()
  if (isEmptySpace) {
    const isIllustration = model.row.layout === 'illustration'
    return (
      <EmptyState title={texts.emptyTitle(isIllustration)} text={texts.emptyText(isIllustration)} icon={<FolderOpen />}>
        {model.studio.can('create') && <CommandButton command="item.create" variant="primary" />}
        {model.studio.can('create') && !isIllustration && <CommandButton command="space.import" />}
      </EmptyState>
    )
  }
  if (rowCount === 0) {
    return (
      <EmptyState title={texts.noMatchTitle} text={describeNoMatch(model)} icon={<SearchX />}>
        <CommandButton command="filter.clear" />
      </EmptyState>
    )
  }
  return (
    <TaskMenu model={model}>
      <div className={styles['content']}>
        {spaceViewStore.layout === 'kanban' ? (
          <Kanban model={model} board={board} mediaUrls={mediaUrls} presence={presence} />
        ) : (
          <Grid model={model} stats={stats} mediaUrls={mediaUrls} presence={presence} isCompact={isCompact} />
        )}
      </div>
    </TaskMenu>
  )
}

/** Lets the popup step from item to item in the order shown here. */
function useItemOrder(model: SpaceModel): void {
  const { order } = model.getLayout()
  const spaceId = model.row.id
  useEffect(() => setItemOrder({ spaceId, order }), [spaceId, order])
}

function usePaste(): void {
  usePastedText((text) => {
    if (spaceViewStore.layout !== 'grid' || text === '') return false
    void runCommand('grid.paste', { args: [text] })
    return true
  })
}

/** Tells the palette which tasks a sentence is about while this space is on screen. */
function useSentencePlace(model: SpaceModel): void {
  useEffect(() => {
    const { space } = model
    const getSelected = (): readonly SelectedTask[] =>
      spaceViewStore.selection.cells.size > 0 ? selectedTasks(model).map((task) => ({ space, task })) : []
    return sentencePlace.enter({ space, getSelected })
  }, [model])
}

/** Tells the palette what its commands would act on. */
function useSelectionLabel(): void {
  const count = spaceViewStore.selection.cells.size
  useEffect(() => {
    setSelectionLabel(count === 0 ? undefined : countTasks(count))
    return () => setSelectionLabel(undefined)
  }, [count])
}
