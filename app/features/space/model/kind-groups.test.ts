import { expect, test } from 'vitest'
import { toId, type ItemKindId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { registry } from '#app/commands/registry.ts'
import { makeColumnCommands } from '../commands/column-commands.ts'
import { makeFieldCommands } from '../commands/field-commands.ts'
import { resetSpaceView, setGroup, setItemSort } from '../space-view-store.ts'
import { anItem, openTestSpace } from '../test/a-space.ts'

const [vehicle, matte] = ['Vehicle', 'Matte painting'].map((name, position) =>
  newRow('item_kinds', { id: toId<ItemKindId>(`kind-${name}`), key: name, name, position }),
)

async function open() {
  const page = await openTestSpace({
    kinds: [vehicle, matte].flatMap((kind) => kind ?? []),
    items: [
      anItem(1, { title: 'plain' }),
      anItem(2, { title: 'sky', kindId: matte?.id }),
      anItem(3, { title: 'truck', kindId: vehicle?.id }),
    ],
  })
  return { ...page, scope: 'grid' as const }
}

test('a space is grouped and sorted by the studio’s own kinds, in their order, items without one last', async () => {
  const { model } = await open()
  const seen = () =>
    model
      .getLayout()
      .rows.map((row) =>
        row.kind === 'collection' ? row.collection.name : model.space.replica.find('items', row.id)?.title,
      )

  setGroup('kind')
  expect(seen()).toEqual(['Vehicle', 'truck', 'Matte painting', 'sky', 'No kind', 'plain'])
  setGroup(undefined)
  setItemSort({ fieldId: 'kind', isDown: true })
  expect(seen()).toEqual(['SQ010', 'sky', 'truck', 'plain'])
  resetSpaceView()
})

test('the commands that group and sort offer the kind', async () => {
  const page = await open()
  const stop = registry.register([...makeColumnCommands(page), ...makeFieldCommands(page)])
  const labels = async (id: string): Promise<readonly string[]> => {
    const options = await registry.find(id)?.args?.[0]?.options({} as never, [], '')
    return (options ?? []).map(({ label, detail }) => [label, detail].filter(Boolean).join(' '))
  }

  expect(await labels('grid.group')).toEqual(['Their collections', 'Kind'])
  expect(await labels('field.sort')).toEqual(expect.arrayContaining(['Kind Ascending', 'Kind Descending']))
  stop()
})
