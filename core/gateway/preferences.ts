import type { PreferenceGateway } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

/** What the signed-in person saved for themselves; row rules let nobody else see it. */
export function makePreferences(rest: Rest): PreferenceGateway {
  return {
    load: async (userId, key) => {
      try {
        const client = await rest.client()
        const filter = { user_id: userId, key }
        const { data } = await client.from('user_preferences').select('value').match(filter).throwOnError()
        return data[0]?.value as unknown
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
    save: async (userId, key, value) => {
      try {
        const client = await rest.client()
        await client.from('user_preferences').upsert({ user_id: userId, key, value }).throwOnError()
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
  }
}
