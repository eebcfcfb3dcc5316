import { useMemo, type ReactNode } from 'react'
import type { UserId } from '#core/lib/ids.ts'
import { LookPicture } from './look-picture.tsx'
import { findLook } from './space-look.ts'

type LastLookProps = {
  /** Whose picture; nobody's if undefined. */
  readonly userId: UserId | undefined
  readonly fallback: ReactNode
}

/** The space at this address as it was last seen on this device, or the fallback. */
export function LastLook({ userId, fallback }: LastLookProps) {
  const path = location.pathname
  const look = useMemo(() => (userId === undefined ? undefined : findLook({ userId, path })), [userId, path])
  return look === undefined ? fallback : <LookPicture look={look} />
}
