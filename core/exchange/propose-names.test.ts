import { expect, test } from 'vitest'
import { newId, type ItemKindId, type SpaceId, type StageId, type StatusId, type UserId } from '#core/lib/ids.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { newRow } from '#core/schema/tables.ts'
import { defaultStages } from '#core/studios/default-stages.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { planImport } from './import-plan.ts'
import { countChanges, toReverse } from './import-changes.ts'
import { describePlan } from './plan-summary.ts'
import { toNameKey, type NameAnswer, type NameAnswers, type NamedThing } from './propose-names.ts'
import { readImportFile } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'
import { noImportChoices } from './test/no-import-choices.ts'

const spaceId = newId<SpaceId>()
const stages = defaultStages.map((stage) => ({ ...stage, id: newId<StageId>(), icon: undefined }))
const statuses = defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() }))
const kinds = ['Shot', 'Character', 'Prop'].map((name, position) =>
  newRow('item_kinds', {
    id: newId<ItemKindId>(),
    key: name.toLowerCase(),
    name,
    itemType: name === 'Shot' ? 'shot' : 'asset',
    position,
  }),
)
// The space has all stages except the last.
const ofSpace = stages.slice(0, -1)
const catalogue: Catalogue = {
  stages,
  statuses,
  kinds,
  members: [{ userId: newId<UserId>(), displayName: 'Mei Tanaka', email: 'mei@northlight.example' } as MemberRow],
  activeStageIds: ofSpace.map(({ id }) => id),
  space: {
    stages: ofSpace.map(({ id: stageId, orderIndex }) => ({ spaceId, stageId, orderIndex, isActive: true })),
    statuses: [],
  },
}

type Given = Partial<Pick<NameAnswers, 'rest' | 'isAllowed'>> & {
  readonly names?: Readonly<Record<string, NameAnswer>>
  readonly space?: Catalogue['space']
  readonly statuses?: Catalogue['statuses']
  readonly fields?: 'propose' | 'take'
  /** The title of a column to make a field of, whatever it means. */
  readonly asField?: string
}

/** Converts `stage Roto` to the key used in answers. */
function toKey(text: string): string {
  const [of = '', ...name] = text.split(' ')
  return toNameKey(of as NamedThing, name.join(' '))
}

async function bring(lines: readonly string[], given: Given = {}) {
  const { rest = 'propose', isAllowed = true, names = {}, fields = 'propose', asField } = given
  const { space = catalogue.space, statuses: own = statuses } = given
  const here: Catalogue = { ...catalogue, ...(space !== undefined && { space }), statuses: own }
  const answers: NameAnswers = {
    rest,
    isAllowed,
    names: new Map(Object.entries(names).map(([text, answer]) => [toKey(text), answer])),
  }
  const read = await readImportFile(new TextEncoder().encode(lines.join('\n')), {
    format: 'csv',
    stages: stages.map(({ name }) => name),
    statuses: own,
    kinds,
    members: here.members,
    fieldAnswers: {
      rest: fields,
      columns: new Map(asField === undefined ? [] : [[asField.toLowerCase(), 'choice']]),
      isAllowed,
    },
    names: { answers, catalogue: here },
    space: 'Shots',
    ...noImportChoices,
  })
  if (!read.ok) throw new Error(read.error.message)
  const content = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  const { names: newNames, rows, proposed } = read.value
  const plan = planImport({ rows, content, catalogue: here, newNames, newId })
  const { changes, summary, entries } = plan
  const everything = [...stages, ...statuses, ...kinds, ...Object.values(changes.names ?? {}).flat()]
  const nameOf = (id: unknown): string =>
    everything.flatMap((each) => ('name' in each && each.id === id ? [each.name] : []))[0] ?? ''
  const listNames = (of: 'statuses' | 'stages' | 'kinds') => changes.names?.[of].map(({ name }) => name) ?? []
  return {
    changes,
    proposals: newNames?.proposals ?? [],
    fields: proposed.map(({ proposal }) => [proposal.column, proposal.state]),
    made: { statuses: listNames('statuses'), stages: listNames('stages'), kinds: listNames('kinds') },
    tasks: changes.tasks.flatMap(({ itemId, stageId, statusId }) => {
      const item = changes.items.find(({ id }) => id === itemId)?.title ?? ''
      return statusId === undefined ? [] : [`${item} ${nameOf(stageId)} ${nameOf(statusId)}`]
    }),
    kindsOf: changes.items.map(({ title, kindId, itemType }) => [title, nameOf(kindId), itemType]),
    said: describePlan(summary, read.value).slice(1),
    problems: entries.flatMap(({ problem, left }) => [...(problem === undefined ? [] : [problem]), ...left]),
  }
}

