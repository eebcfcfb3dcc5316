import { toId, type MediaId, type VersionId } from '#core/lib/ids.ts'
import { defineWith, type Command, type CommandContext, type CommandId } from '#app/commands/define-command.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { compareStore, setCompareMode } from '#app/widgets/media-viewer/compare-store.ts'
import { findPlayer } from '#app/widgets/media-viewer/viewer-store.ts'
import { findFirstComparable } from './comparables.ts'
import { lostDraftCommands } from './lost-draft-commands.ts'
import { closePopup, findPopup, popupStore, setPopup, showInPopup, type PopupModel } from './popup-store.ts'
import { findNeighbour, toAddress, type PopupTask } from './resolve-popup.ts'

const group = 'Item'
const define = defineWith({ group, scope: 'popup' })

/** The commands that move within an item and between items. */
export const popupCommands: readonly Command[] = [
  ...lostDraftCommands,
  define({ id: 'popup.close', title: 'Close the item', when: isOpen, run: closePopup }),
  forItem(
    { id: 'popup.previous-item', title: 'Previous item', keys: ['shift+up'] },
    {
      when: ({ neighbours }) => neighbours.previous !== undefined,
      run: (model) => showItem(model, 'previous'),
    },
  ),
  forItem(
    { id: 'popup.next-item', title: 'Next item', keys: ['shift+down'] },
    {
      when: ({ neighbours }) => neighbours.next !== undefined,
      run: (model) => showItem(model, 'next'),
    },
  ),
  define({
    id: 'popup.stage',
    title: 'Show the n-th stage',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    isKeyOnly: true,
    when: isOpen,
    run: ({ chord }, [taskId]) => {
      const model = findPopup()
      const task = model?.tasks.find(({ id }, index) =>
        taskId === undefined ? String(index + 1) === chord : id === taskId,
      )
      if (model !== undefined && task !== undefined) showTask(model, task)
    },
  }),
  forItem(
    { id: 'popup.older-version', title: 'Older version', keys: ['['] },
    {
      when: hasVersions,
      run: (model) => showVersion(model, 1),
    },
  ),
  forItem(
    { id: 'popup.newer-version', title: 'Newer version', keys: [']'] },
    {
      when: hasVersions,
      run: (model) => showVersion(model, -1),
    },
  ),
  forItem(
    { id: 'popup.previous-media', title: 'Previous file of the version', keys: ['{'] },
    {
      when: hasMedia,
      run: (model) => showMedia(model, -1),
    },
  ),
  forItem(
    { id: 'popup.next-media', title: 'Next file of the version', keys: ['}'] },
    {
      when: hasMedia,
      run: (model) => showMedia(model, 1),
    },
  ),
  {
    ...forTask({ id: 'popup.focus-comment', title: 'Write a comment', keys: ['c'] }, ({ task }) =>
      beginToWrite(task.id, 'comment'),
    ),
    needs: 'comment',
    when: () => canWrite() && findPopup()?.selection.task !== undefined,
  },
  {
    ...forTask({ id: 'popup.revision-mode', title: 'Write a revision', keys: ['r'] }, ({ task }) =>
      beginToWrite(task.id, 'revision'),
    ),
    needs: 'revisions',
    when: () => canWrite() && findPopup()?.studio.can('revisions') === true,
  },
  forItem(
    { id: 'popup.compare', title: 'Compare versions', keys: ['w'] },
    {
      when: (model) => popupStore.get().comparedTo !== undefined || findFirstComparable(model) !== undefined,
      run: (model) => {
        const isComparing = popupStore.get().comparedTo !== undefined
        const { media } = model.selection
        const frame = findPlayer()?.getState().frame
        setPopup({
          comparedTo: isComparing ? undefined : findFirstComparable(model)?.media.id,
          // Stays at the same frame.
          jump: media === undefined || frame === undefined ? undefined : { mediaId: media.id, frame },
        })
      },
    },
  ),
  define({
    id: 'popup.wipe',
    title: 'Wipe or side by side',
    keys: ['shift+w'],
    when: () => popupStore.get().comparedTo !== undefined,
    run: () => setCompareMode(compareStore.get().mode === 'wipe' ? 'side' : 'wipe'),
  }),
  define({
    id: 'popup.compare-with',
    title: 'Compare with another version',
    isKeyOnly: true,
    when: isOpen,
    run: (_context, [mediaId]) => {
      if (mediaId !== undefined) setPopup({ comparedTo: toId<MediaId>(mediaId) })
    },
  }),
  define({
    id: 'popup.show-version',
    title: 'Show a version',
    isKeyOnly: true,
    when: isOpen,
    run: (_context, [versionId]) => {
      const model = findPopup()
      if (model !== undefined && versionId !== undefined) showVersionById(model, toId<VersionId>(versionId))
    },
  }),
  define({
    id: 'popup.show-media',
    title: 'Show a file',
    isKeyOnly: true,
    when: isOpen,
    run: (_context, [mediaId]) => {
      const model = findPopup()
      if (model !== undefined) showInPopup({ ...toAddress(model.row, model.selection), media: mediaId })
    },
  }),
]

