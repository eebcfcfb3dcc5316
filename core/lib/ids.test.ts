import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idWithin, isUuid, newId, type StageId, type StudioId, type TaskId } from './ids.ts'

test('makes unique UUIDs of version 7', () => {
  const ids = Array.from({ length: 2000 }, () => newId<TaskId>())

  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(ids.every(isUuid)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
})

test('ids sort by the millisecond they were made in', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 2 })

  fc.assert(
    fc.property(time, time, (first, second) => {
      fc.pre(first !== second)
      expect(newId(first) < newId(second)).toBe(first < second)
    }),
  )
})

test('accepts only the 36-character text form of a UUID', () => {
  const id = newId<TaskId>()

  expect(isUuid(id.toUpperCase())).toBe(true)
  for (const wrong of ['', id.slice(1), `${id}0`, ` ${id}`, id.replaceAll('-', ''), `${id}\n`, 7, undefined])
    expect(isUuid(wrong)).toBe(false)
})

test('derives the same id for an owner and number each time, and a different one for every other owner', () => {
  const owners = [newId<StudioId>(), newId<StudioId>()]

  const ids = owners.flatMap((owner) => [0, 1, 2].map((number) => idWithin<StageId>(owner, number)))

  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true)
  expect(new Set([...ids, ...owners]).size).toBe(8)
  expect(owners.map((owner) => idWithin<StageId>(owner, 1))).toEqual([ids[1], ids[4]])
})
