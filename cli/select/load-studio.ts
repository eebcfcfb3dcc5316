import type { StudioClient } from '#core/sync/studio-client.ts'
import type { StudioSummary } from '#core/gateway/ports.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError, nothingMatched } from '../cli-error.ts'
import type { Context } from '../context.ts'
import { pickOne } from './pick.ts'

/** Returns the studio to work in: the named one, else the one last worked in, else the only one. */
export async function findStudio(context: Context): Promise<StudioSummary> {
  await context.loadSession()
  const { studios } = await context.loadGateway()
  const wanted = context.options.studio
  if (wanted !== undefined) return pickOne(await studios.list(), wanted, { one: 'studio', many: 'studios' })
  const [all, active] = await Promise.all([studios.list(), studios.findActive()])
  const [only, second] = all
  const found = all.find(({ id }) => id === active) ?? (second === undefined ? only : undefined)
  if (found !== undefined) return found
  if (only === undefined)
    throw nothingMatched('You are not in a studio.', 'Open an invite link, or create a studio in the app.')
  throw usageError('You are in several studios.', `Choose one: studio-cli studio use ${only.slug}`)
}

/** Loads the catalogue of the studio to work in. */
export async function loadStudio(client: StudioClient, context: Context): Promise<StudioReplica> {
  return await client.openStudio((await findStudio(context)).id)
}
