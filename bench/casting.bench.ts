import { makeCastingReplica } from '#core/casting/casting-replica.ts'
import { makeSpaceReadiness } from '#core/casting/space-readiness.ts'
import type { PullAnswer } from '#core/gateway/ports.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import { toId, type CollectionId, type ItemId, type SpaceId, type StatusId, type TaskId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { listSequences } from '#app/features/casting/casting-model.ts'
import { readCastRows } from '#app/widgets/cast/cast-content.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { compare, type Comparison } from './compare.ts'
import { median } from './grid/drive.ts'
import { space, spaceId, stageId, studioAnswer, studioId } from './grid/product-rows.ts'

const [SHOTS, ASSETS, LINKS, PER_SEQUENCE] = [2000, 2000, 24_000, 40]
const REPEATS = 9
const assetsId = toId<SpaceId>('7000')
const [animation, rigging] = [stageId(5), stageId(4)]
const { projectId } = space
const statuses = studioAnswer().tables.task_statuses ?? []
const [todo, done] = [0, 5].map((at) => statuses[at]?.id ?? toId<StatusId>('')) as [StatusId, StatusId]

const answer = (tables: PullAnswer['tables'], full = true): PullAnswer => ({ rev: 1, full, tables, deleted: {} })
const shotId = (at: number): ItemId => toId(`shot ${at}`)
const assetId = (at: number): ItemId => toId(`asset ${at}`)

/**
 * A project of 2,000 shots, 2,000 assets and 24,000 links: opens its page from rows on the device and finishes an
 * asset's rigging. In Node, without rendering: rows in memory, sequences, one sequence's casts, and whether each shot
 * is ready.
 */
export function measure(): Promise<Comparison[]> {
  const opening: number[] = []
  const following: number[] = []
  const filtering: number[] = []
  for (let round = 0; round < REPEATS; round++) {
    const rows = makeRows()
    const begun = performance.now()
    const { content, assets, shots, studio } = open(rows)
    const [first] = listSequences(content)
    if (first === undefined || readCastRows(content, first.shots).length !== PER_SEQUENCE)
      throw new Error('A sequence has its shots')
    opening.push(performance.now() - begun)

    const readiness = makeSpaceReadiness({ studio, space: shots.space })
    readiness.setContent({ casting: content.casting, spaces: [shots.space, assets.space] })
    const tasks = [...shots.rows.getRows('item_tasks').values()]
    const waits = (): number => tasks.filter((task) => readiness.listWaits(task)?.includes('anything') === true).length
    const before = waits()
    const turned = performance.now()
    assets.rows.merge(answer({ item_tasks: [aTask(assetId(0), rigging, done)] }, false), new Set())
    for (const task of tasks.slice(0, PER_SEQUENCE)) readiness.describe(task)
    following.push(performance.now() - turned)
    const asked = performance.now()
    const after = waits()
    filtering.push(performance.now() - asked)
    if (after > before) throw new Error('What is done holds nothing up')
  }
  const against = (subject: string, ours: readonly number[], theirs: number): Comparison =>
    compare({ subject, peer: 'what was promised', unit: 'ms', ours: median(ours), theirs, bar: 1 })
  return Promise.resolve([
    against('The casting of 2,000 × 2,000 with 24,000 links, opened to its first sequence', opening, 300),
    against('Readiness of the rows in sight after a status change', following, 50),
    against('The filter by what is waited for, of all 2,000 shots, after a status change', filtering, 100),
  ])
}

function makeRows() {
  const links = Array.from({ length: LINKS }, (_, at) =>
    newRow('item_links', {
      fromItemId: shotId(at % SHOTS),
      toItemId: assetId((at * 7 + Math.floor(at / SHOTS)) % ASSETS),
    }),
  )
  return { shots: aSpace(shotId, SHOTS), assets: aSpace(assetId, ASSETS), links }
}

function aTask(itemId: ItemId, stage: typeof rigging, statusId: StatusId) {
  return newRow('item_tasks', { id: toId<TaskId>(`${itemId} ${stage}`), itemId, stageId: stage, statusId })
}

function aSpace(idOf: (at: number) => ItemId, count: number): PullAnswer {
  const collectionOf = (at: number): CollectionId => toId(`${idOf(0)} sq ${Math.floor(at / PER_SEQUENCE)}`)
  const numbers = Array.from({ length: count }, (_, at) => at)
  const items = numbers.map((at) =>
    newRow('items', {
      id: idOf(at),
      collectionId: collectionOf(at),
      title: idOf(at),
      slug: idOf(at),
      orderRank: String(10_000 + at),
      itemType: idOf === assetId ? 'asset' : 'shot',
    }),
  )
  const collections = numbers
    .filter((at) => at % PER_SEQUENCE === 0)
    .map((at) =>
      newRow('collections', { id: collectionOf(at), name: collectionOf(at), orderRank: String(10_000 + at) }),
    )
  const stages = [animation, rigging]
  const tasks = items.flatMap(({ id }) => stages.map((stage) => aTask(id, stage, todo)))
  return answer({ collections, items, item_tasks: tasks })
}

function open({ shots, assets, links }: ReturnType<typeof makeRows>) {
  const studioRows = makeReplica(`studio:${studioId}`)
  const other = { ...space, id: assetsId, name: 'Assets', slug: 'assets', position: 2 }
  const need = newRow('stage_needs', { id: toId('n'), stageId: animation, needsStageId: rigging })
  const { tables } = studioAnswer()
  studioRows.merge(answer({ ...tables, spaces: [space, other], stage_needs: [need] }), new Set())
  const [shotRows, assetRows] = [makeReplica(`space:${spaceId}`), makeReplica(`space:${assetsId}`)]
  shotRows.merge(shots, new Set())
  assetRows.merge(assets, new Set())
  const linkRows = makeReplica(`casting:${projectId}`)
  linkRows.merge(answer({ item_links: links }), new Set())
  const studio = makeStudioReplica(studioId, studioRows)
  const own = makeSpaceReplica({ studioId, spaceId }, shotRows)
  const held = makeSpaceReplica({ studioId, spaceId: assetsId }, assetRows)
  const casting = makeCastingReplica({ studioId, projectId }, linkRows)
  const spaces = [
    { space, replica: own },
    { space: other, replica: held },
  ]
  // The page reads only these.
  const content = { studio, casting, spaces, version: 1 } as unknown as ProjectContent
  return { content, studio, shots: { space: own, rows: shotRows }, assets: { space: held, rows: assetRows } }
}
