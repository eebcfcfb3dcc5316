import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#core/lib/ids.ts'
import { anyStep, makeModelServer, playHistory } from '#core/testing/decision-history.ts'
import { anId } from '#core/testing/studio-fixture.ts'

const tasks = [0, 1, 2].map((at) => anId(8, at))
const statuses = [1, 2, 3].map((at) => anId(6, at))

test('a thousand random histories of a room and two packets lose nothing and apply nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 30 }), async (steps) => {
      const server = makeModelServer(tasks, statuses[0] ?? '')

      const { decisions, noteIds, overwritten } = await playHistory(steps, { server, tasks, statuses, newId })
      const { notes, brought } = await server.read()

      const said = [...noteIds, ...decisions.map(({ id }) => id)]
      expect(notes.toSorted()).toEqual(said.toSorted())
      expect(brought.toSorted()).toEqual(decisions.map(({ id }) => id).toSorted())
      expect(overwritten).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
