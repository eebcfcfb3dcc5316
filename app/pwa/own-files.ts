const typeOf = ({ headers }: Response): string => headers.get('content-type')?.toLowerCase() ?? ''

/** What the app's own page has in it; that of a network that wants to be signed in to has not. */
const mark = 'id="root"'

/**
 * Whether an answer is a file of the app. A hotel's sign-in page and a firewall's are pages, whatever was asked for and
 * whatever their status: kept in the place of a script, they would be there until the next version.
 */
export async function isOwnFile(url: string, response: Response): Promise<boolean> {
  if (!response.ok) return false
  const isPage = typeOf(response).startsWith('text/html')
  if (!new URL(url).pathname.endsWith('.html')) return !isPage
  return isPage && (await response.clone().text()).includes(mark)
}

/** Whether an answer is a whole picture that can be kept: an error, a page or an opaque answer would stay for a month. */
export function isPicture(response: Response): boolean {
  return response.status === 200 && typeOf(response).startsWith('image/')
}
