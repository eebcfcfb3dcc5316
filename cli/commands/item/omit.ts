import { defineFlagVerb } from './set-flag.ts'

export const verb = defineFlagVerb({
  flag: 'isOmitted',
  isOn: true,
  summary: 'omit an item: it stays where it is, struck through, and counts nowhere',
})
