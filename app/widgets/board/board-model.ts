import { countOf } from '#core/lib/text.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { CanvasItemRow } from '#core/schema/canvas-items.ts'
import { fit } from '#core/boards/camera.ts'
import { boundsOf, unionOf, type Box, type Point } from '#core/boards/geometry.ts'
import { makeBoardIndex, type BoardIndex } from '#core/boards/index-by-place.ts'
import { boardLimits } from '#core/boards/limits.ts'
import type { CanvasItemId, ProjectId } from '#core/lib/ids.ts'
import { changeBoard, type ChangeBoardInput } from '#core/boards/change-board.ts'
import type { BoardReplica } from '#core/boards/board-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { makeUndoStack, type UndoStack } from '#app/commands/undo-stack.ts'
import type { Result } from '#core/lib/result.ts'
import { getMediaUrls } from '../client-media-urls.ts'
import { perform } from '../perform.ts'
import type { MediaUrls } from '../media-urls.ts'
import { makeNudges } from './nudges.ts'
import type { BoardOthers } from './board-person.ts'
import { makeBoardView, type BoardViewStore } from './board-view.ts'

/** An opened board: its objects, this person's view of it, and the only way to change it. */
export type BoardModel = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly projectId: ProjectId
  /** The name of the project, space or item the board belongs to. */
  readonly name: string
  readonly board: BoardReplica
  readonly view: BoardViewStore
  /**
   * The position of this person's pointer over the drawing, in screen pixels. Not part of the view: nothing drawn
   * depends on it.
   */
  readonly pointer: { at: Point | undefined }
  readonly urls: MediaUrls
  /** The other people at the board. */
  readonly others: BoardOthers
  /** Objects this person has deleted. */
  readonly removed: ReadonlySet<CanvasItemId>
  /** This person's own undo steps on this board. */
  readonly history: UndoStack
  readonly canEdit: () => boolean
  /** Rebuilt when something on the board changes. */
  readonly getIndex: () => BoardIndex<CanvasItemRow>
  readonly getSelected: () => readonly CanvasItemRow[]
  /** The selected objects that are not locked: what moves, turns and can be deleted. */
  readonly getMovable: () => readonly CanvasItemRow[]
  readonly change: (change: Omit<ChangeBoardInput, 'board'>) => Promise<Result<void>>
  /** Moves the selected objects by an offset: shown at once, and merged into one step with moves that follow soon. */
  readonly nudge: (by: Point) => void
  /** Writes pending nudges. */
  readonly settle: () => void
}

type BoardDeps = Pick<BoardModel, 'client' | 'studio' | 'projectId' | 'name' | 'board'>

/** Serialises this person's steps on a board; the only way to add one. */
function makeWriting({ board, client }: Pick<BoardDeps, 'board' | 'client'>) {
  const history = makeUndoStack(boardLimits.undoSteps)
  // Undo right after a change means that change: each step waits for those started before it.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = async <Value>(step: () => Promise<Value>): Promise<Value> => {
    const turn = last.then(step)
    last = turn.catch(() => undefined)
    return await turn
  }
  const write = async (change: Omit<ChangeBoardInput, 'board'>): Promise<Result<void>> => {
    const changing = perform(changeBoard({ board, ...change }, client), {
      client,
      failedText: (reason) => `The board was not changed: ${reason}`,
    })
    changing.catch(() => undefined)
    return await inTurn(async () => {
      const result = await changing
      if (!result.ok) return result
      if (result.value !== undefined) history.record(result.value)
      return { ok: true, value: undefined }
    })
  }
  return { history, inTurn, write }
}

