import type { PreferenceGateway } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

/** Makes the gateway to the signed-in person's own settings; row rules hide them from everybody else. */
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
    save: async (_userId, key, value) => {
      const request = { p_key: key, p_value: value, p_operation_id: crypto.randomUUID() }
      await rest.callAgain('save_preference', request)
    },
  }
}
