import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type DemoAccount = {
  /** Absent where the deployment does not publish it. */
  readonly id?: string | undefined
  readonly email: string
  readonly name: string
  readonly role: string
}

/** The public configuration of the deployment. */
export type AppConfig = {
  readonly supabaseUrl: string
  readonly publishableKey: string
  /** Which ways to sign in are configured. */
  readonly auth: { readonly google: boolean; readonly github: boolean; readonly local: boolean }
  readonly allowedEmailDomains: readonly string[]
  readonly demo: {
    readonly isAvailable: boolean
    readonly password: string
    readonly accounts: readonly DemoAccount[]
  }
  readonly contactEmail: string | undefined
  /** The key a browser subscribes to web push with; absent where the deployment sends none. */
  readonly pushKey: string | undefined
  /** Whether the deployment mails digests. */
  readonly hasMail: boolean
}

type ConfigState = {
  config: AppConfig | undefined
  /** The configuration was requested without a response; the request repeats until there is one. */
  isServerAway: boolean
}

const initial = (): ConfigState => ({ config: undefined, isServerAway: false })
const state = proxy(initial())

export const configStore: DeepReadonly<ConfigState> = state

export function setConfig(config: AppConfig): void {
  Object.assign(state, { config, isServerAway: false })
}

export function setServerAway(): void {
  state.isServerAway = true
}

export function resetConfig(): void {
  Object.assign(state, initial())
}
