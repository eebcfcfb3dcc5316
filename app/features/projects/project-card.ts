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
  /** The studio's members, read once for all cards. */
  readonly team: ReturnType<StudioReplica['getMembers']>
  /** The fields shown on the card: those that the filter uses. */
  readonly fields: readonly FieldDefinition[]
}

/** Returns the card of a project. Its team is the whole studio. */
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

/** Returns a project's values in some fields as text. */
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
