import { expect, test } from 'vitest'
import type { CollectionId, ReviewEntryId, StatusId } from '#core/lib/ids.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import type { RoomEntry } from './room-model.ts'
import { gatherBySequence, splitBySequence } from './strip-sections.ts'
import { placeAfterDrop } from './use-strip-drag.ts'

/** Returns entries of these sequences, in this order; a capital letter is a judged one. */
function entriesOf(sequences: string): readonly RoomEntry[] {
  return Array.from(sequences, (letter, at) => {
    const name = letter.toLowerCase()
    const judgedStatusId = letter === name ? undefined : anId<StatusId>(3, 1)
    // Only these properties are read.
    return {
      entry: { id: anId<ReviewEntryId>(21, at), judgedStatusId },
      sequence: name === '-' ? undefined : { id: anId<CollectionId>(6, name.charCodeAt(0)), name },
    } as unknown as RoomEntry
  })
}

const told = (sequences: string): readonly string[] =>
  splitBySequence(entriesOf(sequences)).map(
    ({ name, first, entries, judged }) => `${name ?? 'deleted'}@${first}: ${judged}/${entries.length}`,
  )

test('a session is split where the sequence changes, with the number judged per section', () => {
  expect(told('aAbba-')).toEqual(['a@0: 1/2', 'b@2: 0/2', 'a@4: 0/1', 'deleted@5: 0/1'])
  expect(told('')).toEqual([])
})

test('gathering by sequence keeps the order of first appearance', () => {
  const entries = entriesOf('abab')

  const places = gatherBySequence(entries).map((entry) => entries.indexOf(entry))

  expect(places).toEqual([0, 2, 1, 3])
})

test('a dropped task lands before or after its target, and stays if it is there already', () => {
  const entries = entriesOf('aaaa')
  const at = (place: number): ReviewEntryId => anId<ReviewEntryId>(21, place)
  const drop = (from: number, to: number, side: 'before' | 'after') =>
    placeAfterDrop(entries, at(from), { id: at(to), side })

  expect([drop(0, 2, 'before'), drop(0, 2, 'after'), drop(3, 0, 'before')]).toEqual([2, 3, 0])
  expect([drop(1, 0, 'after'), drop(1, 1, 'before'), drop(1, 2, 'before')]).toEqual([undefined, undefined, undefined])
  expect(placeAfterDrop(entries, anId<ReviewEntryId>(21, 9), { id: at(0), side: 'before' })).toBeUndefined()
})
