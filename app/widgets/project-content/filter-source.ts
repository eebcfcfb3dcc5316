import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FilterSource } from '#core/timeline/filter-kinds.ts'
import type { ProjectContent } from './project-content.ts'
import { listItems } from './project-items.ts'

/** Returns the choices and names for filters of a project's tasks and assets; each list is read when first needed. */
export function readFilterSource(
  { studio, spaces }: Pick<ProjectContent, 'studio' | 'spaces'>,
  given: {
    readonly fields: readonly FieldDefinition[]
    readonly findProblem?: (expression: string) => string | undefined
    readonly findHint?: (expression: string) => string | undefined
  },
): FilterSource {
  return {
    projects: [],
    ...given,
    get kinds() {
      return studio.getKinds()
    },
    get spaces() {
      return spaces.map(({ space }) => space)
    },
    get collections() {
      return spaces.flatMap(({ space, replica }) =>
        replica
          .getCollections()
          .flatMap(({ id, name, isDefault }) => (isDefault ? [] : [{ id, name, spaceId: space.id }])),
      )
    },
    get items() {
      return listItems({ spaces }).map(({ item }) => item)
    },
    get stages() {
      const used = new Set(spaces.flatMap(({ space }) => studio.getSpaceStages(space.id).map(({ stageId }) => stageId)))
      return studio.getStages().filter(({ id }) => used.has(id))
    },
    get statuses() {
      return studio.getStatuses()
    },
    get waitedFor() {
      const needed = new Set(studio.getNeeds().map(({ needsStageId }) => needsStageId))
      return studio.getStages().filter(({ id }) => needed.has(id))
    },
    get artists() {
      return studio
        .getMembers()
        .flatMap(({ userId, displayName, archivedAt }) =>
          archivedAt === undefined ? [{ id: userId, name: displayName }] : [],
        )
    },
    get unlisted() {
      const stage = studio.getStages()
      const artist = studio
        .getMembers()
        .flatMap(({ userId, displayName, archivedAt }) =>
          archivedAt === undefined ? [] : [{ id: userId, name: `${displayName} (archived)` }],
        )
      return { artist, stage, waits: stage }
    },
  }
}
