import { useSyncExternalStore } from 'react'
import type { BoardView, BoardViewStore } from './board-view.ts'

/** How one person looks at a board, or a part of it: draws again when that changes. */
export function useBoardView(model: { readonly view: BoardViewStore }): BoardView
export function useBoardView<Part>(model: { readonly view: BoardViewStore }, read: (view: BoardView) => Part): Part
export function useBoardView({ view }: { readonly view: BoardViewStore }, read?: (view: BoardView) => unknown) {
  return useSyncExternalStore(view.subscribe, () => (read === undefined ? view.get() : read(view.get())))
}
