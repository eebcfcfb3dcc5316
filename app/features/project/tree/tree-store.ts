import { proxy } from 'valtio/vanilla'
import { proxySet } from 'valtio/utils'
import type { ProjectId, StudioId } from '#core/lib/ids.ts'
import { listTreeLines, makeProjectTree, projectTreeQuery, type TreeCollection } from '#core/projects/project-tree.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import { getPage } from '#app/widgets/use-page.ts'

type TreePlace = { readonly studioId: StudioId; readonly projectId: ProjectId }

type TreeState = {
  /** The project whose tree is shown; undefined if there is no tree on the page. */
  place: TreePlace | undefined
  /** Lines whose children are hidden. */
  folded: Set<string>
  /** The line that Tab focuses. */
  reached: string | undefined
}

const state = proxy<TreeState>({ place: undefined, folded: proxySet(), reached: undefined })

export const treeStore: DeepReadonly<TreeState> = state

/** Makes this the tree on the page, until the returned function is called. */
export function showTree(place: TreePlace): () => void {
  Object.assign(state, { place, folded: proxySet(), reached: undefined })
  return () => {
    if (state.place?.projectId === place.projectId) state.place = undefined
  }
}

export function setReachedLine(id: string): void {
  state.reached = id
}

export function setFolded(id: string, isFolded: boolean): void {
  if (isFolded) state.folded.add(id)
  else state.folded.delete(id)
}

/** Returns the project's episodes and sequences, of active spaces. */
export function toTree(studio: StudioReplica, projectId: ProjectId, rows: readonly TreeCollection[]) {
  const spaces = studio.getSpaces(projectId).filter(({ isActive }) => isActive)
  return makeProjectTree(spaces, rows)
}

/** Returns the lines on the page, for commands. */
export function getTreeLines(studio: StudioReplica, folded: ReadonlySet<string> = state.folded) {
  const { place } = state
  if (place === undefined) return []
  return listTreeLines(toTree(studio, place.projectId, getPage(projectTreeQuery(place)).rows), folded)
}
