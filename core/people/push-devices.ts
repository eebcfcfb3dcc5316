import type { Gateway, PushSubscriptionKeys } from '#core/gateway/ports.ts'

/** The dependencies of these functions. */
export type PushContext = { readonly gateway: Pick<Gateway, 'push'> }

/** Tells whether a browser receives web push. Fails with an `AppError`, like the functions below. */
export async function hasPushDevice(endpoint: string, { gateway }: PushContext): Promise<boolean> {
  return await gateway.push.has(endpoint)
}

/** Registers a browser for web push; registering again replaces it. */
export async function savePushDevice(device: PushSubscriptionKeys, { gateway }: PushContext): Promise<void> {
  await gateway.push.save(device)
}

/** Removes a browser from web push. */
export async function removePushDevice(endpoint: string, { gateway }: PushContext): Promise<void> {
  await gateway.push.remove(endpoint)
}
