import { render } from '@testing-library/react'
import { Command } from 'cmdk'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { toId, type ItemKindId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { resetClient, setStudio } from '#app/stores/client-store.ts'
import { PaletteList } from './palette-list.tsx'
import type { PaletteRow } from './palette-rows.ts'

afterEach(resetClient)

test('an item has the icon of its kind, or the plain one if it has no kind or the kind was deleted', () => {
  const kinds: Record<string, object> = { vehicle: { icon: 'car', itemType: 'asset' } }
  setStudio({ replica: { find: (_table: string, id: string) => kinds[id] } } as unknown as StudioReplica)
  const rows = ['vehicle', 'gone', undefined].map((id, at): PaletteRow => {
    const itemKindId = id === undefined ? undefined : toId<ItemKindId>(id)
    const result = { id: `item:${at}`, kind: 'item', title: 'Truck', to: '/', itemKindId } as const
    const plain = { detail: undefined, keys: undefined, icon: undefined }
    return { ...plain, id: result.id, title: result.title, result, target: { kind: 'argument', value: '' } }
  })

  const { container } = render(
    <Command>
      <PaletteList groups={[{ heading: 'Items', rows }]} query="" empty="" onPick={() => undefined} />
    </Command>,
  )

  const icons = [...container.querySelectorAll('svg')].map((icon) => icon.classList.contains('lucide-car'))
  expect(icons).toEqual([true, false, false])
})

test('the rows in sight come first, and the others once the palette is drawn', () => {
  const rows = [...Array(60).keys()].map((at): PaletteRow => {
    const plain = { detail: undefined, keys: undefined, icon: undefined }
    return { ...plain, id: `row-${at}`, title: `Row ${at}`, target: { kind: 'argument', value: '' } }
  })
  const groups = [
    { heading: 'Recent', rows: rows.slice(0, 5) },
    { heading: 'Grid', rows: rows.slice(5) },
  ]
  const count = (): number => document.querySelectorAll('[role="option"]').length
  let first = 0
  const First = () => {
    useLayoutEffect(() => void (first = count()), [])
    return null
  }
  render(
    <Command>
      <PaletteList groups={groups} query="" empty="" onPick={() => undefined} />
      <First />
    </Command>,
  )

  expect(first).toBe(20)
  expect(count()).toBe(60)
})
