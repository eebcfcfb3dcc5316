import { hasPushDevice, removePushDevice, savePushDevice, type PushContext } from '#core/people/push-devices.ts'

/** Whether this browser receives web push; `denied` if the person blocked this site in the browser. */
export type PushState = 'on' | 'off' | 'denied'

/** Returns the browser's push manager; undefined without push or without a service worker. */
async function findPush(): Promise<PushManager | undefined> {
  // Browsers without push, and private windows, lack some of these.
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

/** Returns the state on this device; undefined without browser support. A subscription unknown to the server is off. */
export async function loadPushState(context: PushContext): Promise<PushState | undefined> {
  const push = await findPush()
  if (push === undefined) return undefined
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await push.getSubscription()
  return subscription !== null && (await hasPushDevice(subscription.endpoint, context)) ? 'on' : 'off'
}

/** Asks for permission and subscribes this browser; `pushKey` is the deployment's public key. */
export async function turnPushOn(context: PushContext, pushKey: string): Promise<PushState> {
  const push = await findPush()
  const permission = push === undefined ? 'default' : await Notification.requestPermission()
  if (push === undefined || permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  // A subscription made with another key, as of an earlier deployment, would prevent a new one.
  await (await push.getSubscription())?.unsubscribe()
  const subscription = await push.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint, keys } = subscription.toJSON()
  try {
    const device = {
      endpoint: endpoint ?? '',
      p256dh: toPlain(keys?.['p256dh']),
      auth: toPlain(keys?.['auth']),
      label: navigator.userAgent.slice(0, 200),
    }
    await savePushDevice(device, context)
  } catch (cause) {
    await subscription.unsubscribe()
    throw cause
  }
  return 'on'
}

/** Unsubscribes here first, so that nothing arrives even if the server cannot be told. */
export async function turnPushOff(context: PushContext): Promise<PushState> {
  const subscription = await (await findPush())?.getSubscription()
  await subscription?.unsubscribe()
  if (subscription) await removePushDevice(subscription.endpoint, context)
  return 'off'
}

/** Returns a key as base64url without padding; some browsers give base64 or add padding. */
function toPlain(key: string | undefined): string {
  return (key ?? '').replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
}
