import { assert } from '#core/lib/assert.ts'
import type { StudioId } from '#core/lib/ids.ts'
import type { ChangedPassword, PasswordChange } from '#core/gateway/ports.ts'
import type { Result } from '#core/lib/result.ts'
import type { SessionStudio } from './session-store.ts'

export type Account = { readonly email: string; readonly password: string }

/** Signing in and out, and choosing a studio. The session store shows the results. */
export interface SessionPort {
  signIn: (account: Account) => Promise<Result<void>>
  signUp: (account: Account) => Promise<Result<void>>
  /** Mails a link for setting a new password. */
  askForNewPassword: (email: string) => Promise<Result<void>>
  /** Sets the password with the token of that link, and signs in. */
  setNewPassword: (change: { readonly token: string; readonly password: string }) => Promise<Result<void>>
  changePassword: (change: PasswordChange) => Promise<Result<ChangedPassword>>
  /** Goes to the provider's page. */
  signInWith: (provider: 'google' | 'github') => Promise<Result<void>>
  /** Signs in as one of the demo's people. */
  tryDemo: () => Promise<Result<void>>
  signOut: () => Promise<void>
  createStudio: (name: string) => Promise<Result<SessionStudio>>
  /** Joins by pasted text; `invite-link-invalid` where it holds no token. */
  joinStudio: (text: string) => Promise<Result<SessionStudio>>
  switchStudio: (studioId: StudioId) => Promise<Result<void>>
  /** Tries again to open the current studio. */
  reopenStudio: () => Promise<void>
  /** Accepts an invite, now or after the sign-in it leads to. */
  followInvite: (token: string) => Promise<void>
  /** Makes the studio that an address names the current one. */
  followAddress: (path: string) => Promise<void>
}

let port: SessionPort | undefined

/** Returns the session of this page; the shell sets it before the first render. */
export function getSession(): SessionPort {
  assert(port !== undefined, 'the session is set before it is used')
  return port
}

export function setSessionPort(next: SessionPort | undefined): void {
  port = next
}