const tasks = ['Sequence,Entity,Task Type,Task Status', 'SQ1,SH1,Roto,wip', 'SQ1,SH2,Animation,On hold']
const columns = ['Sequence,Name,Animation,Roto', 'SQ1,SH1,Ready for comp,wip', 'SQ1,SH2,wip,Done']
const assets = ['Type,Name', 'Vehicles,Van', 'Vehicle,Bus', 'Character,Hero']

test('an unknown status is proposed, and its row left out unless it is accepted', async () => {
  const { proposals, changes, said, problems } = await bring(columns.map((line) => line.replace(/,[^,]*$/, '')))

  expect(proposals).toEqual([{ of: 'status', name: 'Ready for comp', rows: 1, state: 'proposed' }])
  expect(said).toEqual([
    'The studio could get 1 new status: Ready for comp (1 row). Without it, its rows are left out.',
  ])
  expect(problems).toEqual(['There is no status "Ready for comp" (Animation).'])
  expect(changes).not.toHaveProperty('names')
})

test('accepted statuses come after the others, each with a colour and whether it means done', async () => {
  const cells = ['On hold', 'Ready for comp', 'ready  for Comp', 'hld', 'Abnahme offen']
  const rows = cells.map((cell, at) => `SQ1,SH${at},${cell}`)
  const { changes, tasks: made, said } = await bring(['Sequence,Name,Animation', ...rows], { rest: 'take' })

  expect(changes.names?.statuses).toMatchObject([
    { name: 'On hold', shortCode: 'ONHO', color: '#6b7280', position: 6, isDone: false },
    { name: 'Ready for comp', position: 7, isDone: false },
    { name: 'Abnahme offen', position: 8 },
  ])
  const colors = [...statuses, ...(changes.names?.statuses ?? [])].map(({ color }) => color)
  expect(new Set(colors).size).toBe(colors.length)
  expect(made).toEqual([
    'SH0 Animation On hold',
    'SH1 Animation Ready for comp',
    'SH2 Animation Ready for comp',
    'SH3 Animation On hold',
    'SH4 Animation Abnahme offen',
  ])
  expect(said).toContain(
    'The studio gets 3 new statuses: On hold (2 rows), Ready for comp (2 rows), Abnahme offen (1 row).',
  )
  expect(toReverse(changes).deletions?.statuses).toEqual(changes.names?.statuses.map(({ id }) => id))
})

test('a word for finished work creates a done status if the studio has none for it', async () => {
  const own = statuses.filter(({ name }) => name !== 'DONE')
  const sheet = ['Sequence,Name,Animation', 'SQ1,SH1,Final', 'SQ1,SH2,approved', 'SQ1,SH3,wip']
  const { changes } = await bring(sheet, { rest: 'take', statuses: own })
  const known = await bring(sheet, { rest: 'take' })

  expect(changes.names?.statuses).toMatchObject([{ name: 'Final', isDone: true, color: '#22c55e' }])
  expect(known.changes.names).toBeUndefined()
})

test('a possibly misspelt status, or another program’s word, is asked about, never added by itself', async () => {
  const sheet = ['Sequence,Name,Animation', 'SQ1,SH1,Aproved', 'SQ1,SH2,Feedbak', 'SQ1,SH3,Parked']
  const asked = await bring(sheet, { rest: 'take' })
  const meant = await bring(sheet, { names: { 'status Aproved': { sameAs: 'done' }, 'status Feedbak': 'add' } })

  expect(asked.made.statuses).toEqual(['Parked'])
  expect(asked.said).toEqual([
    'The studio gets 1 new status: Parked (1 row).',
    'There is no status Aproved (1 row). Did you mean DONE?',
    'There is no status Feedbak (1 row). Did you mean FEEDBACK?',
  ])
  expect(meant.tasks).toEqual(['SH1 Animation DONE', 'SH2 Animation Feedbak'])
  expect(meant.said).toContain('The status Aproved (1 row) is read as DONE.')
})

