import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { findRoute } from '#app/routes.ts'

const spaceRoutes: readonly string[] = ['space', 'spaces', 'illustration']
const idleMs = 1500

/** Returns whether the popup's code is needed: an address names an item, or a space has been shown for a while. */
export function usePopupWanted(): boolean {
  const [path] = useLocation()
  // `shot` is its name in older addresses.
  const hasItem = /(?:^|&)(?:item|shot)=/.test(useSearch())
  const isSpace = spaceRoutes.includes(findRoute(path)?.name ?? '')
  const [isRested, setRested] = useState(false)

  useEffect(() => {
    if (!isSpace || isRested) return undefined
    const timer = setTimeout(() => setRested(true), idleMs)
    return () => clearTimeout(timer)
  }, [isSpace, isRested])
  return hasItem || (isSpace && isRested)
}
