import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SpaceModel } from '../model/space-model.ts'
import { toId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { aTask, anId, anItem } from '../test/a-space.ts'
import { type CellSource, describeCell, describeField, describeTaskField } from './cell-look.ts'
import { CellSigns } from './cell-signs.tsx'
import { paintSigns, type SignBrush } from './paint-signs.ts'

const people = [
  { id: anId('u', 1), name: 'Ana Lima', initials: 'AL', color: '#336699', colorClass: 'p0' },
  { id: anId('u', 2), name: 'Ben Roth', initials: 'BR', color: '#996633', colorClass: 'p1' },
] as const

/** A space with one status, Wip, where everybody works on every task. */
function aSource(view: CellSource['view'], isWaiting = false): CellSource {
  const row = { name: 'In progress', shortCode: 'WIP', color: '#ffaa00', isDone: false, isDefault: false }
  const model = {
    findStatus: (id: string) => (id === anId('t', 1) ? { row, kind: 'solid', colorClass: 's0' } : undefined),
    getPeople: () => new Map(people.map((person) => [person.id, person])),
    getArtists: () => people.map(({ id }) => id),
    readiness: { describe: () => (isWaiting ? 'Waits for Rigging of Ana' : undefined) },
    space: { findEstimatedHours: (id: string) => (id === aTask(1, 1).id ? 2.5 : undefined) },
  }
  return { model: model as unknown as SpaceModel, view, getMinutes: () => 90 }
}

/** The visible words of a cell's elements, in their order. */
function readElements(signs: ReturnType<typeof describeCell>): readonly string[] {
  const { container, unmount } = render(<CellSigns signs={signs} />)
  const words = [...container.querySelectorAll('span')]
    .filter((span) => span.childElementCount === 0 && span.className !== 'visually-hidden')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '')
  unmount()
  return words
}

/** The words painted on the canvas. */
function readCanvas(signs: ReturnType<typeof describeCell>, most = 99): readonly string[] {
  const words: string[] = []
  const brush = {
    context: {
      fillText: (text: string) => words.push(text),
      beginPath: () => undefined,
      arc: () => undefined,
      fill: () => undefined,
    },
    colors: {},
    sprites: {
      addPill: ({ status }: { status: { row: { shortCode: string } } }) => words.push(status.row.shortCode),
      addAvatar: ({ initials }: { initials: string }) => words.push(initials),
    },
    texts: { fit: (_context: unknown, { text }: { text: string }) => text.slice(0, most) },
    isCompact: false,
  }
  paintSigns(brush as unknown as SignBrush, signs, { left: 0, right: 120, top: 0, height: 30 })
  return words
}

test.each([
  ['a status and its artists', 'status', aTask(1, 1, { statusId: anId('t', 1) }), ['WIP', 'AL', 'BR']],
  ['a status that is gone', 'status', aTask(1, 1, { statusId: anId('t', 9) }), ['Unknown', 'AL', 'BR']],
  ['an estimate', 'estimates', aTask(1, 1), ['2.5h']],
  ['no estimate', 'estimates', aTask(2, 1), ['·']],
  ['logged time', 'time', aTask(1, 1), ['1h 30m']],
  ['a disabled task', 'status', aTask(1, 1, { isDisabled: true }), ['-']],
  ['no task', 'status', undefined, []],
] as const)('elements and canvas show the same for %s', (...[, view, task, words]) => {
  const signs = describeCell(aSource(view), task)

  expect(readElements(signs)).toEqual(words)
  expect(readCanvas(signs)).toEqual(words)
})

test('a waiting task has a mark beside its status that says what it waits for', () => {
  const signs = describeCell(aSource('status', true), aTask(1, 1, { statusId: anId('t', 1) }))
  const { container } = render(<CellSigns signs={signs} />)
  const painted: number[][] = []
  const context = { fillRect: (...box: number[]) => painted.push(box) }
  const brush = { context, colors: { warn: '#fa0' }, sprites: { addPill: () => undefined, addAvatar: () => undefined } }
  paintSigns(brush as unknown as SignBrush, signs, { left: 40, right: 160, top: 0, height: 30 })

  expect(container.textContent).toContain('Waits for Rigging of Ana')
  expect(painted).toEqual([[41, 10, 3, 10]])
  expect(describeCell(aSource('estimates', true), aTask(1, 1)).map(({ kind }) => kind)).toEqual(['text'])
})

