/** A notification for the worker to show, and the number that the person has not viewed. */
export type ShownPush = {
  readonly title: string
  readonly options: NotificationOptions
  readonly count: number | undefined
}

/**
 * Reads a push message into a notification. Browsers must show something for every message, so an unreadable one shows
 * only the app's name.
 */
export function readPush(text: string | undefined): ShownPush {
  const { title, body, url, tag, count }: Record<string, unknown> = Object(parseJson(text))
  const isReadable = typeof title === 'string' && title !== ''
  return {
    title: isReadable ? title : 'Xsheet',
    options: {
      icon: '/icons/icon-192.png',
      data: { url: typeof url === 'string' ? url : '/' },
      ...(isReadable && typeof body === 'string' && { body }),
      // A repeated message replaces the first.
      ...(typeof tag === 'string' && { tag }),
    },
    count: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined,
  }
}

/** Returns the address that a notification opens, always inside this app. */
export function targetOf(data: unknown, origin: string): string {
  const { url }: Record<string, unknown> = Object(data)
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return `${origin}/`
  const target = new URL(url, origin)
  return target.origin === origin ? target.href : `${origin}/`
}
import { parseJson } from '#core/lib/json.ts'
