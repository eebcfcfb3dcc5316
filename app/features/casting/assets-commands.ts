import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { whereUsedOptions } from '#app/widgets/cast/link-actions.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import { makeCommandsOfCells } from '#app/widgets/project-list/commands-of-cells.ts'
import { findTargetRows, makeCommandsOfRows } from '#app/widgets/project-list/commands-of-rows.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { assetCells } from './asset-page.ts'
import type { AssetRow } from './assets-model.ts'
import { isHeading } from '#app/widgets/project-list/list-lines.ts'
import { assetsStore } from './assets-store.ts'
import { focusMember, showSequence } from './casting-store.ts'

const base = { group: 'Assets', scope: 'assets' } as const

/** The commands that move through a project's assets, select them, edit their cells and open them elsewhere. */
export const assetsCommands: readonly Command[] = [
  ...makeCommandsOfRows(assetCells),
  ...makeCommandsOfCells(assetCells),
  defineCommand({
    ...base,
    id: 'assets.where-used',
    title: 'Where it is used',
    keys: ['w'],
    when: () => findFocused() !== undefined,
    args: [
      {
        id: 'shot',
        placeholder: 'Used in…',
        empty: 'It is not used anywhere.',
        options: () => {
          const content = findProjectContent()
          const focus = findFocused()
          return content === undefined || focus === undefined ? [] : whereUsedOptions(content, focus)
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

/** Returns the focused asset, if the focus is not on a heading. */
function findFocused(): ItemId | undefined {
  const { focus } = assetsStore
  return focus === undefined || isHeading(focus) ? undefined : toId<ItemId>(focus)
}

/** Returns the selected assets that are shown, else the focused one. */
export function findTargets(): readonly AssetRow[] {
  return findTargetRows(assetCells)
}
