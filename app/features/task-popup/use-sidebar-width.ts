import { useState } from 'react'
import { clamp } from '#core/lib/numbers.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

// In em, from the specification.
export const sidebarBounds = { min: 20, max: 60 } as const
export const defaultSidebar = 36
const KEY = 'popupSidebar'

/** Returns the width of the sidebar in em, stored in this browser. */
export function useSidebarWidth(): { width: number; setWidth: (width: number) => void } {
  const [width, setWidth] = useState(() => readWidth(readStored(KEY)))
  return {
    width,
    setWidth: (next) => {
      const kept = clamp(Math.round(next * 10) / 10, sidebarBounds)
      setWidth(kept)
      writeStored(KEY, String(kept))
    },
  }
}

function readWidth(kept: string | undefined): number {
  const width = Number.parseFloat(kept ?? '')
  return Number.isFinite(width) ? clamp(width, sidebarBounds) : defaultSidebar
}
