import { toFieldKey } from '#core/lib/field-key.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { makeFieldNames } from '../field-names.ts'
import type { Thing, ThingKind } from '../reading.ts'
import { listShortNames } from '../studio-names.ts'

export const me: Thing = { kind: 'person', id: 'Mei Tanaka', name: 'Mei Tanaka', within: [] }

/** Makes something of a studio, whose id is made of the names of its places and its own. */
export function thing(kind: ThingKind, name: string, within: readonly string[] = []): Thing {
  const ids = within.map((_, at) => within.slice(0, at + 1).join('/')).toReversed()
  return { kind, id: [...within, name].join('/'), name, within: ids }
}

/** The studio of the test sentences: two projects, three spaces, two people called Ana. */
export function aStudio(): readonly Thing[] {
  const salt = 'The Salt Road'
  const shots = ['sh010', 'sh020', 'sh030', 'sh040', 'sh050']
  const one = ['sq010', 'sq020', 'sq030', 'sq040'].flatMap((name) => [
    thing('collection', name, [salt, 'Episode 1']),
    ...shots.map((shot) => thing('item', shot, [salt, 'Episode 1', name])),
  ])
  const two = ['sq110', 'sq120'].flatMap((name) => {
    const titles = [10, 20, 30, 40, 50].map((n) => `${name}_sh00${n}`)
    const shortNames = listShortNames(titles, name)
    const items = titles.map((title, at) => ({
      ...thing('item', title, [salt, 'Episode 2', name]),
      aliases: [shortNames[at] ?? ''],
    }))
    return [thing('collection', name, [salt, 'Episode 2']), ...items]
  })
  const statuses = [...defaultStatuses, { name: 'ON HOLD', shortCode: 'HLD' }]
  return [
    thing('project', salt),
    thing('project', 'Night Market'),
    { ...thing('space', 'Episode 1', [salt]), aliases: ['ep01'] },
    { ...thing('space', 'Episode 2', [salt]), aliases: ['ep02'] },
    thing('space', 'Props', ['Night Market']),
    ...one,
    thing('collection', 'sq010', [salt, 'Episode 2']),
    thing('item', 'sh200', [salt, 'Episode 2', 'sq010']),
    ...two,
    thing('collection', 'Kitchen', ['Night Market', 'Props']),
    ...['Kettle', 'Teapot'].map((name) => thing('item', name, ['Night Market', 'Props', 'Kitchen'])),
    ...['Layout', 'Animation', 'Lighting', 'Compositing', 'FX'].map((name) => thing('stage', name)),
    ...statuses.map(({ name, shortCode }) => ({ ...thing('status', name), aliases: [shortCode] })),
    ...['Ana Dias', 'Ana Kovač', me.name, 'Lucia Ferro', 'Jonas Weber', 'Tomás Okafor'].map((name) =>
      thing('person', name),
    ),
    thing('item', 'Lucia', ['Night Market', 'Props', 'Kitchen']),
  ]
}

/** Makes a field, of items by default. */
export function aField(
  name: string,
  kind: FieldDefinition['kind'],
  given: Partial<FieldDefinition> = {},
): FieldDefinition {
  const key = given.key ?? toFieldKey(name)
  const rest = { description: '', formula: '', unit: '', decimals: undefined, options: [], defaultValue: undefined }
  const floors = { placeIds: [], writeFloor: '', readFloor: '', position: 1 } as const
  // The key is unique, so it serves as the id.
  return { ...rest, ...floors, id: key as FieldDefinition['id'], of: 'item', key, name, kind, ...given }
}

const options = (...names: readonly string[]): Pick<FieldDefinition, 'options'> => ({
  options: names.map((name) => ({ id: toFieldKey(name), name, color: '' })),
})

const places = [
  'Harbor',
  'Market',
  'North gate',
  'North pier',
  'South gate',
  'Temple',
  'Mill',
  'Bridge',
  'Palace',
  'Cave',
  'Desert',
  'Oasis',
  'Cellar',
  'Rooftop',
]

/** The studio's own fields: one of each kind, one named like a word of the language, one like a stage, two alike. */
export const ownFields = makeFieldNames(
  [
    aField('Difficulty', 'choice', options('Easy', 'Medium', 'Hard', 'Very hard')),
    aField('Frames', 'number', { unit: 'frames' }),
    aField('In', 'number'),
    aField('Vendor', 'text'),
    aField('Tags', 'choices', options('fire', 'water', 'crowd')),
    aField('Delivery date', 'date'),
    aField('Handoff', 'date', { of: 'task' }),
    aField('Supervisor', 'person'),
    aField('Client OK', 'checkbox'),
    aField('Brief', 'url'),
    aField('Length', 'formula', { formula: 'frames / 24' }),
    aField('Complexity', 'number', { of: 'task' }),
    aField('Status', 'choice', { key: 'status_note', ...options('fine', 'late') }),
    aField('Layout', 'checkbox', { key: 'has_layout' }),
    aField('Okafor', 'text'),
    aField('Camera', 'text', { placeIds: [] }),
    aField('Camera', 'text', { key: 'camera_2' }),
    aField('Location', 'choice', options(...places)),
  ],
  aStudio().flatMap(({ kind, id, name }) =>
    kind === 'person' ? { userId: id as never, displayName: name, email: `${toFieldKey(name)}@x.test` } : [],
  ),
)
