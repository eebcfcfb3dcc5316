import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type DemoAccount = { readonly email: string; readonly name: string; readonly role: string }

/** What the deployment says of itself, to everybody. */
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
  /** What a browser subscribes to web push with; absent where the deployment sends none. */
  readonly pushKey: string | undefined
  /** Whether the deployment mails digests. */
  readonly hasMail: boolean
}

const state = proxy<{ config: AppConfig | undefined }>({ config: undefined })

export const configStore: DeepReadonly<{ config: AppConfig | undefined }> = state

export function setConfig(config: AppConfig): void {
  state.config = config
}

export function resetConfig(): void {
  state.config = undefined
}
