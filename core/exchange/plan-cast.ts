import { mostOfOne } from '#core/casting/change-casting.ts'
import { writeCastText } from '#core/casting/cast-text.ts'
import type { LinkChange } from '#core/casting/mutators.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { CastContent, CastIndex, CastItem } from './cast-index.ts'
import type { ImportChanges } from './import-changes.ts'
import type { CastCell, CastName } from './import-row.ts'
import type { SpaceContent } from './space-content.ts'
import type { ShownChange } from './plan-tasks.ts'

type Given = {
  readonly itemId: ItemId
  readonly cells: readonly CastCell[]
  readonly casting: CastContent
  readonly index: CastIndex
}

type LinkState = Pick<LinkChange, 'count' | 'label'>

type PlannedCast = {
  readonly links: readonly LinkChange[]
  readonly shown: readonly ShownChange[]
  readonly left: readonly string[]
}

/** Joins the project's items and those the file creates. */
export function toCasting(
  { casting, ...content }: SpaceContent,
  { items, collections }: Pick<ImportChanges, 'items' | 'collections'>,
): CastContent {
  const names = new Map([...content.collections, ...collections].map(({ id, name }) => [id, name]))
  const space = casting?.space ?? ''
  const made = items.map(({ id, title, slug = '', collectionId, itemType }) => {
    return { id, title, slug, collection: names.get(collectionId) ?? '', space, isAsset: itemType === 'asset' }
  })
  return { items: [...(casting?.items ?? []), ...made], space, getCast: casting?.getCast ?? (() => []) }
}

/** Plans how cells with item names change an item's cast, or the casts it is used in. */
export function planCast({ itemId, cells, casting, index }: Given): PlannedCast {
  const links: LinkChange[] = []
  const shown: ShownChange[] = []
  const left: string[] = []
  for (const cell of cells) {
    const found = new Map<ItemId, CastName>()
    for (const word of cell.names) {
      const item = findItem(word, cell, index)
      if (typeof item === 'string') left.push(item)
      else if (item.id === itemId) left.push(`"${word.name}" is the item itself.`)
      else {
        const before = found.get(item.id)
        found.set(
          item.id,
          before === undefined
            ? word
            : { ...before, count: Math.min(mostOfOne, (before.count ?? 1) + (word.count ?? 1)) },
        )
      }
    }
    const present = casting.getCast(itemId).filter(({ kind }) => kind === cell.kind)
    const gone = cell.isWhole && !cell.isUse ? present.filter(({ toItemId }) => !found.has(toItemId)) : []
    const wanted = [...[...found].map(([id, { count, label }]) => ({ id, count, label })), ...gone.map(({ toItemId }) => ({ id: toItemId, count: 0, label: undefined }))] // prettier-ignore
    const changes = wanted.flatMap(({ id, count, label }): LinkChange[] => {
      const [fromItemId, toItemId] = cell.isUse ? [id, itemId] : [itemId, id]
      const link = casting.getCast(fromItemId).find((each) => each.toItemId === toItemId && each.kind === cell.kind)
      const expected = { count: link?.count ?? 0, label: link?.label ?? '' }
      const next = { count: count ?? Math.max(1, expected.count), label: label ?? expected.label }
      if (next.count === expected.count && (next.count === 0 || next.label === expected.label)) return []
      return [{ fromItemId, toItemId, kind: cell.kind, ...next, expected }]
    })
    links.push(...changes)
    if (changes.length > 0) shown.push(describe(cell, changes, index))
  }
  return { links, shown, left }
}

function findItem({ name, type }: CastName, { isUse }: CastCell, { find }: CastIndex): CastItem | string {
  const found = find(name, isUse ? 'shots' : 'assets')
  if (typeof found !== 'string') return found
  const ofType = type === undefined ? found : find(`${type}/${name}`)
  return typeof ofType === 'string' ? found : ofType
}

function describe({ kind, isUse }: CastCell, changes: readonly LinkChange[], index: CastIndex): ShownChange {
  const write = (stateOf: (change: LinkChange) => LinkState | undefined): string =>
    writeCastText(
      changes.flatMap((change) => {
        const name = index.nameOf(isUse ? change.fromItemId : change.toItemId)
        const { count = 0, label = '' } = stateOf(change) ?? {}
        return name === undefined || count === 0 ? [] : [{ name, count, label }]
      }),
    )
  return {
    field: isUse ? 'used in' : kind,
    from: write(({ expected }) => expected),
    to: write((change) => change),
  }
}
