const KEY = 'destination'

/** Remembers where someone wanted to go before signing in, for this tab and through the sign-in's redirects. */
export function rememberDestination(address: string): void {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Without storage the person lands on their start page.
  }
}

/** Returns the remembered address, only if it is inside the app. */
export function findDestination(): string | undefined {
  try {
    const address = sessionStorage.getItem(KEY) ?? ''
    return /^\/(?![/\\])/.test(address) ? address : undefined
  } catch {
    return undefined
  }
}

/** Returns the remembered address and forgets it. */
export function takeDestination(): string | undefined {
  const address = findDestination()
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // If storage is unavailable, nothing was remembered either.
  }
  return address
}
