const KEY = 'pendingInvite'

/** Keeps an invite through the sign-in it leads to; for this tab. */
export function keepInvite(token: string): void {
  try {
    sessionStorage.setItem(KEY, token)
  } catch {
    // Without storage the link has to be opened once more.
  }
}

export function hasInvite(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** The kept invite, once: it is gone even when it turns out to be of no use. */
export function takeInvite(): string | undefined {
  try {
    const token = sessionStorage.getItem(KEY) ?? undefined
    sessionStorage.removeItem(KEY)
    return token
  } catch {
    return undefined
  }
}
