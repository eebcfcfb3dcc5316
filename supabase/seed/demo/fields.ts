import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import type { Calendar } from './calendar.ts'
import { makeChance } from './chance.ts'
import type { DemoItem, DemoSpace, DemoTask } from './pipeline.ts'

const levels = [
  { name: 'Simple', color: '#22c55e' },
  { name: 'Medium', color: '#f59e0b' },
  { name: 'Hard', color: '#ef4444' },
].map((level) => ({ id: seededId('option', level.name), ...level }))

/** The lens a shot was most likely made with, by words of its description. */
const lenses: readonly (readonly [RegExp, string])[] = [
  [/wide|crane|tower|stars|behind/i, '24 mm'],
  [/close|bites|compass|coin|map/i, '85 mm'],
  [/looks|face|mother|seller/i, '50 mm'],
]

/** In how many workdays from today a sequence is to be delivered. */
const deliveries: Readonly<Record<string, number>> = { SQ010: 8, SQ020: 14, SQ030: 22, SQ040: 30, SQ050: 40, SQ060: 52 }

/** Vendors for outsourced work. */
const vendors = [
  { name: 'Halden FX', color: '#a855f7' },
  { name: 'Two Rivers', color: '#0ea5e9' },
].map((vendor) => ({ id: seededId('option', vendor.name), ...vendor }))

/** Makes the fields that shots and assets of The Salt Road have besides the built-in ones. */
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
    { of: 'task', key: 'vendor', name: 'Vendor', kind: 'choice', options: vendors, place_ids: shots },
    { of: 'task', key: 'render_hours', name: 'Render', kind: 'number', unit: 'h', place_ids: shots },
  ].map((field, position) => ({
    id: seededId('field', field.key),
    of: 'item',
    description: '',
    formula: '',
    unit: '',
    options: [],
    ...field,
    position,
  }))
}

/** Returns the values of an item's fields. */
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

/**
 * Returns the values of a task's fields: the vendor of some effects, and the render time per frame of lighting and
 * compositing.
 */
export function fieldsOfTask({ id, stage, item, status, isDisabled }: DemoTask): SeedRow {
  const { plan, project } = item.space
  if (project.plan.name !== 'The Salt Road' || plan.name !== 'Sequences' || isDisabled) return {}
  const chance = makeChance(`task fields ${id}`)
  const vendor = vendors[chance.between(0, vendors.length - 1)]
  if (stage === 'FX' && vendor !== undefined) return chance.happens(0.4) ? { vendor: vendor.id } : {}
  const isRendered = (stage === 'Lighting' || stage === 'Compositing') && status !== 'TO DO'
  return isRendered ? { render_hours: chance.between(2, 30) / 2 } : {}
}
