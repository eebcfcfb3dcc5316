import type { MemberRow } from '#core/schema/studio-members.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pickOne } from './pick.ts'

/** Finds a member by name, e-mail or id; `me` is the signed-in one. */
export function pickMember(studio: StudioReplica, text: string, myId: string): MemberRow {
  const members = studio.getMembers().filter(({ archivedAt }) => archivedAt === undefined)
  const me = text === 'me' ? members.find(({ userId }) => userId === myId) : undefined
  if (me !== undefined) return me
  const named = members.map((member) => ({ id: member.userId, name: member.displayName, slug: member.email, member }))
  return pickOne(named, text, { one: 'member', many: 'members' }).member
}
