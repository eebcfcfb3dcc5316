const KEY = 'pendingInvite'

/** Stores an invite through the sign-in it leads to, for this tab. */
export function keepInvite(token: string): void {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Without storage the link must be opened again.
  }
}

export function hasInvite(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Returns the stored invite and forgets it, even if it turns out to be invalid. */
export function takeInvite(): string | undefined {
  try {
    const token = sessionStorage.getItem(KEY) ?? undefined
    sessionStorage.removeItem(KEY)
    return token
  } catch {
    return undefined
  }
}
