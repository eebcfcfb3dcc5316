import { useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { findRoute } from '#app/routes.ts'

const spaceRoutes: readonly string[] = ['space', 'spaces', 'illustration']
const idleMs = 1500

/** Whether the popup's code is needed: an address names an item, or a space has been on the screen long enough to rest. */
export function usePopupWanted(): boolean {
  const [path] = useLocation()
  // `shot` is what older addresses call it.
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
