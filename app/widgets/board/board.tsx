import { useCallback, useEffect, useMemo, useRef } from 'react'
import { toScreen } from '#core/boards/camera.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { useScope } from '#app/commands/use-scope.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { CommandButton } from '../command-button.tsx'
import { useReplicaVersion } from '../use-client.ts'
import { BoardMenu } from './board-menu.tsx'
import type { BoardModel } from './board-model.ts'
import type { BoardPage } from './board-page.ts'
import { BoardStage } from './board-stage.tsx'
import { BoardToolbar } from './board-toolbar.tsx'
import { makeBoardCommands } from './commands/make-board-commands.ts'
import { setFullscreen } from './commands/view-commands.ts'
import { cancelCrop } from './cropping.ts'
import { findListEntry, ItemList } from './item-list.tsx'
import { placeFiles } from './place-files.ts'
import { Minimap } from './minimap.tsx'
import { Shelf } from './shelf.tsx'
import { TextEditor } from './text-editor.tsx'
import { useBoardStage } from './use-board-stage.ts'
import { useBoardView } from './use-board-view.ts'
import { useDropAndPaste } from './use-drop-and-paste.ts'
import { VideoOverlay } from './video-overlay.tsx'
import styles from './board.module.css'

type BoardProps = { readonly model: BoardModel; readonly shelf?: readonly MediaRow[] }

/** An opened board: tools, the drawing, the same objects as a list for those who cannot see it, and overlays. */
// oxlint-disable-next-line max-lines-per-function -- overlays in their stacking order
export function Board({ model, shelf = [] }: BoardProps) {
  const root = useRef<HTMLElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const view = useBoardView(model)
  const version = useReplicaVersion(model.board.replica)
  const opened = useRef<BoardPage>(undefined)
  const { stage, people, pictures, palette } = useBoardStage({ model, container, opened })
  const page = useMemo<BoardPage>(
    () => ({
      model,
      chooseFiles: (kind) => (kind === 'files' ? files : folder).current?.click(),
      focusObject: (id) => findListEntry(root.current, id)?.focus({ preventScroll: true }),
      focusBoard: () => container.current?.focus({ preventScroll: true }),
      brush: { palette, findPicture: pictures.find },
    }),
    [model, palette, pictures],
  )
  useEffect(() => {
    opened.current = page
  }, [page])
  // oxlint-disable-next-line react/refs -- its functions read the elements when they are called, not while rendering
  useCommands(useMemo(() => makeBoardCommands(page), [page]))
  useScope('canvas')
  useEscapes(model)
  useEffect(() => model.settle, [model])
  const { isOver, dropping } = useDropAndPaste(model, root)
  const take = useCallback((list: FileList | null) => void placeFiles(model, [...(list ?? [])]), [model])
  const isEmpty = model.board.getItems().length === 0
  return (
    <section
      ref={root}
      className={styles['board']}
      aria-label={`Board of ${model.name}`}
      data-fullscreen={view.isFullscreen || undefined}
      data-camera={`${view.camera.x} ${view.camera.y} ${view.camera.zoom}`}
      data-drop={isOver || undefined}
      {...dropping}
    >
      <BoardToolbar
        model={model}
        people={people}
        version={version}
        tool={view.tool}
        selection={view.selection}
        focused={view.focused}
        isSnapping={view.isSnapping}
        isGreyscale={view.isGreyscale}
        isMinimapShown={view.isMinimapShown}
        isFullscreen={view.isFullscreen}
      />
      <div className={styles['body']}>
        <BoardMenu page={page} isDisabled={view.writing !== undefined}>
          <div className={styles['area']}>
            {/* The canvas is silent for screen readers: the list beside it speaks instead. */}
            <div
              ref={container}
              className={styles['canvas']}
              data-tool={view.tool}
              data-grey={view.isGreyscale || undefined}
              tabIndex={-1}
              aria-hidden="true"
            >
              <BoardStage ref={stage} model={model} people={people} pictures={pictures} palette={palette} />
            </div>
            <ItemList model={model} selection={view.selection} focused={view.focused} version={version} />
            <VideoOverlay model={model} view={view} />
            {view.writing !== undefined && (
              <TextEditor key={view.writing.id ?? 'new'} model={model} writing={view.writing} />
            )}
            <div className={styles['cursors']} aria-hidden="true">
              {people.map(({ userId, name, color, cursor }) => {
                if (cursor === undefined) return undefined
                const { x, y } = toScreen(view.camera, cursor)
                return (
                  <span key={userId} data-cursor={name} style={{ translate: `${x}px ${y}px`, background: color }}>
                    {name}
                  </span>
                )
              })}
            </div>
            {isEmpty && view.writing === undefined && (
              <div className={styles['empty']}>
                <h2>Nothing here yet</h2>
                {model.canEdit() && (
                  <>
                    <p>Drop or paste images, videos and text anywhere.</p>
                    <p>
                      <CommandButton command="canvas.upload" variant="primary" />
                      <CommandButton command="canvas.text" />
                    </p>
                  </>
                )}
              </div>
            )}
            {view.isMinimapShown && !isEmpty && (
              <Minimap model={model} view={view} version={version} palette={palette} />
            )}
            <output className={styles['zoom']} aria-label="Zoom">
              {Math.round(view.camera.zoom * 100)} %
            </output>
          </div>
        </BoardMenu>
        {shelf.length > 0 && <Shelf model={model} files={shelf} />}
      </div>
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept="image/*,video/*"
        data-testid="board-files"
        {...taking(take)}
      />
      <input ref={folder} type="file" multiple hidden {...wholeFolder} data-testid="board-folder" {...taking(take)} />
      <output className="visually-hidden" aria-live="polite">
        {view.spoken}
      </output>
    </section>
  )
}

/** Chooses folders; missing from React's types. */
const wholeFolder = { webkitdirectory: '' }

function taking(take: (files: FileList | null) => void) {
  return {
    onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      take(currentTarget.files)
      currentTarget.value = ''
    },
  }
}

/** Esc leaves fullscreen, then deselects the tool, then the selection. */
function useEscapes(model: BoardModel): void {
  const view = useBoardView(model)
  useLayer({
    scope: 'canvas',
    blocks: 'nothing',
    isOpen: view.cropping !== undefined,
    onClose: () => cancelCrop(model),
  })
  useLayer({ scope: 'canvas', blocks: 'nothing', isOpen: view.isFullscreen, onClose: () => leaveFullscreen(model) })
  useLayer({
    scope: 'canvas',
    blocks: 'nothing',
    isOpen: view.cropping === undefined && (view.selection.size > 0 || view.tool !== 'select'),
    onClose: () => model.view.set({ selection: new Set(), tool: 'select', spoken: 'Nothing selected' }),
  })
  useEffect(() => {
    // The browser's own Esc ends fullscreen before the page hears any key.
    const onChange = (): void => {
      if (document.fullscreenElement === null) model.view.set({ isFullscreen: false })
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      leaveFullscreen(model)
    }
  }, [model])
}

function leaveFullscreen(model: BoardModel): void {
  if (model.view.get().isFullscreen) void setFullscreen(model, false)
}
