import { roleNames } from '#core/domain/role-permission.ts'
import type { MemberRow } from '#core/domain/rows.ts'
import { createInvite, inviteDays, listInvites, revokeInvite } from '#core/operations/manage-invites.ts'
import { removeMember, setMemberArchived, setMemberRole } from '#core/operations/manage-members.ts'
import type { Result } from '#core/lib/result.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { findStudio, loadStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'

export type MemberOptions = {
  readonly person?: string
  readonly role?: string
  readonly days?: number
  readonly invite?: string
}

/** Makes an invite link and prints it, the only time it can be read. */
export async function runMemberInvite({ days = inviteDays }: MemberOptions, context: Context): Promise<void> {
  if (!Number.isInteger(days) || days < 1 || days > 365)
    throw usageError('--days must be a whole number from 1 to 365.')
  const studio = await findStudio(context)
  const { url } = await context.loadHost()
  const token = get(await createInvite({ studioId: studio.id, days }, { gateway: await context.loadGateway() }))
  const expiresAt = new Date(context.clock.now() + days * 86_400_000).toISOString()
  context.printRecord({ link: `${url}/invite/${token}`, studio: studio.name, expiresAt })
}

export async function runInviteList(_: MemberOptions, context: Context): Promise<void> {
  const { id } = await findStudio(context)
  const invites = get(await listInvites(id, { gateway: await context.loadGateway() }))
  context.print({
    rows: invites.map((invite) => ({
      id: invite.id,
      valid: invite.isValid,
      uses: invite.useCount,
      created: new Date(invite.createdAt).toISOString(),
      expires: new Date(invite.expiresAt).toISOString(),
    })),
    fields: ['id', 'valid', 'uses', 'created', 'expires'],
  })
}

export async function runInviteRevoke({ invite = '' }: MemberOptions, context: Context): Promise<void> {
  const { id } = await findStudio(context)
  const gateway = await context.loadGateway()
  const found = get(await listInvites(id, { gateway })).filter((each) => each.id.startsWith(invite.toLowerCase()))
  const [only, second] = found
  if (only === undefined || second !== undefined)
    throw nothingMatched(
      `${found.length} invite links begin with "${invite}".`,
      'studio-cli member invites shows them.',
    )
  get(await revokeInvite(only.id, { gateway }))
  context.say(`Revoked the invite link ${only.id}.`)
}

export async function runMemberRole(
  { person = '', role: wanted = '' }: MemberOptions,
  context: Context,
): Promise<void> {
  const name = roleNames.find((each) => each === wanted.toLowerCase())
  if (name === undefined || name === 'owner')
    throw usageError(`Nobody becomes "${wanted}".`, 'The roles are admin, lead, member and viewer.')
  const { client, studio, member } = await open(person, context)
  const role = studio.getRoles().find((each) => each.name === name)
  if (role === undefined) throw nothingMatched(`There is no role "${name}".`)
  get(await setMemberRole({ studioId: studio.studioId, userId: member.userId, roleId: role.id }, client))
  context.printRecord({ id: member.userId, name: member.displayName, role: name })
}

/** Archives a member, who keeps their history and loses access, or brings them back. */
export function makeRunMemberArchive(isArchived: boolean) {
  return async ({ person = '' }: MemberOptions, context: Context): Promise<void> => {
    const { client, studio, member } = await open(person, context)
    get(await setMemberArchived({ studioId: studio.studioId, userId: member.userId, isArchived }, client))
    context.say(`${member.displayName} is ${isArchived ? 'archived' : 'a member again'}.`)
  }
}

export async function runMemberRemove({ person = '' }: MemberOptions, context: Context): Promise<void> {
  const { client, studio, member } = await open(person, context)
  await context.confirm(`This removes ${member.displayName} from the studio; what they posted stays. Go on?`)
  get(await removeMember({ studioId: studio.studioId, userId: member.userId }, client))
  context.say(`Removed ${member.displayName}.`)
}

type Place = { readonly client: StudioClient; readonly studio: StudioReplica; readonly member: MemberRow }

/** Archived people count, too: unlike for work, they can be meant here. */
async function open(person: string, context: Context): Promise<Place> {
  const client = await context.openClient()
  const studio = await loadStudio(client, context)
  const named = studio
    .getMembers()
    .map((member) => ({ id: member.userId, name: member.displayName, slug: member.email, member }))
  return { client, studio, member: pickOne(named, person, { one: 'member', many: 'members' }).member }
}

function get<Value>(result: Result<Value>): Value {
  if (!result.ok) throw result.error
  return result.value
}
