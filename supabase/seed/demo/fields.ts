import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import type { Calendar } from './calendar.ts'
import { makeChance } from './chance.ts'
import type { DemoItem, DemoSpace } from './pipeline.ts'

const levels = [
  { name: 'Simple', color: '#22c55e' },
  { name: 'Medium', color: '#f59e0b' },
  { name: 'Hard', color: '#ef4444' },
].map((level) => ({ id: seededId('option', level.name), ...level }))

/** The lens a shot is most likely made with, by the words of its description. */
const lenses: readonly (readonly [RegExp, string])[] = [
  [/wide|crane|tower|stars|behind/i, '24 mm'],
  [/close|bites|compass|coin|map/i, '85 mm'],
  [/looks|face|mother|seller/i, '50 mm'],
]

/** Workdays from today on which a sequence is to be delivered. */
const deliveries: Readonly<Record<string, number>> = { SQ010: 8, SQ020: 14, SQ030: 22, SQ040: 30, SQ050: 40, SQ060: 52 }

/** What shots and assets of The Salt Road have beside what every item has. */
export function makeFieldRows(spaces: readonly DemoSpace[]): SeedRow[] {
  const placesOf = (...names: string[]): string[] =>
    spaces.flatMap(({ id, plan, project }) =>
      project.plan.name === 'The Salt Road' && names.includes(plan.name) ? [id] : [],
    )
  const both = placesOf('Sequences', 'Assets')
  const shots = placesOf('Sequences')
  return [
    { key: 'complexity', name: 'Complexity', kind: 'choice', options: levels, place_ids: both },
    { key: 'effort', name: 'Effort', kind: 'number', unit: 'd', place_ids: both },
    { key: 'focal_length', name: 'Focal length', kind: 'text', place_ids: shots },
    { key: 'delivery', name: 'Delivery', kind: 'date', place_ids: shots },
    { key: 'open_stages', name: 'Open stages', kind: 'formula', formula: 'count(tasks, t, !t.done)', place_ids: both },
  ].map((field, position) => ({
    id: seededId('field', field.key),
    description: '',
    formula: '',
    unit: '',
    options: [],
    ...field,
    position,
  }))
}

/** The values of an item's fields. */
export function fieldsOf(item: DemoItem, calendar: Calendar): SeedRow {
  const { plan, project } = item.space
  if (project.plan.name !== 'The Salt Road' || !['Sequences', 'Assets'].includes(plan.name)) return {}
  const chance = makeChance(`fields ${item.id}`)
  const level = chance.between(0, levels.length - 1)
  const all = { complexity: levels[level]?.id, effort: (level + 1) * 3 + chance.between(0, 4) / 2 }
  if (plan.name === 'Assets') return all
  const lens = lenses.find(([words]) => words.test(item.plan.description))?.[1] ?? '35 mm'
  const delivery = deliveries[item.plan.title.slice(0, 5).toUpperCase()]
  return {
    ...all,
    focal_length: lens,
    ...(delivery !== undefined && { delivery: calendar.toDate(calendar.toDay(delivery)) }),
  }
}
