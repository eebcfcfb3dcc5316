import { afterEach, expect, test } from 'vitest'
import { itemFlags } from '#core/schema/item-flags.ts'
import { withValues } from '#core/timeline/filter-kinds.ts'
import { makeFilterTest } from '#core/timeline/filter-rows.ts'
import { makeItemScope } from '#core/fields/item-scope.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { resetSpaceView, selectOnly } from '../space-view-store.ts'
import { anId, openTestSpace } from '../test/a-space.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { makeItemCommands } from './item-commands.ts'

afterEach(resetSpaceView)

test.each(itemFlags)('a command makes items $words, filters find them, and undo reverts it', async (flag) => {
  const { field, name, command } = flag
  const { client, model, stats, studio, space } = await openTestSpace()
  const stop = registry.register(makeItemCommands({ client, model, stats, scope: 'grid' }))
  const read = makeItemScope({ studio, space, getArtists: () => [] }, new Map()).names.get(name)?.read
  const seen = () => {
    const [item, ...others] = [1, 2, 3].map((number) => space.replica.find('items', anId<ItemId>('i', number)))
    const isHidden = !makeFilterTest(withValues([], name, ['hidden']), 'grid')({ ...item })
    return {
      row: item?.[field],
      named: item && read?.(item),
      isHidden,
      others: others.map((other) => other?.[field]),
    }
  }
  const before = seen()
  selectOnly(toCellKey(anId<ItemId>('i', 1), anId('g', 1)))

  await runCommand(command.id)
  const on = seen()
  await undoStack.undo()

  expect(before).toEqual({ row: false, named: false, isHidden: false, others: [false, false] })
  expect(on).toEqual({ row: true, named: true, isHidden: true, others: [false, false] })
  expect(seen()).toEqual(before)
  stop()
  await client.close()
})
