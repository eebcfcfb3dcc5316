const KEY = 'destination'

/** Keeps where somebody wanted to go before they had to sign in; for this tab, through the sign-in's redirects. */
export function rememberDestination(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Without storage the person starts at the beginning.
  }
}

/** The remembered address; only ever one inside the app. */
export function findDestination(): string | undefined {
  try {
    const address = sessionStorage.getItem(KEY) ?? ''
    return /^\/(?![/\\])/.test(address) ? address : undefined
  } catch {
    return undefined
  }
}

/** The remembered address, once. */
export function takeDestination(): string | undefined {
  const address = findDestination()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // What cannot be stored cannot be remembered either.
  }
  return address
}
