import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { toItemAddress, withPopup } from '#app/lib/popup-address.ts'
import { links } from '#app/routes.ts'
import { whereUsedOptions } from '#app/widgets/cast/link-actions.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { listAssets, type AssetRow } from './assets-model.ts'
import { assetsStore, extendAssets, focusAsset, selectAssets, toggleAsset } from './assets-store.ts'
import { focusMember, showSequence } from './casting-store.ts'

const base = { group: 'Assets', scope: 'assets' } as const

/** Moving through a project's assets, choosing some, and going to where they are. */
export const assetsCommands: readonly Command[] = [
  moving({ id: 'assets.down', title: 'Next asset', keys: ['down', 'j'] }, 1),
  moving({ id: 'assets.up', title: 'Previous asset', keys: ['up', 'k'] }, -1),
  extending({ id: 'assets.extend-down', title: 'Select on to the next asset', keys: ['shift+down'] }, 1),
  extending({ id: 'assets.extend-up', title: 'Select on to the previous asset', keys: ['shift+up'] }, -1),
  defineCommand({
    ...base,
    id: 'assets.toggle',
    title: 'Select or unselect the asset',
    keys: ['x'],
    when: () => assetsStore.focus !== undefined,
    run: () => {
      if (assetsStore.focus !== undefined) toggleAsset(assetsStore.focus)
    },
  }),
  defineCommand({
    ...base,
    id: 'assets.select-all',
    title: 'Select all assets that are shown',
    keys: ['mod+a'],
    run: () => selectAssets(listShown().map(toId)),
  }),
  defineCommand({
    ...base,
    id: 'assets.select-none',
    title: 'Clear the selection',
    keys: ['escape'],
    shadows: ['layer.close'],
    when: () => assetsStore.selected.size > 0,
    run: () => selectAssets([]),
  }),
  defineCommand({
    ...base,
    id: 'assets.open',
    title: 'Open the asset',
    keys: ['enter', 'o'],
    when: () => assetsStore.focus !== undefined,
    run: ({ navigate, path, search }) => {
      const content = findProjectContent()
      const found = content && assetsStore.focus && findItem(content, assetsStore.focus)
      if (!found) return
      const query = new URLSearchParams(withPopup(search, { item: toItemAddress(found.item) }))
      query.set('space', found.space.id)
      navigate(`${path}?${query.toString()}`, { state: history.state })
    },
  }),
  defineCommand({
    ...base,
    id: 'assets.where-used',
    title: 'Where it is used',
    keys: ['w'],
    when: () => assetsStore.focus !== undefined,
    args: [
      {
        id: 'shot',
        placeholder: 'Used in…',
        empty: 'It is not used anywhere.',
        options: () => {
          const content = findProjectContent()
          return content === undefined || assetsStore.focus === undefined
            ? []
            : whereUsedOptions(content, assetsStore.focus)
        },
      },
    ],
    run: ({ navigate }, [key = '']) => {
      const content = findProjectContent()
      const link = content?.casting.replica.find('item_links', key)
      const shot = content && link && findItem(content, link.fromItemId)
      if (content === undefined || link === undefined || shot === undefined) return
      showSequence(shot.collection.id)
      focusMember(link)
      navigate(links.casting({ studioSlug: content.studioSlug, projectSlug: content.project.slug }))
    },
  }),
]

const toId = ({ place }: AssetRow): ItemId => place.item.id

function listShown(): readonly AssetRow[] {
  const content = findProjectContent()
  return content === undefined ? [] : listAssets(content).rows
}

/** The chosen assets that are shown, else the one that the keys are on. */
export function findTargets(): readonly AssetRow[] {
  const rows = listShown()
  const chosen = rows.filter((row) => assetsStore.selected.has(toId(row)))
  return chosen.length > 0 ? chosen : rows.filter((row) => toId(row) === assetsStore.focus)
}

type Named = Pick<Command, 'id' | 'title' | 'keys'>

function moving(named: Named, by: 1 | -1): Command {
  return { ...base, ...named, isKeyOnly: true, isRepeatable: true, run: () => focusAsset(stepFrom(by)) }
}

function extending(named: Named, by: 1 | -1): Command {
  return {
    ...base,
    ...named,
    isKeyOnly: true,
    isRepeatable: true,
    run: () => {
      const to = stepFrom(by)
      if (to === undefined) return
      extendAssets(to)
      const ids = listShown().map(toId)
      const [from, until] = [ids.indexOf(assetsStore.anchor ?? to), ids.indexOf(to)]
      selectAssets(ids.slice(Math.max(0, Math.min(from, until)), Math.max(from, until) + 1))
    },
  }
}

function stepFrom(by: 1 | -1): ItemId | undefined {
  const ids = listShown().map(toId)
  const at = ids.findIndex((id) => id === assetsStore.focus)
  return at < 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + by))]
}
