import type { ProjectRow } from '#core/schema/projects.ts'
import { avatarColorOf, initialsOf, projectColorOf, projectIconOf } from '#core/studios/palette.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { links } from '#app/routes.ts'
import type { CardData } from '#app/widgets/cards/card-data.ts'
import type { WorkStats } from '#app/widgets/work-stats.ts'

type Place = {
  readonly studioSlug: string
  readonly stats: WorkStats | undefined
  /** Everybody in the studio, once for all cards. */
  readonly team: ReturnType<StudioReplica['getMembers']>
}

/** A project as its card shows it. The team is everybody in the studio. */
export function toProjectCard(
  project: ProjectRow,
  studio: StudioReplica,
  { studioSlug, stats, team }: Place,
): CardData {
  const { id, name, slug, description, isActive, thumbnailMediaId } = project
  const spaceIds = studio.replica.getUnder('spaces', id).map((space) => space.id)
  return {
    id,
    name,
    detail: description,
    to: links.project({ studioSlug, projectSlug: slug }),
    isActive,
    thumbnailMediaId,
    color: projectColorOf(name),
    icon: projectIconOf(name),
    stats: [
      { label: 'Spaces', value: String(spaceIds.length) },
      { label: 'Team', value: String(team.length) },
    ],
    people: team.slice(0, 3).map(({ userId, displayName }) => ({
      id: userId,
      name: displayName,
      initials: initialsOf(displayName),
      color: avatarColorOf(userId),
    })),
    progress: stats?.progressOf(spaceIds) ?? [],
  }
}
