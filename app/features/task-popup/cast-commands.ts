import { describeLink } from '#core/casting/link-words.ts'
import { linkKey, type ItemLink } from '#core/schema/item-links.ts'
import {
  defineCommand,
  type ArgumentOption,
  type ArgumentPage,
  type Command,
  type CommandContext,
} from '#app/commands/define-command.ts'
import { toItemAddress, withPopup } from '#app/lib/popup-address.ts'
import { findRoute, links } from '#app/routes.ts'
import { nameOf, readCastRows } from '#app/widgets/cast/cast-content.ts'
import { addOne } from '#app/widgets/cast/change-cast.ts'
import { castableOptions, linkCommands, whereUsedOptions } from '#app/widgets/cast/link-actions.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { showsManySpaces } from './find-space.ts'
import { findPopupCast, loadPopupCast, type PopupCast } from './popup-cast.ts'
import { findPopup, showInPopup } from './popup-store.ts'

const base = { group: 'Item', scope: 'popup' } as const

const whichLink: ArgumentPage = {
  id: 'link',
  placeholder: 'Its cast, or where it appears',
  empty: 'It has no cast and appears nowhere.',
  options: listLinks,
}

/** The commands for the cast of the item in view, and for where it appears. */
export const castCommands: readonly Command[] = [
  ...linkCommands({
    base,
    prefix: 'popup.cast-',
    find: toPlace,
    load: async () => toPlace(await loadPopupCast()),
    asks: whichLink,
  }),
  defineCommand({
    ...base,
    id: 'popup.cast-use',
    title: 'Use it in another item',
    keys: ['shift+i'],
    keywords: ['cast', 'appears', 'shot', 'link'],
    needs: 'create',
    when: () => canChangeStudio() && findPopupCast() !== undefined,
    args: [
      {
        id: 'item',
        placeholder: 'In which item does it appear?',
        options: async () => {
          const cast = toPlace(await loadPopupCast())
          return cast === undefined ? [] : castableOptions(cast).toReversed()
        },
      },
    ],
    run: async (_context, [itemId = '']) => {
      const cast = findPopupCast()
      if (cast === undefined || itemId === '') return undefined
      return await addOne(cast.content, { fromItemIds: [toId<ItemId>(itemId)], toItemId: cast.itemId, kind: 'cast' })
    },
  }),
  defineCommand({
    ...base,
    id: 'popup.cast-open',
    title: 'Open one of its cast, or where it appears',
    keys: ['x'],
    keywords: ['cast', 'where used', 'link'],
    when: () => listLinks().length > 0,
    args: [whichLink],
    run: (context, [key = '']) => {
      const cast = findPopupCast()
      const link = cast?.content.casting.replica.find('item_links', key)
      if (cast !== undefined && link !== undefined) openOtherEnd(cast, link, context)
    },
  }),
]

function toPlace(cast: PopupCast | undefined = findPopupCast()) {
  return cast && { content: cast.content, itemId: cast.itemId, link: undefined }
}

function listLinks(): readonly ArgumentOption[] {
  const cast = findPopupCast()
  if (cast === undefined) return []
  const { content, itemId } = cast
  const shot = findItem(content, itemId)
  const members = shot === undefined ? [] : readCastRows(content, [shot]).flatMap((row) => row.cast)
  return [
    ...members.map(({ link, used }) => {
      const detail = ['in its cast', describeLink(link)].filter((part) => part !== '').join(' · ')
      return { value: linkKey(link), label: nameOf({ used }), detail }
    }),
    ...whereUsedOptions(content, itemId),
  ]
}

/** Opens a linked item: in the same space only the popup changes, otherwise the page does, too. */
function openOtherEnd(
  { content, itemId }: PopupCast,
  link: ItemLink,
  { navigate, path, search }: CommandContext,
): void {
  const found = findItem(content, link.fromItemId === itemId ? link.toItemId : link.fromItemId)
  if (found === undefined) return
  const { item, space } = found
  const { studioSlug = '', projectSlug = '' } = findRoute(path)?.params ?? {}
  if (space.id === findPopup()?.space.spaceId) showInPopup({ item: toItemAddress(item) })
  else if (showsManySpaces(path)) {
    const query = new URLSearchParams(withPopup(search, { item: toItemAddress(item) }))
    query.set('space', space.id)
    navigate(`${path}?${query.toString()}`)
  } else
    navigate(
      links.space({ studioSlug, projectSlug, spaceSlug: space.slug }) + withPopup('', { item: toItemAddress(item) }),
    )
}
