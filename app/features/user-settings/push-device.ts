import { hasPushDevice, removePushDevice, savePushDevice, type PushContext } from '#core/people/push-devices.ts'

/** Whether this browser is told by web push; `denied` where the person has the browser refuse this site. */
export type PushState = 'on' | 'off' | 'denied'

/** The push of this browser; undefined where it has none, or runs without a service worker. */
async function findPush(): Promise<PushManager | undefined> {
  // A browser without push, or a private window, lacks some of these.
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  return (await navigator.serviceWorker.getRegistration())?.pushManager
}

/** How it stands on this device; undefined where the browser cannot. A subscription the server does not know counts as off. */
export async function loadPushState(context: PushContext): Promise<PushState | undefined> {
  const push = await findPush()
  if (push === undefined) return undefined
  if (Notification.permission === 'denied') return 'denied'
  const subscription = await push.getSubscription()
  return subscription !== null && (await hasPushDevice(subscription.endpoint, context)) ? 'on' : 'off'
}

/** Asks the person, then has this browser told; `pushKey` is the deployment's public key. */
export async function turnPushOn(context: PushContext, pushKey: string): Promise<PushState> {
  const push = await findPush()
  const permission = push === undefined ? 'default' : await Notification.requestPermission()
  if (push === undefined || permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  // One made with another key, of an earlier deployment, would only be in the way.
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

/** Ends it here first: without the server nothing arrives any more either. */
export async function turnPushOff(context: PushContext): Promise<PushState> {
  const subscription = await (await findPush())?.getSubscription()
  await subscription?.unsubscribe()
  if (subscription) await removePushDevice(subscription.endpoint, context)
  return 'off'
}

/** Base64url without padding, which some browsers add. */
function toPlain(key: string | undefined): string {
  return (key ?? '').replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_')
}
