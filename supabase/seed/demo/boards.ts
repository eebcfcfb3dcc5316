import type { SeedRow } from '../insert-rows.ts'
import { seededId } from '../seeded-id.ts'
import { getPerson } from './people.ts'
import type { DemoItem, DemoProject } from './pipeline.ts'
import type { Shelf } from './shelf.ts'

type BoardPlan = {
  project: DemoProject
  name: string
  spaceId?: string
  itemId?: string
  images: readonly string[]
  notes: readonly string[]
}

const imageSize = { width: 300, height: 126 }
const gap = 20
const columns = 3
const boardsOfItems = 4

/** Makes the projects' mood boards, those of moodboard spaces, and the references of a few items. */
export function makeBoards(projects: readonly DemoProject[], shelf: Shelf): Record<string, SeedRow[]> {
  const plans = projects.flatMap(planBoards)
  return {
    boards: plans.map((plan) => ({
      id: toBoardId(plan),
      project_id: plan.project.id,
      space_id: plan.spaceId ?? null,
      item_id: plan.itemId ?? null,
    })),
    canvas_items: plans.flatMap((plan) => [...makeNotes(plan), ...makeImages(plan, shelf)]),
  }
}

const toBoardId = ({ project, name }: BoardPlan): string => seededId('board', project.id, name)

function planBoards(project: DemoProject): BoardPlan[] {
  const scenes = [...new Set(project.spaces.flatMap(({ plan }) => plan.scenes))]
  const images = scenes.map((scene) => `${scene}.webp`)
  const moods = project.spaces.filter(({ plan }) => plan.layout === 'moodboard')
  const items = project.spaces
    .flatMap((space) => space.items)
    .filter(({ tasks }) => tasks.some(({ stage, isDisabled }) => stage === 'References' && !isDisabled))
    .slice(0, boardsOfItems)
  return [
    { project, name: 'project', images: images.slice(0, 6), notes: [project.plan.name, 'Light first, detail last'] },
    ...moods.map(({ id, plan }) => ({ project, name: plan.name, spaceId: id, images, notes: [plan.name, 'Warm against cold, never both', 'No pure black'] })),
    ...items.map((item: DemoItem) => ({ project, name: item.id, itemId: item.id, images: [`${item.scene}.webp`, ...images.slice(0, 3)], notes: [item.plan.title] })),
  ] // prettier-ignore
}

function makeNotes(plan: BoardPlan): SeedRow[] {
  return plan.notes.map((text, index) => ({
    ...place(plan, index, 'text'),
    media_id: null,
    text,
    x: index * (imageSize.width + gap),
    y: -80,
    width: 280,
    height: 40,
    rotation: 0,
  }))
}

function makeImages(plan: BoardPlan, shelf: Shelf): SeedRow[] {
  return [...new Set(plan.images)].map((file, index) => ({
    ...place(plan, index, 'image'),
    media_id: shelf.share(file, plan.project).id,
    text: null,
    x: (index % columns) * (imageSize.width + gap),
    y: Math.floor(index / columns) * (imageSize.height + gap),
    ...imageSize,
    rotation: index === 4 ? -3 : 0,
  }))
}

const place = (plan: BoardPlan, index: number, type: 'image' | 'text'): SeedRow => ({
  id: seededId('canvas item', toBoardId(plan), type, index),
  board_id: toBoardId(plan),
  project_id: plan.project.id,
  type,
  z_index: type === 'text' ? 100 + index : index,
  created_by: getPerson('Priya').id,
})
