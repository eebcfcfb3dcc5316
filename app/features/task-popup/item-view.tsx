import { Tabs } from 'radix-ui'
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { messages } from '#core/lib/messages.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { firstFrameOf } from '#core/revisions/frame-number.ts'
import { placeViewer, setViewerNotes, viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import { readFeed } from '#app/widgets/comments/comment-feed-model.ts'
import { composerStore } from '#app/widgets/comments/composer-store.ts'
import type { Draft } from '#app/widgets/comments/draft.ts'
import { closeDrawing, drawingStore } from '#app/widgets/media-viewer/drawing-store.ts'
import { useViewer } from '#app/widgets/media-viewer/use-viewer.ts'
import { focusPopup } from './popup-dialog.tsx'
import { PopupCastRow } from './popup-cast-row.tsx'
import { PopupFacts } from './popup-facts.tsx'
import { PopupFields } from './popup-fields.tsx'
import { PopupHeader } from './popup-header.tsx'
import { PopupMenu } from './popup-menu.tsx'
import { PopupMenus } from './popup-menus.tsx'
import { readNotes } from '#app/widgets/comments/read-notes.ts'
import { popupStore, setPopup, type PopupModel } from './popup-store.ts'
import styles from './task-popup.module.css'
import { TaskView } from './task-view.tsx'

type ItemViewProps = {
  readonly model: PopupModel
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined
}

/** The item's stages as tabs, and the task of the open one. */
export function ItemView({ model, failure }: ItemViewProps) {
  const { tasks, selection } = model
  const { deleting, isDeletingItem } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  usePlace(model)
  useNotes(model)
  useJump()
  useClosedDrawing(model)
  useHeldFocus()
  return (
    <PopupMenu model={model}>
      <Tabs.Root
        className={styles['item']}
        value={selection.task?.id ?? ''}
        onValueChange={(taskId) => void runCommand('popup.stage', { args: [taskId] })}
      >
        <PopupHeader model={model} />
        {selection.task !== undefined && <PopupFacts model={model} task={selection.task} />}
        <PopupFields model={model} />
        <PopupCastRow model={model} />
        {tasks.length === 0 && <EmptyState title="No visible tasks available for this item." />}
        {tasks.map((task) => (
          <Tabs.Content key={task.id} value={task.id} className={styles['panel']} tabIndex={-1}>
            {task.id === selection.task?.id && <TaskView model={model} task={task} failure={failure} />}
          </Tabs.Content>
        ))}
        {selection.missing === 'task' && (
          <EmptyState title={messages['task-not-in-item']} text="Choose one of its stages above." />
        )}
        <PopupMenus model={model} />
        <AlertDialog
          isOpen={isDeletingItem}
          title="Confirm Delete"
          description={`Are you sure you want to delete the item "${model.row.title}"?`}
          confirmLabel="Delete"
          tone="danger"
          onConfirm={() => void runCommand('popup.delete-item', { args: ['yes'] })}
          onCancel={() => setPopup({ isDeletingItem: false })}
        />
        <AlertDialog
          isOpen={deleting !== undefined}
          title="Delete comment"
          description="Are you sure you want to delete this comment?"
          confirmLabel="Delete"
          tone="danger"
          onConfirm={() => void runCommand('popup.delete-comment', { args: [deleting ?? '', 'yes'] })}
          onCancel={() => setPopup({ deleting: undefined })}
        />
      </Tabs.Root>
    </PopupMenu>
  )
}

/**
 * Moves the focus to the popup from a button that became disabled, such as at the last item or version; otherwise the
 * page would get it.
 */
function useHeldFocus(): void {
  useLayoutEffect(() => {
    if (document.activeElement?.matches('#task-popup :disabled') === true) focusPopup()
  })
}

/** Numbers frames from the first frame of the film, else of its item, else of the project. */
function usePlace({ row, selection, space, studio }: PopupModel): void {
  const projectId = studio.replica.find('spaces', space.spaceId)?.projectId
  const project = projectId && studio.replica.find('projects', projectId)
  const firstFrame = firstFrameOf(row, project, selection.media)
  useLayoutEffect(() => placeViewer({ firstFrame, projectId }), [firstFrame, projectId])
}

/** Shows the marks and drawings of comments on the film or picture in view. */
function useNotes({ item, selection, studio }: PopupModel): void {
  const { task, media } = selection
  const version = item?.replica.getVersion('comments')
  const { drafts } = useSnapshot(composerStore)
  const drafted = task && (drafts[task.id] as Draft | undefined)?.drawings

  useEffect(() => {
    if (item === undefined || task === undefined || media === undefined) return undefined
    setViewerNotes(readNotes(readFeed({ studio, item, taskId: task.id }), media.id, drafted ?? []))
    return () => setViewerNotes({ markers: [], drawings: [] })
  }, [item, task, media, studio, version, drafted])
}

/** Seeks to the time or frame of a note once its film has loaded. */
function useJump(): void {
  const { target } = useViewer()
  const { jump } = useSyncExternalStore(popupStore.subscribe, popupStore.get)

  useEffect(() => {
    // A player about to be replaced, although it has the same film, is not the target.
    if (jump === undefined || target === undefined || target !== viewerStore.get().target) return
    if (target.kind === 'audio' || target.mediaId !== jump.mediaId) return
    if (target.kind === 'video' && jump.frame !== undefined) target.player.seekFrame(jump.frame)
    else if (target.kind === 'video' && jump.seconds !== undefined) target.player.seekSeconds(jump.seconds)
    setPopup({ jump: undefined })
  }, [jump, target])
}

/** Closes the drawing when its picture is left. */
function useClosedDrawing({ selection }: PopupModel): void {
  const { media } = selection
  useEffect(() => {
    const session = drawingStore.get()
    if (session !== undefined && session.mediaId !== media?.id) closeDrawing()
  }, [media?.id])
  useEffect(() => closeDrawing, [])
}
