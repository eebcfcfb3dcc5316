const KEY = 'destination'

/** Keeps where somebody wanted to go before they had to sign in; for this tab, through the sign-in's redirects. */
export function rememberDestination(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Without storage the person starts at the beginning.
  }
}

/** The remembered address, once; only ever one inside the app. */
export function takeDestination(): string | undefined {
  try {
    const address = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return /^\/(?![/\\])/.test(address) ? address : undefined
  } catch {
    return undefined
  }
}
