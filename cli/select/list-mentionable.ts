import type { MentionablePerson } from '#core/comments/markup.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** Lists whom `@name` can mean: members who are not archived. */
export function listMentionable(studio: StudioReplica): readonly MentionablePerson[] {
  return studio
    .getMembers()
    .filter(({ archivedAt }) => archivedAt === undefined)
    .map(({ userId, displayName }) => ({ id: userId, name: displayName }))
}
