import { useSyncExternalStore } from 'react'
import type { BoardView, BoardViewStore } from './board-view.ts'

/** Reads one person's view of a board, or a part of it, and rerenders when that changes. */
export function useBoardView(model: { readonly view: BoardViewStore }): BoardView
export function useBoardView<Part>(model: { readonly view: BoardViewStore }, read: (view: BoardView) => Part): Part
export function useBoardView({ view }: { readonly view: BoardViewStore }, read?: (view: BoardView) => unknown) {
  return useSyncExternalStore(view.subscribe, () => (read === undefined ? view.get() : read(view.get())))
}
