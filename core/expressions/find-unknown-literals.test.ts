import { expect, test } from 'vitest'
import { compileExpression } from './compile-expression.ts'
import type { RowName, Scope } from './types.ts'

const kinds = { what: 'kind', list: () => ['Vehicle', 'Matte painting'] }
const scope: Scope<undefined> = {
  names: new Map<string, RowName<undefined>>([
    ['kind', { type: 'text', read: () => 'Vehicle', known: kinds }],
    ['kinds', { type: { list: 'text' }, read: () => ['Vehicle'], known: kinds }],
    ['note', { type: 'text', read: () => 'typo' }],
  ]),
}

function hints(text: string): readonly string[] {
  const compiled = compileExpression(text, scope)
  if (!compiled.ok) throw new Error(compiled.error.reason)
  return compiled.value.hints.map(({ reason, start, end }) => `${reason} @${text.slice(start, end)}`)
}

test.each([
  ['kind == "vehicle"', ['There is no kind "vehicle": did you mean "Vehicle"? @"vehicle"']],
  ['"Vehcle" != kind', ['There is no kind "Vehcle": did you mean "Vehicle"? @"Vehcle"']],
  ['kind in ["Vehicle", "Boat"]', ['There is no kind "Boat", but Vehicle, Matte painting @"Boat"']],
  ['"Matte paintin" in kinds', ['There is no kind "Matte paintin": did you mean "Matte painting"? @"Matte paintin"']],
  ['kind == "Vehicle" && note == "typo"', []],
  ['kind == note || note in ["typo"] || kind == "" || kind == null', []],
  ['kind.startsWith("Veh")', []],
])('an unknown name in a comparison gives a hint: %s', (text, told) => {
  expect(hints(text)).toEqual(told)
})
