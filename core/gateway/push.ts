import type { PushGateway } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

/** Makes the gateway to the person's web push subscriptions; row rules show only their own. */
export function makePush(rest: Rest): PushGateway {
  return {
    has: async (endpoint) => {
      try {
        const client = await rest.client()
        const { data } = await client.from('push_subscriptions').select('id').eq('endpoint', endpoint).throwOnError()
        return data.length > 0
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
    save: async ({ endpoint, p256dh, auth, label }) => {
      const args = { p_endpoint: endpoint, p_p256dh: p256dh, p_auth: auth, p_label: label }
      await rest.call('save_push_subscription', args)
    },
    remove: async (endpoint) => {
      try {
        const client = await rest.client()
        await client.from('push_subscriptions').delete().eq('endpoint', endpoint).throwOnError()
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
  }
}
