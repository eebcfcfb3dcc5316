import type { Catalogue, SpaceContent } from './space-content.ts'
import type { CastContent } from './cast-index.ts'
import { findNewKind } from '#core/items/new-item-kind.ts'
import { parseRationalRate, type RationalRate } from './rational-rate.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Collects the contents of an open space, for imports and exports. */
export function toContent(studio: StudioReplica, space: SpaceReplica, casting?: CastContent): SpaceContent {
  const collections = space.getCollections()
  return {
    collections,
    items: collections.flatMap(({ id }) => space.getItems(id)),
    tasks: [...space.replica.getRows('item_tasks').values()],
    hoursOf: space.findEstimatedHours,
    casting,
    isIllustration: studio.replica.find('spaces', space.spaceId)?.layout === 'illustration',
  }
}

/** Collects what the studio defines for the items of a space. */
export function toCatalogue(studio: StudioReplica, space: SpaceReplica): Catalogue {
  const row = studio.replica.find('spaces', space.spaceId)
  const project = row === undefined ? undefined : studio.replica.find('projects', row.projectId)
  return {
    ...(project !== undefined && {
      project: { name: project.name, firstFrame: project.firstFrame, rate: findRate(space) },
    }),
    kinds: studio.getKinds(),
    newKind: findNewKind(studio.replica, space),
    fields: row === undefined ? [] : studio.getSpaceFields(row),
    taskFields: row === undefined ? [] : studio.getSpaceFields(row, 'task'),
    studioFields: studio.getAllFields(),
    hasRole: studio.hasRole,
    checkFormulas: async (fields) => (await import('#core/fields/check-formulas.ts')).checkFormulas(studio, fields),
    stages: studio.getStages(),
    activeStageIds: studio
      .getSpaceStages(space.spaceId)
      .filter(({ isActive }) => isActive)
      .map(({ stageId }) => stageId),
    statuses: studio.getStatuses(),
    space: { stages: studio.getSpaceStages(space.spaceId), statuses: studio.getSpaceStatuses(space.spaceId) },
    members: studio.getMembers(),
  }
}

function findRate({ replica }: SpaceReplica): RationalRate | undefined {
  let found: string | undefined
  for (const { frameRate } of replica.getRows('items').values()) {
    if (frameRate !== undefined && found !== undefined && frameRate !== found) return undefined
    found ??= frameRate
  }
  return found === undefined ? undefined : parseRationalRate(found)
}