const options = [
  { id: 'a', name: 'Easy', color: '#22c55e' },
  { id: 'b', name: 'Hard', color: '#ef4444' },
]

test.each([
  ['a text', 'text', 'Dolly', ['Dolly']],
  ['lines of text', 'long_text', 'One\ntwo', ['One two']],
  ['a number with its unit', 'number', 1234.5, ['1,234.50 m']],
  ['a ticked box', 'checkbox', true, ['✓']],
  ['an option', 'choice', 'b', ['Hard']],
  ['an option that is gone', 'choice', 'c', ['(removed)']],
  ['several options', 'choices', ['b', 'a'], ['Hard, Easy']],
  ['a person', 'person', anId('u', 1), ['Ana Lima']],
  ['no value', 'text', undefined, []],
] as const)('elements and canvas show the same for %s in a field', (...[, kind, value, words]) => {
  const members = people.map(({ id, name }) => ({ userId: id, displayName: name }))
  const model = { studio: { getMembers: () => members } } as unknown as SpaceModel
  const field = { id: toId<FieldId>(anId('f', 1)), key: 'any', name: 'Any', kind, options, unit: 'm', decimals: 2 }
  const item = anItem(1, value === undefined ? {} : { fields: { any: value } })
  const signs = describeField(model, item, newRow('field_definitions', field))

  expect(readElements(signs)).toEqual(words)
  expect(readCanvas(signs)).toEqual(words)
})

test('a task field’s cell says when its task is missing, disabled or omitted, like the task’s cell', () => {
  const field = newRow('field_definitions', {
    id: toId<FieldId>(anId('f', 1)),
    of: 'task',
    key: 'vendor',
    name: 'Vendor',
    kind: 'choice',
    options,
  })
  const { model } = aSource('status')
  const read = (task: Parameters<typeof describeTaskField>[1]) => {
    const signs = describeTaskField(
      { ...model, studio: { getMembers: () => [] } } as unknown as SpaceModel,
      task,
      field,
    )
    return [readElements(signs), readCanvas(signs)]
  }

  expect(read(aTask(1, 1, { fields: { vendor: 'b' } }))).toEqual([['Hard'], ['Hard']])
  expect(read(aTask(1, 1))).toEqual([[], []])
  expect(read(aTask(1, 1, { isDisabled: true, fields: { vendor: 'b' } }))).toEqual([['-'], ['-']])
  expect(read(undefined)).toEqual([[], []])
})

test('a formula’s error is cut at the end of its cell, and whole in the tooltip', () => {
  const reason = 'sum() adds numbers, and this is a text of another field'
  const field = { ...newRow('field_definitions', { id: toId<FieldId>('f'), key: 'f', name: 'F', kind: 'formula' }) }
  const { model } = aSource('status')
  const failing = { ...model, language: { read: () => ({ ok: false, error: { reason, start: 0, end: 0 } }) } }
  const signs = describeField(failing as unknown as SpaceModel, anItem(1), field)

  expect(readCanvas(signs, 20)).toEqual([reason.slice(0, 20)])
  const { container } = render(<CellSigns signs={signs} />)
  expect(container.textContent).toContain(`Not calculated: ${reason}`)
  expect(container.querySelector('[data-tooltip]')?.getAttribute('data-tooltip')).toBe(reason)
})

test('a status about to be set shows in the task’s cell', () => {
  const task = aTask(1, 1, { statusId: anId('t', 9) })

  expect(readCanvas(describeCell(aSource('status'), task, anId('t', 1)))).toEqual(['WIP', 'AL', 'BR'])
})
