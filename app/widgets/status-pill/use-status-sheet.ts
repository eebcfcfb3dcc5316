import type { StatusRow } from '#core/schema/task-statuses.ts'
import { useInsertionEffect } from 'react'
import { statusRules } from './status-sheet.ts'

/**
 * Adds the colours of these statuses to the page. Built in script, because the content security policy forbids style
 * elements.
 */
export function useStatusSheet(statuses: readonly StatusRow[]): void {
  useInsertionEffect(() => {
    if (!('adoptedStyleSheets' in document)) return undefined
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(statusRules(statuses))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [statuses])
}
