const typeOf = ({ headers }: Response): string => headers.get('content-type')?.toLowerCase() ?? ''

/** Occurs in the app's own page, but not in a captive portal's. */
const mark = 'id="root"'

/**
 * Returns whether a response is a file of the app. Captive portals and firewalls respond with pages to any request and
 * with any status; cached in place of a script, such a page would stay until the next version.
 */
export async function isOwnFile(url: string, response: Response): Promise<boolean> {
  if (!response.ok) return false
  const isPage = typeOf(response).startsWith('text/html')
  if (!new URL(url).pathname.endsWith('.html')) return !isPage
  return isPage && (await response.clone().text()).includes(mark)
}

/**
 * Returns whether a response is a complete picture that may be cached: an error, page or opaque response would stay for
 * a month.
 */
export function isPicture(response: Response): boolean {
  return response.status === 200 && typeOf(response).startsWith('image/')
}
