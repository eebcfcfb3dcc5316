/** A notification as the worker shows it, and how many the person has not viewed. */
export type ShownPush = {
  readonly title: string
  readonly options: NotificationOptions
  readonly count: number | undefined
}

/**
 * What the server sent, ready to be shown and nothing besides. A browser must show something for every message: what cannot
 * be read says no more than where it is from.
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
      // A message that is repeated takes the place of the first.
      ...(typeof tag === 'string' && { tag }),
    },
    count: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : undefined,
  }
}

/** Where a notification leads: inside this app, whatever it carries. */
export function targetOf(data: unknown, origin: string): string {
  const { url }: Record<string, unknown> = Object(data)
  if (typeof url !== 'string' || !URL.canParse(url, origin)) return `${origin}/`
  const target = new URL(url, origin)
  return target.origin === origin ? target.href : `${origin}/`
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