test('a refused status is reported as missing, and other programs’ short names are still recognised', async () => {
  const sheet = ['Sequence,Name,Animation', 'SQ1,SH1,Parked', 'SQ1,SH2,rtk', 'SQ1,SH3,wfa', 'SQ1,SH4,n/a']
  const { proposals, said, tasks: made } = await bring(sheet, { names: { 'status parked': 'no' } })

  expect(proposals).toMatchObject([{ name: 'Parked', state: 'refused' }])
  expect(made).toEqual(['SH2 Animation FEEDBACK', 'SH3 Animation WFA'])
  expect(said[1]).toBe('There is no status "Parked" (1 row): add it to the studio, or write another, and plan again.')
})

test('names of people, numbers and days below a stage are not proposed as statuses', async () => {
  const rows = ['Mei Tanaka', 'mei@northlight.example', '12', '2026-03-04'].map((cell, at) => `SQ1,SH${at},${cell}`)
  const { proposals } = await bring(['Sequence,Name,Animation', ...rows], { rest: 'take' })

  expect(proposals).toEqual([])
})

test('more new statuses than plausible are refused, unless accepted one by one', async () => {
  const words = 'Oak Elm Ash Fir Yew Bay Fig Box May Tea Ivy Ling Pine Lime Pear Plum Palm Teak Kauri Alder'
  const more = 'Beech Birch Cedar Ebony Hazel Holly Larch Maple Olive Rowan Aspen Acacia'
  const cells = [words, more].join(' ').split(' ')
  const rows = cells.map((cell, at) => `SQ1,SH${at},${cell}`)
  const { made, said } = await bring(['Sequence,Name,Animation', ...rows], { rest: 'take' })

  expect(made.statuses).toEqual([])
  expect(said[0]).toBe('32 new statuses are too many at once: none is added. Add the ones you need one by one.')
})

test('an unknown stage in rows is proposed; accepted, it is added to studio and space with its tasks', async () => {
  const proposed = await bring(tasks)
  const taken = await bring(tasks, { rest: 'take' })

  expect(proposed.said).toContain('The studio could get 1 new stage: Roto (1 row). Without it, its tasks are left out.')
  expect(proposed.tasks).toEqual([])
  expect(taken.tasks).toEqual(['SH1 Roto WIP', 'SH2 Animation On hold'])
  expect(taken.said).toContain('The studio and this space get 1 new stage: Roto (1 row).')
  expect(taken.changes.names?.stages).toMatchObject([{ name: 'Roto', category: 'production', orderIndex: 140 }])
  expect(taken.changes.names?.spaceStages).toEqual([{ stageId: taken.changes.names?.stages[0]?.id, orderIndex: 130 }])
})

test('a column of statuses is proposed as a stage, not a field, unless a person wants a field', async () => {
  const proposed = await bring(columns, { fields: 'take' })
  const taken = await bring(columns, { rest: 'take', fields: 'take' })
  const refused = await bring(columns, { fields: 'take', names: { 'stage Roto': 'no' } })
  const asked = await bring(columns, { rest: 'take', asField: 'Roto' })

  expect(proposed.proposals).toContainEqual({ of: 'stage', name: 'Roto', column: 'Roto', rows: 2, state: 'proposed' })
  expect(proposed.fields).toEqual([['Roto', 'proposed']])
  expect(proposed.said.filter((text) => text.includes('could become a field'))).toEqual([])
  expect(taken.tasks).toEqual(['SH1 Animation Ready for comp', 'SH1 Roto WIP', 'SH2 Animation WIP', 'SH2 Roto DONE'])
  expect(taken.fields).toEqual([])
  expect(refused.fields).toEqual([['Roto', 'taken']])
  expect(asked.fields).toEqual([['Roto', 'taken']])
  expect(asked.made.stages).toEqual([])
})

test('other columns of an accepted stage are imported with it', async () => {
  const sheet = [
    'Sequence,Name,Matchmove,Matchmove Artist,Client status',
    'SQ1,SH1,Tracked,Mei Tanaka,Approved',
    'SQ1,SH2,wip,,',
  ]
  const { changes, made, tasks: said } = await bring(sheet, { rest: 'take' })

  expect(made).toMatchObject({ stages: ['Matchmove'], statuses: ['Tracked'] })
  expect(said).toEqual(['SH1 Matchmove Tracked', 'SH2 Matchmove WIP'])
  expect(changes.tasks.filter(({ assigneeId }) => assigneeId !== undefined)).toHaveLength(1)
})

