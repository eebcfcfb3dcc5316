import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawingLimits } from '#core/comments/drawing.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

const at = { x: 0.25, y: 0.5 }
const pen = { kind: 'pen', color: '#ff5a52', points: [at, { x: 0.3, y: 0.55 }] }
const mediaId = crypto.randomUUID()
const drawing = (changes: object = {}): object => ({ mediaId, frame: 59, shapes: [pen], ...changes })

const post = async (drawings: unknown, by = studio.member): Promise<string> => {
  const id = crypto.randomUUID()
  await call(by.client, 'add_comment', {
    p_task_id: shot.task.id,
    p_comment_id: id,
    p_content: '',
    p_metadata: { drawings },
  })
  return id
}

test('a drawing on a frame is stored, even without text', async () => {
  const shapes = [
    pen,
    { kind: 'arrow', color: '#ffffff', from: at, to: { x: 1, y: 0 } },
    { kind: 'box', color: '#4da6ff', from: at, to: { x: 0.9, y: 0.9 } },
    { kind: 'text', color: '#f5e663', at, text: 'softer' },
  ]

  const id = await post([drawing({ shapes })])

  const { data } = await studio.viewer.client.from('comments').select('metadata').eq('id', id).single()
  expect(data?.metadata).toMatchObject({ drawings: [{ mediaId, frame: 59, shapes }] })
})

test.each([
  ['no list', { mediaId }],
  ['a half frame', [drawing({ frame: 1.5 })]],
  ['a frame before the first', [drawing({ frame: -1 })]],
  ['a frame beyond all films', [drawing({ frame: drawingLimits.frame + 1 })]],
  ['no file', [drawing({ mediaId: 'film' })]],
  ['no shape', [drawing({ shapes: [] })]],
  ['a shape of no known kind', [drawing({ shapes: [{ ...pen, kind: 'spray' }] })]],
  ['a colour that is none', [drawing({ shapes: [{ ...pen, color: 'url(#x)' }] })]],
  ['a stroke without points', [drawing({ shapes: [{ ...pen, points: [] }] })]],
  ['a point outside of the picture', [drawing({ shapes: [{ ...pen, points: [{ x: 1.2, y: 0 }] }] })]],
  ['a point that is no number', [drawing({ shapes: [{ ...pen, points: [{ x: '0.5', y: 0 }] }] })]],
  ['a box without a corner', [drawing({ shapes: [{ kind: 'box', color: '#ffffff', from: at }] })]],
  ['an empty word', [drawing({ shapes: [{ kind: 'text', color: '#ffffff', at, text: '' }] })]],
  [
    'too many points',
    [drawing({ shapes: [{ ...pen, points: Array.from({ length: drawingLimits.points + 1 }, () => at) }] })],
  ],
  ['too many shapes', [drawing({ shapes: Array.from({ length: drawingLimits.shapes + 1 }, () => pen) })]],
  ['too many drawings', Array.from({ length: drawingLimits.drawings + 1 }, () => drawing())],
  [
    'too long a word',
    [drawing({ shapes: [{ kind: 'text', color: '#ffffff', at, text: 'a'.repeat(drawingLimits.text + 1) }] })],
  ],
])('a drawing with %s is refused', async (_name, drawings) => {
  const args = { p_task_id: shot.task.id, p_comment_id: crypto.randomUUID(), p_content: '', p_metadata: { drawings } }

  expect(await refusal(studio.member.client, 'add_comment', args)).toMatchObject({ code: '23514' })
})

test('a drawing can be changed by its author only', async () => {
  const id = await post([drawing()])
  const changed = { p_comment_id: id, p_content: '', p_metadata: { drawings: [drawing({ frame: 60 })] } }

  expect(await refusal(studio.owner.client, 'edit_comment', changed)).toMatchObject({ code: 'P0002' })
  await call(studio.member.client, 'edit_comment', changed)

  const { data } = await studio.member.client.from('comments').select('metadata').eq('id', id).single()
  expect(data?.metadata).toMatchObject({ drawings: [{ frame: 60 }] })
})