function isOpen(): boolean {
  return findPopup() !== undefined
}

/** Returns whether there is, or will be, a form to write in. */
function canWrite(): boolean {
  return findPopup()?.studio.can('comment') === true
}

function hasVersions({ selection }: PopupModel): boolean {
  return selection.versions.length > 1
}

function hasMedia({ selection }: PopupModel): boolean {
  return selection.versionMedia.length > 1
}

type Named = { readonly id: CommandId; readonly title: string; readonly keys: readonly string[] }
type ItemAction = { readonly when: (model: PopupModel) => boolean; readonly run: (model: PopupModel) => void }

function forItem({ id, title, keys }: Named, { when, run }: ItemAction): Command {
  const find = (_context: CommandContext): PopupModel | undefined => {
    const model = findPopup()
    return model !== undefined && when(model) ? model : undefined
  }
  return define({
    id,
    title,
    keys,
    when: (context) => find(context) !== undefined,
    run: (context) => {
      const model = find(context)
      if (model !== undefined) run(model)
    },
  })
}

type TaskAction = (open: { readonly model: PopupModel; readonly task: PopupTask }) => void

function forTask(named: Named, run: TaskAction): Command {
  return forItem(named, {
    when: ({ selection }) => selection.task !== undefined,
    run: (model) => {
      const { task } = model.selection
      if (task !== undefined) run({ model, task })
    },
  })
}

/** Opens the next or previous item, at the same stage if it has it. */
function showItem({ space, neighbours, selection }: PopupModel, which: 'previous' | 'next'): void {
  const row = space.replica.find('items', neighbours[which] ?? '')
  if (row === undefined) return
  const { task } = selection
  const hasStage = task !== undefined && space.findTask(row.id, task.stageId)?.isDisabled === false
  const { item, task: name } = toAddress(row, selection)
  showInPopup({ item, task: hasStage ? name : undefined })
}

function showTask({ row, selection }: PopupModel, task: PopupTask): void {
  const { item, task: name } = toAddress(row, { ...selection, task })
  showInPopup({ item, task: name })
}

function showVersion(model: PopupModel, by: 1 | -1): void {
  const { versions, version } = model.selection
  const next = findNeighbour(versions, ({ id }) => id === version?.id, by)
  if (next !== undefined) showVersionById(model, next.id)
}

function showVersionById({ row, selection }: PopupModel, versionId: VersionId): void {
  const version = selection.versions.find(({ id }) => id === versionId)
  if (version === undefined) return
  showInPopup({ ...toAddress(row, { ...selection, version }), media: undefined })
  if (version.versionNumber === 0) setPopup({ posted: versionId })
}

function showMedia({ row, selection }: PopupModel, by: 1 | -1): void {
  const media = findNeighbour(selection.versionMedia, ({ id }) => id === selection.media?.id, by)
  if (media !== undefined) showInPopup(toAddress(row, { ...selection, media }))
}
