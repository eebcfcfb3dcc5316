import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { toItemAddress, withPopup } from '#app/lib/popup-address.ts'
import { links } from '#app/routes.ts'
import { whereUsedOptions } from '#app/widgets/cast/link-actions.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import { listAssets } from './assets-model.ts'
import { assetsStore, focusAsset } from './assets-store.ts'
import { focusMember, showSequence } from './casting-store.ts'

const base = { group: 'Assets', scope: 'assets' } as const

/** What can be done on the page of a project's assets. */
export const assetsCommands: readonly Command[] = [
  moving({ id: 'assets.down', title: 'Next asset', keys: ['down', 'j'] }, 1),
  moving({ id: 'assets.up', title: 'Previous asset', keys: ['up', 'k'] }, -1),
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

function moving(named: Pick<Command, 'id' | 'title' | 'keys'>, by: 1 | -1): Command {
  return {
    ...base,
    ...named,
    isKeyOnly: true,
    isRepeatable: true,
    run: () => {
      const content = findProjectContent()
      const ids =
        content === undefined ? [] : listAssets(content).flatMap(({ rows }) => rows.map(({ place }) => place.item.id))
      const at = ids.findIndex((id) => id === assetsStore.focus)
      focusAsset(at < 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + by))])
    },
  }
}
