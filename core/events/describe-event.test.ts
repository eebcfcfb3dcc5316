import { expect, test } from 'vitest'
import { toEvent, type StudioEvent } from './event.ts'
import { auditFilters, describeEvent, eventFilters, eventSubjects, lineOf } from './describe-event.ts'

function anEvent(given: object): StudioEvent {
  const event = toEvent({
    seq: 7,
    at: '2026-11-24T09:00:00.000000Z',
    kind: 'task.status_changed',
    names: { project: 'Comet', space: 'E1', collection: 'SQ010', item: 'sh010', stage: 'Animation' },
    old: { status_id: 'a', status: 'WIP' },
    new: { status_id: 'b', status: 'DONE' },
    actor: { kind: 'person', id: 'u', name: 'Max Member' },
    ...given,
  })
  if (event === undefined) throw new Error('This is no event')
  return event
}

test('an event says who did what to what, and its values without their ids', () => {
  expect(lineOf(anEvent({}))).toBe('Max Member set the status of sh010 · Animation: WIP → DONE')
  expect(describeEvent(anEvent({}))).toMatchObject({
    place: 'Comet / E1 / SQ010',
    changes: [{ field: 'Status', from: 'WIP', to: 'DONE' }],
  })
})

test.each([
  [
    { kind: 'comment.posted', old: {}, new: { content: 'Softer at @here[frame 20].' } },
    'Max Member commented on sh010 · Animation: Softer at @here frame 20.',
  ],
  [
    {
      kind: 'field.changed',
      names: { item: 'sh010', name: 'Lens' },
      old: { key: 'lens', value: null },
      new: { key: 'lens', value: 35 },
    },
    'Max Member changed Lens on sh010: 35',
  ],
  [
    {
      kind: 'revision.posted',
      names: { item: 'sh010', stage: 'Animation', name: 'v3' },
      old: {},
      new: { version_number: 3, comment: '', time_spent: '1h' },
    },
    'Max Member posted v3 of sh010 · Animation: Time spent 1h',
  ],
  [{ kind: 'item.deleted', old: { title: 'sh010' }, new: {} }, 'Max Member deleted sh010'],
  [
    { kind: 'member.signed_in', names: { name: 'Ada' }, old: {}, new: { user_id: 'x' }, actor: { kind: 'system' } },
    'Ada signed in',
  ],
  [
    {
      kind: 'review.entry_added',
      names: { item: 'sh010', stage: 'Animation', name: 'Monday' },
      old: {},
      new: { entry_id: 'x' },
    },
    'Max Member added to a review: sh010 · Animation',
  ],
  [
    { kind: 'board.object_added', names: { project: 'Comet' }, old: {}, new: { type: 'text', text: 'Blue' } },
    'Max Member put something on the board of Comet: Type text and 1 more',
  ],
  [
    { kind: 'time.week_locked', names: { name: '2026-11-23' }, old: {}, new: {} },
    'Max Member locked the logged time of the week of 2026-11-23',
  ],
  [{ kind: 'project.created', names: { project: 'Comet' }, old: {}, new: {} }, 'Max Member created the project Comet'],
  [
    { kind: 'token.changed', names: { name: 'Farm' }, old: { is_revoked: false }, new: { is_revoked: true } },
    'Max Member changed the access token Farm: Revoked no → yes',
  ],
  [
    { kind: 'task.assigned', old: { assignee: 'Ada' }, new: { assignee: null } },
    'Max Member assigned sh010 · Animation: Ada → empty',
  ],
  [{ kind: 'block.created', old: {}, new: { duration: 3 } }, 'Max Member planned sh010 · Animation: Days 3'],
  [
    { kind: 'member.joined', names: { name: 'Ada' }, old: {}, new: { role: 'lead', is_archived: false }, actor: {} },
    'Ada joined: Role lead',
  ],
  [
    { kind: 'link.created', names: { item: 'sh010', name: 'Ana' }, old: {}, new: { to_item_id: 'a', count: 2 } },
    'Max Member linked Ana in sh010: Count 2',
  ],
  [
    { kind: 'need.created', names: { name: 'Animation for Rigging' }, old: {}, new: { kind: null } },
    'Max Member made a stage wait: Animation for Rigging',
  ],
  [
    { kind: 'webhook.created', names: { name: 'Farm' }, old: {}, new: { is_active: true } },
    'Max Member created the webhook Farm: Active yes',
  ],
  [
    { kind: 'studio.changed', names: {}, old: {}, new: { days_events_are_kept: 90 } },
    'Max Member changed the studio: Days events are kept 90',
  ],
  [{ kind: 'moon.landed_on', names: {}, old: {}, new: {}, actor: { kind: 'system' } }, 'Xsheet landed on moon'],
])('the event %j reads: %s', (given, line) => {
  expect(lineOf(anEvent(given))).toBe(line)
})

test('a malformed event is dropped, and an address out of the app is removed', () => {
  expect(toEvent(undefined)).toBeUndefined()
  expect(toEvent({ seq: 1, kind: 'x.y', at: 'soon' })).toBeUndefined()
  expect(anEvent({ url: '//evil.example' }).url).toBeUndefined()
  expect(anEvent({ url: '/studio/x' }).url).toBe('/studio/x')
})

test('an event of somebody acting for themselves has that person’s id', () => {
  const signedIn = { kind: 'member.signed_in', names: { name: 'Ada' }, old: {}, new: { user_id: 'a' } }

  expect(describeEvent(anEvent({ ...signedIn, actor: { kind: 'system' } })).whoId).toBe('a')
  expect(describeEvent(anEvent({})).whoId).toBe('u')
  expect(describeEvent(anEvent({ actor: { kind: 'system' } })).whoId).toBeUndefined()
})

test('events of every subject can be filtered for', () => {
  const filtered = new Set([...eventFilters, ...auditFilters].map(({ value }) => value))

  expect(Object.keys(eventSubjects).filter((subject) => !filtered.has(subject))).toEqual([])
})
