import type { StudioClient } from '#core/sync/studio-client.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { setMemberArchived } from '#core/access/manage-members.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'

/** Archives or restores a member. */
export async function setArchived(person: string, isArchived: boolean, context: Context): Promise<void> {
  const { client, studio, member } = await open(person, context)
  get(await setMemberArchived({ studioId: studio.studioId, userId: member.userId, isArchived }, client))
  context.say(`${member.displayName} is ${isArchived ? 'archived' : 'a member again'}.`)
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly member: MemberRow }

/** Unlike for tasks, archived members can be named here too. */
export async function open(person: string, context: Context): Promise<Place> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const named = studio
    .getMembers()
    .map((member) => ({ id: member.userId, name: member.displayName, slug: member.email, member }))
  return { client, studio, member: pickOne(named, person, { one: 'member', many: 'members' }).member }
}

export function get<Value>(result: Result<Value>): Value {
  if (!result.ok) throw result.error
  return result.value
}
