import type { MediaRow } from '#core/schema/media.ts'
import { useState, useSyncExternalStore, type CSSProperties } from 'react'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CompareView } from '#app/widgets/media-viewer/compare-view.tsx'
import { MediaViewer } from '#app/widgets/media-viewer/media-viewer.tsx'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { findComparable, listComparables } from './comparables.ts'
import { MediaStrip } from './media-strip.tsx'
import { popupStore, showInPopup, type PopupModel } from './popup-store.ts'
import { ReferencesBoard } from './references-board.tsx'
import { hasBoard, toAddress, type PopupTask } from './resolve-popup.ts'
import { SidebarHandle } from './sidebar-handle.tsx'
import styles from './task-popup.module.css'
import { TaskSidebar } from './task-sidebar.tsx'
import { usePictureFirst } from './use-picture-first.ts'
import { useSidebarWidth } from './use-sidebar-width.ts'

type TaskViewProps = {
  readonly model: PopupModel
  readonly task: PopupTask
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined
}

/** A task: its picture on the left and its comments on the right; only the comments if there is no picture. */
export function TaskView({ model, task, failure }: TaskViewProps) {
  const { width, setWidth } = useSidebarWidth()
  const [dragWidth, setDragWidth] = useState<number>()
  // The picture is painted first, its comments a moment later.
  const isPictured = usePictureFirst(model.selection.media)
  if (failure !== undefined) {
    return (
      <EmptyState title="The task could not be loaded" text={errorText(failure.error, messages.unexpected)}>
        <Button variant="primary" onClick={failure.retry}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  if (model.item === undefined) {
    return (
      <output className={styles['loading']} aria-busy="true">
        Loading item data...
      </output>
    )
  }
  const left = <Picture model={model} task={task} hasControls={isPictured} />
  const { selection } = model
  const hasPicture =
    hasBoard(task) || selection.versions.length > 0 || selection.media !== undefined || selection.missing !== undefined
  // React's style type lacks custom properties.
  const style = { '--sidebar': `${dragWidth ?? width}em` } as CSSProperties
  return (
    <div className={styles['task']} data-comments-only={!hasPicture || undefined} style={style}>
      {hasPicture && (
        <>
          {left}
          <SidebarHandle
            width={dragWidth ?? width}
            onDrag={setDragWidth}
            onChange={(next) => {
              setDragWidth(undefined)
              setWidth(next)
            }}
          />
        </>
      )}
      {isPictured || !hasPicture ? (
        <TaskSidebar key={task.id} model={model} item={model.item} task={task} />
      ) : (
        <div className={styles['sidebar']} />
      )}
    </div>
  )
}

type PictureProps = Pick<TaskViewProps, 'model' | 'task'> & Pick<ViewerProps, 'hasControls'>

function Picture({ model, task, hasControls }: PictureProps) {
  const { selection, row, client } = model
  const urls = getMediaUrls(client)
  const { media, missing } = selection
  if (missing === 'version' || missing === 'media') {
    const address = toAddress(row, { ...selection, version: undefined, media: undefined })
    return (
      <div className={styles['picture']}>
        <EmptyState
          title={missing === 'version' ? 'Version not found' : 'File not found'}
          text={
            missing === 'version'
              ? 'This task has no such version.'
              : 'This version has no such file; it may have been deleted.'
          }
        >
          <Button variant="primary" onClick={() => showInPopup(address)}>
            Show the newest version
          </Button>
        </EmptyState>
      </div>
    )
  }
  if (hasBoard(task) && media === undefined) return <ReferencesBoard key={model.row.id} model={model} />
  if (media === undefined) {
    return (
      <div className={styles['picture']}>
        <EmptyState title="This version has no files." />
      </div>
    )
  }
  return (
    <div className={styles['picture']} data-popup-picture="">
      <Viewer model={model} media={media} hasControls={hasControls} />
      {hasBoard(task) && (
        <CommandButton command="popup.stage" args={[task.id]} hasKeyHint={false}>
          Back to the board
        </CommandButton>
      )}
      {selection.versionMedia.length > 1 && <MediaStrip selection={selection} urls={urls} />}
    </div>
  )
}

type ViewerProps = { readonly model: PopupModel; readonly media: MediaRow; readonly hasControls: boolean }

/** The file in view, alone or beside that of another version. */
function Viewer({ model, media, hasControls }: ViewerProps) {
  const { comparedTo } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  const urls = getMediaUrls(model.client)
  const main = findComparable(model)
  const offered = comparedTo === undefined ? [] : listComparables(model)
  const other = offered.find((file) => file.media.id === comparedTo) ?? offered[0]
  if (main === undefined || other === undefined) {
    return <MediaViewer media={media} urls={urls} hasControls={hasControls} />
  }
  return <CompareView main={main} other={other} offered={offered} urls={urls} />
}
