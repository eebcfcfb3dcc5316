import type { Space } from '#core/schema/spaces.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { ProjectId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** The project an address names, by its slug or its id. */
export function findProject(studio: StudioReplica, name: string): ProjectRow | undefined {
  const projects = studio.getProjects()
  return projects.find(({ slug }) => slug === name) ?? projects.find(({ id }) => id === name)
}

/** A project's spaces in their order, inactive ones after active ones. */
export function listSpaces(studio: StudioReplica, projectId: ProjectId): readonly Space[] {
  return [...studio.getSpaces(projectId)].sort((first, second) => Number(second.isActive) - Number(first.isActive))
}
