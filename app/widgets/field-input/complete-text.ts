import { parseFieldText, type FieldPeople } from '#core/fields/field-text.ts'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { foldName } from '#core/lib/slug.ts'
import { readShortDate } from '#core/plan/values.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'

type Typed = { readonly field: FieldDefinition; readonly people: FieldPeople; readonly choices: readonly string[] }

/**
 * Completes a text typed into a field that would refuse it: the only option or person it begins, or the only day that
 * `fri` or `31.12.` means. Anything else stays as typed.
 */
export function completeText(text: string, { field, people, choices }: Typed): string {
  const typed = text.trim()
  if (typed === '' || parseFieldText(field, typed, people).ok) return text
  if (field.kind === 'date') return only(readShortDate(typed, today())) ?? text
  const begun = foldName(typed)
  return only(choices.filter((choice) => foldName(choice).startsWith(begun))) ?? text
}

const today = (): CalendarDate => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone)

function only<Each>([one, second]: readonly Each[]): Each | undefined {
  return second === undefined ? one : undefined
}
