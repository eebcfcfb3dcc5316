import type { ItemPlan, ProjectPlan, SpacePlan } from './plans.ts'
import { toSlug } from '#core/lib/slug.ts'
import { seededId } from '../seeded-id.ts'
import type { Chance } from './chance.ts'
import { makeChance } from './chance.ts'
import type { Person } from './people.ts'
import { getPerson } from './people.ts'
import { productions } from './productions.ts'
import type { StatusName } from './studio.ts'

export type DemoProject = { id: string; slug: string; plan: ProjectPlan; spaces: DemoSpace[] }
export type DemoSpace = { id: string; slug: string; plan: SpacePlan; project: DemoProject; items: DemoItem[] }

export type DemoItem = {
  id: string
  slug: string
  plan: ItemPlan
  collectionId: string
  space: DemoSpace
  /** The painting that shows it. */
  scene: string
  /** Whether anything has been drawn yet. */
  isStarted: boolean
  tasks: DemoTask[]
}

export type DemoTask = {
  id: string
  stage: string
  item: DemoItem
  status: StatusName
  isDisabled: boolean
  assignee: Person | undefined
  priority: number
  estimatedHours: number | undefined
}

const makers: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Setup: ['Tomas'],
  References: ['Priya'],
  Storyboard: ['Mei', 'Priya'],
  Concept: ['Priya', 'Mei'],
  Layout: ['Jonas', 'Mei'],
  Modeling: ['Jonas'],
  Rigging: ['Lucia', 'Jonas'],
  Animation: ['Lucia', 'Mei'],
  Lighting: ['Jonas', 'Amara'],
  FX: ['Amara'],
  Compositing: ['Amara', 'Jonas'],
  Grading: ['Amara'],
  Final: ['Tomas', 'Ingrid'],
  Idea: ['Priya', 'Mei'],
  Sketch: ['Priya'],
  Illustration: ['Priya', 'Amara'],
  Png: ['Tomas'],
}

/** Lists who can do a stage's work, the preferred person first. */
export const listMakers = (stage: string): [Person, ...Person[]] => {
  const [first, ...others] = makers[stage] ?? ['Mei']
  return [getPerson(first), ...others.map(getPerson)]
}

/** Makes the three productions with every item and task in its state. */
export function makePipeline(): DemoProject[] {
  return productions.map((plan) => {
    const project: DemoProject = { id: seededId('project', plan.name), slug: toSlug(plan.name), plan, spaces: [] }
    project.spaces = plan.spaces.map((space) => makeSpace(space, project))
    return project
  })
}

export const toCollectionId = (project: ProjectPlan, space: SpacePlan, name: string): string =>
  seededId('collection', project.name, space.name, name)

function makeSpace(plan: SpacePlan, project: DemoProject): DemoSpace {
  const space: DemoSpace = {
    id: seededId('space', project.plan.name, plan.name),
    slug: toSlug(plan.name),
    plan,
    project,
    items: [],
  }
  const count = plan.collections.reduce((sum, { items }) => sum + items.length, 0)
  space.items = plan.collections
    .flatMap((collection) =>
      collection.items.map((item) => ({ item, collectionId: toCollectionId(project.plan, plan, collection.name) })),
    )
    .map(({ item, collectionId }, index) => makeItem({ plan: item, collectionId, space, place: index / count }))
  return space
}

type ItemParts = { plan: ItemPlan; collectionId: string; space: DemoSpace; place: number }

function makeItem({ plan, collectionId, space, place }: ItemParts): DemoItem {
  const chance = makeChance(`${space.id} ${plan.title}`)
  const item: DemoItem = {
    id: seededId('item', space.id, plan.title),
    slug: toSlug(plan.title),
    plan,
    collectionId,
    space,
    scene: chance.pick(space.plan.scenes),
    isStarted: false,
    tasks: [],
  }
  // The first items of a space are the furthest; each is a little ahead of or behind its neighbours.
  const { stages, progress } = space.plan
  const behind = (progress + (0.5 - place) * 0.55 + (chance.number() - 0.5) * 0.16) * stages.length
  item.tasks = stages.flatMap((stage, index) => makeTask({ stage, item, behind: behind - index, chance }))
  item.isStarted = item.tasks.some(({ status }) => status === 'DONE' || status === 'CLIENT' || status === 'WFA')
  return item
}

type TaskParts = { stage: string; item: DemoItem; behind: number; chance: Chance }

/** One task, or none if it is not planned yet; `behind` is the number of stages between it and the item's progress. */
function makeTask({ stage, item, behind, chance }: TaskParts): DemoTask[] {
  if (behind < -1 && chance.happens(0.06)) return []
  const isDisabled = chance.happens(stage === 'FX' || stage === 'Rigging' ? 0.16 : 0.02)
  const status = isDisabled ? 'TO DO' : toStatus(behind, chance)
  const isAssigned = !isDisabled && (status !== 'TO DO' || chance.happens(0.45))
  const maker = chance.happens(0.7) ? listMakers(stage)[0] : chance.pick(listMakers(stage))
  const task: DemoTask = {
    id: seededId('task', item.id, stage),
    stage,
    item,
    status,
    isDisabled,
    assignee: isAssigned ? maker : undefined,
    priority: !isDisabled && status !== 'DONE' && chance.happens(0.16) ? chance.between(1, 3) : 0,
    estimatedHours: !isDisabled && chance.happens(0.72) ? chance.between(4, 48) / 2 : undefined,
  }
  return [task]
}

function toStatus(behind: number, chance: Chance): StatusName {
  const draw = chance.number()
  if (behind > 2) return 'DONE'
  if (behind > 1.1) return draw < 0.78 ? 'DONE' : draw < 0.92 ? 'CLIENT' : 'FEEDBACK'
  if (behind > 0.4) return draw < 0.3 ? 'CLIENT' : draw < 0.62 ? 'WFA' : draw < 0.82 ? 'FEEDBACK' : 'DONE'
  if (behind > -0.4) return draw < 0.5 ? 'WIP' : draw < 0.68 ? 'FEEDBACK' : draw < 0.86 ? 'WFA' : 'TO DO'
  if (behind > -1.2) return draw < 0.22 ? 'WIP' : 'TO DO'
  return 'TO DO'
}
