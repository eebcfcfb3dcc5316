import { expect, test } from 'vitest'
import { newId, type FieldId, type StageId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import type { FormulaCheck } from './formula-check.ts'
import { planImport } from './import-plan.ts'
import { describePlan } from './plan-summary.ts'
import { listNewFields, type FieldAnswers } from './propose-fields.ts'
import { readImportFile, type ImportFileOptions } from './read-import-file.ts'
import type { Catalogue } from './space-content.ts'
import { aRow, aWorkbook, type WorkbookSheet } from './test/a-workbook.ts'
import { noImportChoices } from './test/no-import-choices.ts'

// Workbooks whose sheet of fields somebody has changed, or never meant as one.

const stage = { id: newId<StageId>(), name: 'Layout', color: '', category: 'production' as const, icon: undefined }
const studio: Catalogue = { stages: [{ ...stage, orderIndex: 0 }], statuses: [], members: [], activeStageIds: [] }
const empty = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
const items: WorkbookSheet = {
  name: 'Shots',
  rows: [aRow(['Collection', 'Name', 'Mood']), aRow(['sq', 'sh010', 'blue'])].join(''),
}
const fieldsSheet = (rows: readonly (readonly string[])[], more: Partial<WorkbookSheet> = {}): WorkbookSheet => {
  return { name: 'Fields', rows: rows.map((row) => aRow(row)).join(''), ...more }
}
const titles = ['name', 'key', 'kind', 'for', 'unit', 'decimals', 'options', 'colours', 'formula', 'written by']

type More = Partial<ImportFileOptions> & { readonly answers?: Partial<FieldAnswers> }

async function read(sheets: readonly WorkbookSheet[], { answers, ...more }: More = {}) {
  const fieldAnswers: FieldAnswers = { rest: 'take', columns: new Map(), isAllowed: true, ...answers }
  const given = { ...studio, stages: ['Layout'], space: 'Shots', fieldAnswers, ...noImportChoices, ...more }
  return await readImportFile(await aWorkbook(sheets), { format: 'xlsx', ...given })
}

async function bring(sheets: readonly WorkbookSheet[], more: More = {}) {
  const file = await read(sheets, more)
  if (!file.ok) throw new Error(file.error.message)
  const newFields = listNewFields(file.value)
  const catalogue = { ...studio, fields: more.studioFields ?? [] }
  const plan = planImport({ rows: file.value.rows, content: empty, catalogue, newFields, newId })
  return { ...plan, said: describePlan(plan.summary, file.value).slice(1) }
}

const made = ({ changes }: Awaited<ReturnType<typeof bring>>) =>
  changes.fields?.map(({ key, name, kind, unit }) => [key, name, kind, unit])

test.each([
  [['Mood', 'mood', 'Colour'], '"Colour" is not a kind of field.'],
  [['', 'mood', 'Text'], 'It has no name.'],
  [['Mood', 'mood', 'Text', 'Projects'], 'A sheet has fields of items and tasks, not of "Projects".'],
  [['Mood', 'mood', 'Number', '', '', '9'], 'Decimals are a whole number from 0 to 6.'],
  [['Mood', 'mood', 'Number', '', 'x'.repeat(21)], 'The unit has more than 20 characters.'],
  [['x'.repeat(101), 'mood', 'Text'], 'The name has more than 100 characters.'],
  [['Mood', 'mood', 'Formula'], 'The formula is missing.'],
  [['Mood', 'mood', 'Formula', 'Tasks', '', '', '', '', 'a'], 'Only items have formulas.'],
  [['Mood', 'mood', 'Text', '', '', '', '', '', '', 'the boss'], '"the boss" is not a role.'],
  [
    ['Mood', 'mood', 'One of a list', '', '', '', 'x'.repeat(101)],
    'The name of an option has more than 100 characters.',
  ],
  [
    ['Mood', 'mood', 'One of a list', '', '', '', Array.from({ length: 101 }, (_, at) => at).join('\n')],
    'A list has at most 100 options.',
  ],
])('the row %j is not used: %s', async (row, reason) => {
  const { said, entries, changes } = await bring([items, fieldsSheet([titles, row])])

  expect(said).toContainEqual(expect.stringMatching(/^Sheet "Fields", line 2.* is not used: /))
  expect(said.join('\n')).toContain(`is not used: ${reason}`)
  expect(entries).toMatchObject([{ kind: 'new', path: 'sq/sh010' }])
  expect(changes.fields).toMatchObject([{ name: 'Mood', kind: 'text' }])
})

test('a sheet written by hand needs only names, kinds and what they are for, in any order and spelling', async () => {
  const rows = [
    ['Type', 'NAME', 'Of', 'Options'],
    ['one of a LIST', 'Mood', 'item', 'blue, red; Green'],
    ['long_text', 'Mood notes', 'Items', ''],
  ]
  const { changes, said } = await bring([items, fieldsSheet(rows)])

  expect(changes.fields).toMatchObject([
    { key: 'mood', kind: 'choice', options: [{ name: 'blue' }, { name: 'red' }, { name: 'Green' }] },
    { key: 'mood_notes', kind: 'long_text' },
  ])
  expect(said.filter((text) => text.includes('not used'))).toEqual([])
})

test('of two rows for one field the first counts, and a list without options takes those of its cells', async () => {
  const rows = [titles, ['Mood', 'mood', 'One of a list'], ['Mood', '', 'Text'], ['Tone', 'mood', 'Text', 'Tasks']]
  const plan = await bring([items, fieldsSheet(rows)])

  expect(plan.changes.fields).toMatchObject([{ key: 'mood', kind: 'choice', options: [{ name: 'blue' }] }])
  expect(plan.said).toEqual(
    expect.arrayContaining([
      'Sheet "Fields", line 3 (Mood) is not used: An earlier line has the same field.',
      'Sheet "Fields", line 4 (Tone) is not used: An earlier line has the key mood.',
    ]),
  )
})

test('20,000 rows are no list of fields, and of many wrong ones ten are told', async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => [`Field ${at}`, `f_${at}`, 'Text'])
  const long = await bring([items, fieldsSheet([titles, ...many])])
  const wrong = await bring([items, fieldsSheet([titles, ...many.slice(0, 40).map(([name = '']) => [name, '', '?'])])])

  expect(made(long)).toEqual([['mood', 'Mood', 'text', '']])
  expect(long.said.filter((text) => text.includes('"Fields"'))).toEqual([
    'Sheet "Fields" is not used: It has more than 500 rows, which is more than a studio has fields.',
  ])
  expect(wrong.said.filter((text) => text.includes('"Fields"'))).toHaveLength(11)
  expect(wrong.said).toContain('The rest of the sheet "Fields" (30 rows) is not used: Wrong in the same ways.')
})

