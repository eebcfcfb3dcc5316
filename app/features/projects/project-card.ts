import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
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
  /** The fields that the card says, too: those that were asked for. */
  readonly fields: readonly FieldDefinition[]
}

/** A project as its card shows it. The team is everybody in the studio. */
export function toProjectCard(
  project: ProjectRow,
  studio: StudioReplica,
  { studioSlug, stats, team, fields }: Place,
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
      ...describeFields(project, fields, team),
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

/** What a project has in some fields, in words. */
export function describeFields(
  { fields: values }: ProjectRow,
  fields: readonly FieldDefinition[],
  team: Place['team'],
): CardData['stats'] {
  return fields.flatMap((field) => {
    const value = values?.[field.key]
    return value === undefined ? [] : [{ label: field.name, value: formatField(field, value, team) }]
  })
}
