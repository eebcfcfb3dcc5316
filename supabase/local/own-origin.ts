import type { Settings } from './settings.ts'
import { isLocalMode, isLoopback } from './settings.ts'

/** Says whether a request with these headers comes from a program or page of this machine. */
export type IsFromHere = (headers: { host: string | undefined; origin: string | undefined }) => boolean

/**
 * In local mode whoever reaches the host may sign up, which on a loopback address should be this machine's own people. A page of
 * some website in their browser reaches it too: under its own name, made to point here (DNS rebinding), or as another origin.
 */
export function makeIsFromHere(settings: Settings): IsFromHere {
  const isOpen = settings.publicUrl !== undefined || settings.isInsecureAuthAllowed === true
  if (isOpen || !isLocalMode(settings) || !isLoopback(settings.host)) return () => true
  return ({ host, origin }) => isOwnName(`http://${host ?? ''}`) && (origin === undefined || isOwnName(origin))
}

export const foreignPage =
  'Only pages of this machine may use a studio in local mode: open it as localhost or 127.0.0.1, or set PUBLIC_URL.'

function isOwnName(address: string): boolean {
  if (!URL.canParse(address)) return false
  const name = new URL(address).hostname.replace(/^\[|\]$/g, '')
  return isLoopback(name) || name.endsWith('.localhost')
}
