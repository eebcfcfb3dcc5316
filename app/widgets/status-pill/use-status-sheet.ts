import type { StatusRow } from '#core/schema/task-statuses.ts'
import { useInsertionEffect, useMemo } from 'react'
import { statusRules } from './status-sheet.ts'

/**
 * Adds the colours of these statuses to the page's first style sheet; the content security policy forbids style
 * elements. An adopted sheet would have the whole page laid out again by each sheet that loads later
 * (`docs/decisions/nothing-lays-out-the-page-twice.md`).
 */
export function useStatusSheet(statuses: readonly StatusRow[]): void {
  // Each change of the style sheet costs a layout of the whole page, so equal colours must not be one.
  const rules = useMemo(() => statusRules(statuses), [statuses])
  useInsertionEffect(() => {
    const [sheet] = document.styleSheets
    if (sheet === undefined) return undefined
    const at = sheet.insertRule(`@media all{${rules}}`, sheet.cssRules.length)
    const rule = sheet.cssRules[at]
    return () => {
      // Its place may have changed.
      const place = [...sheet.cssRules].findIndex((other) => other === rule)
      if (place >= 0) sheet.deleteRule(place)
    }
  }, [rules])
}
