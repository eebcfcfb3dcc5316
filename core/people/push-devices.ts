import type { Gateway, PushSubscriptionKeys } from '#core/gateway/ports.ts'

/** What these ask the server with. */
export type PushContext = { readonly gateway: Pick<Gateway, 'push'> }

/** Whether the server tells a browser by web push. Fails with an `AppError`, as the others here do. */
export async function hasPushDevice(endpoint: string, { gateway }: PushContext): Promise<boolean> {
  return await gateway.push.has(endpoint)
}

/** Has a browser told; saving it again replaces it. */
export async function savePushDevice(device: PushSubscriptionKeys, { gateway }: PushContext): Promise<void> {
  await gateway.push.save(device)
}

/** Has a browser told no more. */
export async function removePushDevice(endpoint: string, { gateway }: PushContext): Promise<void> {
  await gateway.push.remove(endpoint)
}
