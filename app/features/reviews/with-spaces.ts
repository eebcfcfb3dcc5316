import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { getStudio } from '#app/widgets/get-studio.ts'

type InProject = ReturnType<typeof getStudio> & { readonly project: ProjectRow }

/** Opens the spaces of a project while something is looked up in them. */
export async function withSpaces<Answer>(
  { client, studio, project }: InProject,
  look: (spaces: readonly SpaceReplica[]) => Answer,
): Promise<Answer> {
  const rows = studio.getSpaces(project.id)
  const { studioId } = studio
  try {
    return look(await Promise.all(rows.map(async ({ id }) => await client.openSpace({ studioId, spaceId: id }))))
  } finally {
    for (const { id } of rows) void client.release(`space:${id}`)
  }
}