test('a sheet of that name that is not about fields is another sheet, and one without its titles says what it needs', async () => {
  const own = await bring([
    items,
    fieldsSheet([
      ['Location', 'Name'],
      ['Barley', 'north field'],
    ]),
  ])
  const broken = await bring([items, fieldsSheet([titles.filter((title) => title !== 'kind'), ['Mood', 'mood']])])
  const damaged = await bring([items, { name: 'Fields', rows: '<row><c></row>' }])

  expect(own.said).toContain('Sheet "Fields" is not used: One sheet is imported at a time: name this one to import it.')
  expect(broken.said).toContain(
    'Sheet "Fields" is not used: To describe fields, it needs the columns name, kind and key.',
  )
  expect(damaged.said).toContainEqual(expect.stringMatching(/^Sheet "Fields" is not used: It is damaged: /))
  expect([own, broken, damaged].map(made)).toEqual(Array.from({ length: 3 }, () => [['mood', 'Mood', 'text', '']]))
})

test('the sheet of fields is never read as items, wherever it is and whatever it is called', async () => {
  const fields = fieldsSheet([titles, ['Mood', 'mood', 'Number']])
  const first = await bring([fields, items])
  const hidden = await bring([
    { ...fields, state: 'hidden' },
    { ...items, name: 'fields' },
  ])
  const broken = await bring([
    fieldsSheet([
      ['name', 'key', 'options'],
      ['Mood', 'mood', 'a'],
    ]),
    items,
  ])
  const [alone, named] = [await read([fields]), await read([items, fields], { sheet: 'fields' })]

  expect([first, hidden, broken].map(({ entries }) => entries.map(({ path }) => path))).toEqual(
    Array.from({ length: 3 }, () => ['sq/sh010']),
  )
  expect(first.changes.fields).toMatchObject([{ kind: 'number' }])
  expect(alone).toMatchObject({
    ok: false,
    error: { message: 'The sheet "Fields" describes fields and has no items.' },
  })
  expect(named).toMatchObject({
    ok: false,
    error: { message: 'The sheet "Fields" describes fields and has no items; name another sheet: Shots.' },
  })
})

test('cells of formulas are read by their saved value', async () => {
  const saved = { xml: '<c t="str"><f>UPPER("x")</f><v>Number</v></c>' }
  const rows = [aRow(titles), aRow(['Mood', 'mood', saved, 'Items'])].join('')
  const { changes, entries } = await bring([items, { name: 'Fields', rows }])

  expect(changes.fields).toMatchObject([{ key: 'mood', kind: 'number' }])
  expect(entries).toMatchObject([{ left: ['Mood: “blue” is not a number.'] }])
})

const aField = (key: string, name: string, kind: FieldDefinition['kind']) =>
  newRow('field_definitions', { id: newId<FieldId>(), key, name, kind })

