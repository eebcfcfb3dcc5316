import { AppError } from '#core/lib/errors.ts'
import { toId, type StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { badAnswer } from './http.ts'
import type { StudioGateway, StudioSummary } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

/** Makes the gateway to the caller's studios, through the procedures that the specification names. */
export function makeStudios(rest: Rest): StudioGateway {
  return {
    list: async () => {
      try {
        const { data } = await (
          await rest.client()
        )
          .from('studios')
          .select('id,name,custom_slug')
          .order('name')
          .throwOnError()
        return data.map(toSummary)
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
    ensureMine: async () => findSummary(await rest.call('ensure_user_has_studio')),
    findActive: async () => findSummary(await rest.call('get_user_active_studio'))?.id,
    setActive: async (studioId) => {
      const args = { p_studio_id: studioId, p_operation_id: crypto.randomUUID() }
      await rest.callAgain('set_user_active_studio', args)
    },
    create: async (name) =>
      toSummary(await rest.callAgain('create_studio', { p_name: name, p_id: crypto.randomUUID() })),
    acceptInvite: async (token) => toSummary(await rest.call('accept_studio_invite', { p_token: token })),
    createInvite: async (studioId) => {
      const rows = await rest.call('generate_studio_invite', { p_studio_id: studioId })
      const token: unknown = Array.isArray(rows) ? Object(rows[0]).token : undefined
      if (typeof token === 'string') return token
      throw new AppError('invite-token-missing', messages['invite-token-missing'])
    },
  }
}

function findSummary(row: unknown): StudioSummary | undefined {
  return row === null || row === undefined ? undefined : toSummary(row)
}

function toSummary(row: unknown): StudioSummary {
  if (typeof row !== 'object' || row === null) throw badAnswer('a studio')
  const { id, name, custom_slug: slug }: { id?: unknown; name?: unknown; custom_slug?: unknown } = row
  if (typeof id !== 'string' || typeof name !== 'string' || typeof slug !== 'string') throw badAnswer('a studio')
  return { id: toId<StudioId>(id), name, slug }
}