test('a stage can be treated as an existing one, in rows and as a column', async () => {
  const names = { 'stage Roto': { sameAs: 'anim' } } as const
  const ofRows = await bring(tasks, { names })
  const ofColumn = await bring(['Sequence,Name,Roto', 'SQ1,SH1,wip'], { names })

  expect([ofRows.tasks, ofColumn.tasks]).toEqual([['SH1 Animation WIP'], ['SH1 Animation WIP']])
  expect(ofRows.said).toContain('The stage Roto (1 row) is read as Animation.')
})

test('a stage that only the space lacks is reported, and added to the space if accepted', async () => {
  const sheet = ['Sequence,Entity,Task Type,Task Status', 'SQ1,SH1,Final,wip']
  const told = await bring(sheet)
  const taken = await bring(sheet, { rest: 'take' })

  expect(told.tasks).toEqual(['SH1 Final WIP'])
  expect(told.said).toEqual([
    'This space does not have the stage Final (1 row): its tasks are imported, but no column here shows them.',
  ])
  expect(taken.changes.names).toEqual({
    statuses: [],
    stages: [],
    kinds: [],
    spaceStages: [{ stageId: stages.at(-1)?.id, orderIndex: 130 }],
    spaceStatuses: [],
  })
  expect(countChanges({ ...taken.changes, items: [], tasks: [], collections: [] })).toBe(1)
})

test('a space with its own statuses gets the new ones', async () => {
  const offered = statuses.slice(0, 2).map(({ id: statusId }, orderIndex) => ({
    spaceId,
    statusId,
    orderIndex,
    colorOverride: undefined,
    cardLimit: undefined,
  }))
  const space = { stages: catalogue.space?.stages ?? [], statuses: offered }
  const { changes } = await bring(columns, { rest: 'take', space })

  expect(changes.names?.spaceStatuses).toEqual([{ statusId: changes.names?.statuses[0]?.id, orderIndex: 2 }])
})

test('a kind of item is proposed in the singular, and added with the type of its items', async () => {
  const proposed = await bring(assets)
  const taken = await bring(assets, { rest: 'take' })
  const same = await bring(assets, { names: { 'kind Vehicle': { sameAs: 'props' } } })

  expect(proposed.said).toContain(
    'The studio could get 1 new kind of item: Vehicle (2 rows). Without it, its items have no kind.',
  )
  expect(taken.changes.names?.kinds).toMatchObject([
    { key: 'vehicle', name: 'Vehicle', itemType: 'asset', position: 3 },
  ])
  expect(taken.kindsOf).toEqual([
    ['Van', 'Vehicle', 'asset'],
    ['Bus', 'Vehicle', 'asset'],
    ['Hero', 'Character', 'asset'],
  ])
  expect(same.kindsOf.map(([, kind]) => kind)).toEqual(['Prop', 'Prop', 'Character'])
})

test('without the right to add names, nothing is added', async () => {
  const { made, proposals } = await bring(tasks, { rest: 'take', isAllowed: false })

  expect(made).toEqual({ statuses: [], stages: [], kinds: [] })
  expect(proposals.map(({ state }) => state)).toEqual(['proposed', 'proposed'])
})

test.each([
  ['rows', ['Sequence,Entity,Task Type,Task Status', 'SQ1,SH1,Roto,Parked', 'SQ1,SH2,Animation,wip']],
  ['a column', ['Sequence,Name,Animation,Roto', 'SQ1,SH1,wip,done', 'SQ1,SH2,wip,Parked', 'SQ1,SH3,wip,wip']],
])('an accepted status whose stage in %s is not accepted is reported as not added', async (_, sheet) => {
  const names = { 'status Parked': 'add' } as const
  const alone = await bring(sheet, { names })
  const both = await bring(sheet, { names: { ...names, 'stage Roto': 'add' } })
  const open = await bring(sheet)

  expect(alone.made.statuses).toEqual([])
  expect(alone.said).toContain('The status Parked (1 row) is not added: the stage of its rows is left out.')
  expect(alone.said.filter((text) => text.includes('gets'))).toEqual([])
  expect(both.made).toMatchObject({ statuses: ['Parked'], stages: ['Roto'] })
  expect(open.said).toContain('The studio could get 1 new status: Parked (1 row). Without it, its rows are left out.')
})
