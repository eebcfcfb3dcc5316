import type { Settings } from './settings.ts'
import { isLocalMode, isOwnAddress, isReachedFromHereOnly } from './settings.ts'

/** Says whether a request with these headers comes from a program or page of this machine. */
export type IsFromHere = (headers: {
  host: string | undefined
  origin: string | undefined
  /** Whom a proxy names: `x-forwarded-for`. */
  forwarded?: string | undefined
}) => boolean

/**
 * In local mode whoever reaches the host may sign up, which on a loopback address should be this machine's own people. A page of
 * some website in their browser reaches it too: under its own name, made to point here (DNS rebinding), or as another origin. So does everybody by a proxy
 * that nobody has told the host of, which asks it by its own name.
 */
export function makeIsFromHere(settings: Settings): IsFromHere {
  const isOpen = settings.isInsecureAuthAllowed === true || !isReachedFromHereOnly(settings)
  if (isOpen || !isLocalMode(settings)) return () => true
  return ({ host, origin, forwarded = '' }) =>
    isOwnAddress(`http://${host ?? ''}`) &&
    (origin === undefined || isOwnAddress(origin)) &&
    forwarded.split(',').every((address) => address.trim() === '' || isOwnAddress(toUrl(address.trim())))
}

const toUrl = (address: string): string => `http://${address.includes(':') ? `[${address}]` : address}`

export const foreignPage =
  'Only pages of this machine may use a studio in local mode: open it as localhost or 127.0.0.1, or start it with ' +
  '--allow-insecure-local-auth.'
