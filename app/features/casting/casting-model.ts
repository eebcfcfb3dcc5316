import { isAsset, listItems, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { CastRow } from '#app/widgets/cast/cast-content.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'

/** A collection of shots. */
export type Sequence = { readonly key: string; readonly name: string; readonly shots: readonly ProjectItem[] }

/** The sequences of a project: its collections with shots, in the order of its spaces. */
export function listSequences(content: ProjectContent): readonly Sequence[] {
  const byCollection = Map.groupBy(
    listItems(content).filter(({ item }) => !isAsset(content, item)),
    ({ collection }) => collection.id,
  )
  const isOneSpace = new Set([...byCollection.values()].map(([first]) => first?.space.id)).size < 2
  return [...byCollection].flatMap(([key, shots]): Sequence[] => {
    const [first] = shots
    if (first === undefined) return []
    const { collection, space } = first
    const own = collection.isDefault ? space.name : collection.name
    return [{ key, name: isOneSpace || collection.isDefault ? own : `${space.name} · ${own}`, shots }]
  })
}

/** Whether a shot waits for something of its cast. */
export function isWaiting({ waiting }: CastRow): boolean {
  return waiting.some(({ blockers }) => blockers.length > 0)
}
