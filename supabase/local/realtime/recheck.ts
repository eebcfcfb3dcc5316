import type { Database } from '../queryable.ts'
import { loadPermissionsOf } from './authorise.ts'
import type { Channel, Channels } from './channel.ts'
import { toName } from './channel.ts'

/**
 * Rechecks the policies for everybody on a private channel, in one query, and ends the memberships of those who may no
 * longer listen. A token is valid for an hour, but a membership of a studio may end at any moment.
 */
export async function recheckRights(database: Pick<Database, 'query'>, channels: Channels): Promise<void> {
  const questions = new Map<string, Channel[]>()
  for (const channel of channels.listPrivate()) {
    const key = `${channel.identity.person} ${channel.topic}`
    questions.set(key, [...(questions.get(key) ?? []), channel])
  }
  const asked = [...questions.values()].flatMap(([first]) => (first === undefined ? [] : [first]))
  const answers = await loadPermissionsOf(
    database,
    asked.map(({ topic, identity }) => ({ topic: toName(topic), claims: identity.claims })),
  )
  for (const [index, members] of [...questions.values()].entries()) {
    const permissions = answers[index]
    if (permissions === undefined) continue
    const { identity } = asked[index] ?? {}
    for (const channel of members) {
      // One that was renewed in the meantime has been checked by itself, with its new token.
      if (channel.identity.person !== identity?.person) continue
      if (permissions.canReadBroadcast || permissions.canReadPresence) channel.permissions = permissions
      else channel.outlet.shutDown(channel, 'Unauthorized: You may no longer read from this Channel')
    }
  }
}
