import type { Settings } from './settings.ts'
import { isLocalMode, isOwnAddress, isReachedFromThisMachineOnly } from './settings.ts'

/** Whether a request with these headers comes from a program or page of this machine. */
export type IsFromThisMachine = (headers: {
  host: string | undefined
  origin: string | undefined
  /** The forwarded address: `x-forwarded-for`. */
  forwarded?: string | undefined
}) => boolean

/**
 * In local mode anyone who reaches the host may sign up, which on a loopback address should only be people on this
 * machine. A website in their browser reaches it too: under its own name, made to resolve here (DNS rebinding), or as
 * another origin. So does everybody through a proxy the host was not told of, which connects under its own name.
 */
export function makeIsFromThisMachine(settings: Settings): IsFromThisMachine {
  const isOpen = settings.isInsecureAuthAllowed === true || !isReachedFromThisMachineOnly(settings)
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
