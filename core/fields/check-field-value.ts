import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { isLonger } from '#core/lib/text.ts'
import type { FieldKind, FieldShape } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'

type Judge = (value: FieldValue, field: FieldShape) => boolean

/** The rule of each kind: a test, and words that follow the field's name, as in the database. */
const rules: { readonly [Kind in FieldKind]: { readonly words: string; readonly isFine: Judge } } = {
  text: {
    words: 'takes one line of at most 1,000 characters',
    isFine: (value) => typeof value === 'string' && !isLonger(value, 1000) && !/[\n\r]/.test(value),
  },
  long_text: {
    words: 'takes at most 20,000 characters',
    isFine: (value) => typeof value === 'string' && !isLonger(value, 20_000),
  },
  number: {
    words: 'takes a number of at most 15 digits',
    // With more digits, programs that read JSON would change the number.
    isFine: (value) => typeof value === 'number' && Math.abs(value) < 1e15,
  },
  checkbox: { words: 'takes yes or no', isFine: (value) => typeof value === 'boolean' },
  date: {
    words: 'takes a day such as 2026-12-24',
    isFine: (value) => typeof value === 'string' && isCalendarDate(value),
  },
  choice: {
    words: 'takes one of its options',
    isFine: (value, { options }) => typeof value === 'string' && options.some(({ id }) => id === value),
  },
  choices: {
    words: 'takes some of its options',
    isFine: (value, { options }) =>
      Array.isArray(value) &&
      value.length > 0 &&
      new Set(value).size === value.length &&
      value.every((chosen) => options.some(({ id }) => id === chosen)),
  },
  url: {
    words: 'takes an address that begins with https://',
    isFine: (value) => typeof value === 'string' && !isLonger(value, 2000) && /^https?:\/\/\S+$/i.test(value),
  },
  // Only the database knows whether the person is a member.
  person: { words: 'takes a member of this studio', isFine: (value) => typeof value === 'string' },
  formula: { words: 'is calculated from other fields', isFine: () => false },
}

/** Returns why a field does not accept a value, as a sentence; undefined if it does. */
export function checkFieldValue(field: FieldShape, value: FieldValue): string | undefined {
  const { words, isFine } = rules[field.kind]
  return isFine(value, field) ? undefined : `${field.name} ${words}`
}