export function makeBoardModel(deps: BoardDeps): BoardModel {
  const { client, studio, board } = deps
  const view = makeBoardView()
  let indexed: { readonly items: readonly CanvasItemRow[]; readonly index: BoardIndex<CanvasItemRow> } | undefined
  const getSelected = (): readonly CanvasItemRow[] => {
    const { selection } = view.get()
    return selection.size === 0 ? [] : board.getItems().filter(({ id }) => selection.has(id))
  }
  const getMovable = () => getSelected().filter(({ isLocked }) => !isLocked)
  const { history, inTurn, write } = makeWriting(deps)
  const removed = new Set<CanvasItemId>()
  const nudges = makeNudges({
    view,
    getMovable,
    write: (set) => void write({ label: 'Move', set }).then((result) => !result.ok && reportFailure(result.error)),
  })
  const { settle } = nudges
  return {
    ...deps,
    view,
    history: {
      ...history,
      undo: async () => {
        settle()
        return await inTurn(history.undo)
      },
      redo: async () => {
        settle()
        return await inTurn(history.redo)
      },
      canUndo: () => nudges.isUnderway() || history.canUndo(),
    },
    pointer: { at: undefined },
    others: { now: [], held: new Map() },
    removed,
    urls: getMediaUrls(client),
    canEdit: () => studio.can('create'),
    getIndex: () => {
      const items = board.getItems()
      if (indexed?.items !== items) indexed = { items, index: makeBoardIndex(items) }
      return indexed.index
    },
    getSelected,
    getMovable,
    nudge: nudges.move,
    settle,
    change: async (change) => {
      settle()
      for (const id of change.remove ?? []) removed.add(id)
      return await write(change)
    },
  }
}

/** Returns the bounding box of objects; undefined if there are none. */
export function boxOf(items: readonly CanvasItemRow[]): Box | undefined {
  return unionOf(items.map(boundsOf))
}

/** Fits everything on the board into the window. */
export function frameAll({ board, view }: BoardModel): void {
  const box = boxOf(board.getItems())
  if (box !== undefined) view.set({ camera: fit(box, view.get().window, boardLimits.fitPadding) })
}

/** Adds the objects grouped with the given ones. */
export function withGroups({ board }: BoardModel, ids: Iterable<CanvasItemId>): Set<CanvasItemId> {
  const all = new Set(ids)
  const groups = new Set([...all].flatMap((id) => board.find(id)?.groupId ?? []))
  if (groups.size === 0) return all
  for (const { id, groupId } of board.getItems()) if (groupId !== undefined && groups.has(groupId)) all.add(id)
  return all
}

/** Returns an object's name: its text, or its file's name. */
export function nameOf({ board }: BoardModel, item: CanvasItemRow): string {
  const name = item.type === 'text' ? item.text?.trim() : item.mediaId && board.findMedia(item.mediaId)?.filename
  return name === undefined || name === '' ? { text: 'Empty text', image: 'Image', video: 'Video' }[item.type] : name
}

/** Selects objects and announces how many. */
export function select(model: BoardModel, ids: Iterable<CanvasItemId>): void {
  const selection = withGroups(model, ids)
  const spoken = selection.size === 0 ? 'Nothing selected' : `${countObjects(selection.size)} selected`
  model.view.set({ selection, spoken })
}

/**
 * Adds objects and selects them at once, so that the next key applies to them; if they are refused, restores the
 * previous selection.
 */
export async function addSelected(
  model: BoardModel,
  changes: Omit<ChangeBoardInput, 'board'> & { readonly add: readonly CanvasItemRow[] },
) {
  const { selection } = model.view.get()
  const adding = model.change(changes)
  select(
    model,
    changes.add.map(({ id }) => id),
  )
  const result = await adding
  if (!result.ok) select(model, selection)
  return result
}

/** Writes where a gesture left the objects; objects deleted meanwhile are left out. */
export async function commitDrafts(
  { board, view, change }: Pick<BoardModel, 'board' | 'view' | 'change'>,
  label: string,
): Promise<void> {
  const { drafts } = view.get()
  if (drafts.size === 0) return
  const set = [...drafts].flatMap(([id, fields]) => (board.find(id) === undefined ? [] : [{ id, fields }]))
  // The replica shows the change before this resolves, so that nothing jumps back in between.
  const changing = set.length === 0 ? undefined : change({ label, set })
  view.set({ drafts: new Map() })
  await changing
}

export function countObjects(count: number): string {
  return countOf(count, 'object')
}
