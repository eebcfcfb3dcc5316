import type { Database } from '../queryable.ts'
import { loadPermissionsOf } from './authorise.ts'
import type { Channel, Channels } from './channel.ts'
import { toName } from './channel.ts'

/**
 * Asks the policies again what everybody on a private channel may do there, in one query, and ends the memberships of whoever
 * may no longer listen. A token is good for an hour, a membership of a studio may end any moment.
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
      // One that was renewed meanwhile has been asked about by itself, with its new token.
      if (channel.identity.person !== identity?.person) continue
      if (permissions.canReadBroadcast || permissions.canReadPresence) channel.permissions = permissions
      else channel.outlet.shutDown(channel, 'Unauthorized: You may no longer read from this Channel')
    }
  }
}