test('a field that the studio has in another kind stays, and the plan says so', async () => {
  const here = [aField('mood', 'Mood', 'text')]
  const of = { fields: here, studioFields: here }
  const { changes, said } = await bring([items, fieldsSheet([titles, ['Mood', 'mood', 'Number']])], of)

  expect(changes).not.toHaveProperty('fields')
  expect(changes.items).toMatchObject([{ fields: { mood: 'blue' } }])
  expect(said).toContain(
    'The file describes the field Mood as “Number”, but the studio’s field is “Text”: its cells are read as that.',
  )
})

test('a cell that does not fit a new field of tasks is left out, and the rest of its row is imported', async () => {
  const sheet = {
    name: 'Shots',
    rows: [
      aRow(['Collection', 'Name', 'Layout Takes']),
      aRow(['sq', 'sh010', 'many']),
      aRow(['sq', 'sh020', '3']),
    ].join(''),
  }
  const { changes, entries, said } = await bring([sheet, fieldsSheet([titles, ['Takes', 'takes', 'Number', 'Tasks']])])

  expect(said.filter((text) => text.includes('Takes'))).toEqual([
    'The studio gets the field Takes (takes) of tasks, as the file describes it: Number, 2 values, such as many, 3. 1 of them does not fit and is left out.',
  ])
  expect(changes.items.map(({ title }) => title)).toEqual(['sh010', 'sh020'])
  expect(changes.tasks.map(({ fields }) => fields)).toEqual([{ takes: 3 }])
  expect(entries.map(({ kind, left }) => [kind, left])).toEqual([
    ['new', ['Takes: “many” is not a number.']],
    ['new', []],
  ])
})

test('a key that another field has is numbered, and a formula that names it is not brought', async () => {
  const here = [aField('mood', 'Ambience', 'text')]
  const rows = [
    titles,
    ['Mood', 'mood', 'Text', 'Tasks'],
    ['Tone', 'tone', 'Formula', '', '', '', '', '', 'mood + "!"'],
  ]
  const check: FormulaCheck = async () => await Promise.resolve(new Map([['tone', { uses: new Set(['mood']) }]]))
  const of = { fields: here, studioFields: here, checkFormulas: check }
  const { changes, said } = await bring([items, fieldsSheet(rows)], of)

  expect(changes.fields).toMatchObject([{ key: 'mood_2', of: 'task' }])
  expect(said).toContain(
    'Field "Tone" is not used: Its formula cannot be calculated here: mood means another field here, or one of another kind.',
  )
})

test('a formula whose field is refused is not brought, nor what names it', async () => {
  const formula = (name: string, key: string, text: string) => [name, key, 'Formula', '', '', '', '', '', text]
  const rows = [titles, ['Mood', 'mood', 'Text'], formula('Tone', 'tone', 'mood'), formula('Ring', 'ring', 'tone')]
  const check: FormulaCheck = async (fields) => {
    const keys = new Set(fields.map(({ key }) => key))
    const found = fields.filter(({ kind }) => kind === 'formula')
    const judged = found.map(({ key, formula: text }) => {
      return [key, keys.has(text) ? { uses: new Set([text]) } : { problem: `There is no ${text} here` }] as const
    })
    return await Promise.resolve(new Map(judged))
  }
  const answers = { columns: new Map([['mood', 'no' as const]]) }
  const refused = await bring([items, fieldsSheet(rows)], { answers, checkFormulas: check })
  const taken = await bring([items, fieldsSheet(rows)], { checkFormulas: check })

  expect(made(refused)).toBeUndefined()
  expect(refused.said).toContain(
    'Field "Ring" is not used: Its formula cannot be calculated here: There is no tone here.',
  )
  expect(
    made(taken)
      ?.map(([key]) => key)
      .toSorted(),
  ).toEqual(['mood', 'ring', 'tone'])
})

test('a field for a higher role is not brought, and its column becomes no field for everybody', async () => {
  const rows = [titles, ['Mood', 'mood', 'Text', '', '', '', '', '', '', 'admin']]
  const plan = await bring([items, fieldsSheet(rows)], { hasRole: (floor) => floor !== 'admin' })

  expect(made(plan)).toBeUndefined()
  expect(plan.said).toContain(
    'Column "Mood" (1 row) is not used: It is for the role admin and above: ask somebody who has it to import the file.',
  )
})

test('another kind than the described one can be asked for with the same key and readers, and a described column can be refused', async () => {
  const sheets = [items, fieldsSheet([titles, ['Mood', 'mood', 'Number', '', 'm', '', '', '', '', 'lead']])]
  const other = await bring(sheets, { answers: { columns: new Map([['mood', 'text']]) } })
  const refused = await bring(sheets, { answers: { columns: new Map([['mood', 'no']]) } })

  expect(made(other)).toEqual([['mood', 'Mood', 'text', '']])
  expect(other.changes.fields).toMatchObject([{ writeFloor: 'lead' }])
  expect(made(refused)).toBeUndefined()
})
