import { describeLink, linkKindNames } from '#core/casting/link-words.ts'
import { mostOfOne } from '#core/casting/change-casting.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { linkKey, linkKinds, type ItemLink } from '#core/schema/item-links.ts'
import {
  defineCommand,
  type ArgumentOption,
  type ArgumentPage,
  type Command,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { findItem, kindOf } from '#app/widgets/project-content/project-items.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { listCastable, type CastContent } from './cast-content.ts'
import { addToCast, changeLink, setLinkKind } from './change-cast.ts'

/** An item with a cast; `link` is the one the cursor is on. */
export type CastPlace = {
  readonly content: CastContent
  readonly itemId: ItemId
  readonly link: ItemLink | undefined
}

const keywords = ['cast', 'character', 'prop', 'set', 'instance', 'reference', 'label', 'count', 'link']

type Given = {
  readonly base: Pick<Command, 'group' | 'scope'>
  readonly prefix: 'casting.' | 'popup.cast-'
  readonly find: () => CastPlace | undefined
  /** The same, once everything that could be cast is loaded. */
  readonly load: () => Promise<CastPlace | undefined>
  /** Asks for a link when the cursor is on none. */
  readonly asks?: ArgumentPage
  /** Moves the cursor to a link. */
  readonly onChange?: (link: ItemLink) => void
}

/** Offers the item's current label, its labels elsewhere, and none. */
function labelOptions({ content, link }: CastPlace): readonly ArgumentOption[] {
  if (link === undefined) return []
  const known = new Set([link.label, ...content.casting.getUses(link.toItemId).map(({ label }) => label)])
  return [
    ...[...known].filter((label) => label !== '').map((label) => ({ value: label, label })),
    { value: '', label: 'Nothing' },
  ]
}

function kindOptions(chosen: ItemLink | undefined): readonly ArgumentOption[] {
  return linkKinds.map((kind) => ({
    value: kind,
    label: linkKindNames[kind],
    ...(kind === chosen?.kind && { detail: 'as now' }),
  }))
}

function countOptions({ link }: CastPlace): readonly ArgumentOption[] {
  if (link === undefined) return []
  const count = String(link.count)
  return [
    { value: count, label: count, detail: 'as now' },
    { value: '0', label: 'None: remove it' },
  ]
}

/** Lists what can be cast in an item. */
export function castableOptions({ content, itemId }: CastPlace): readonly ArgumentOption[] {
  return listCastable(content, itemId).map(({ item, space }) => {
    const kind = kindOf(content, item)
    return {
      value: item.id,
      label: item.title,
      detail: kind?.name ?? space.name,
      keywords: [item.slug, ...(kind === undefined ? [] : [kind.name])],
    }
  })
}

/** Lists where an item is used, with the keys of the links as values. */
export function whereUsedOptions(content: CastContent, itemId: ItemId): readonly ArgumentOption[] {
  return content.casting.getUses(itemId).flatMap((link): readonly ArgumentOption[] => {
    const user = findItem(content, link.fromItemId)
    if (user === undefined) return []
    const detail = [user.collection.name, describeLink(link)].filter((part) => part !== '').join(' · ')
    return [{ value: linkKey(link), label: user.item.title, detail }]
  })
}

/** Returns the commands for a link's kind, count and label, and for adding links. */
export function linkCommands(given: Given): readonly Command[] {
  const { prefix, onChange } = given
  return [
    adding(given),
    changing(given, {
      id: `${prefix}kind`,
      title: 'Change the kind of the link',
      keys: ['shift+k'],
      page: { id: 'kind', placeholder: 'Which kind of link?', list: ({ link }) => kindOptions(link) },
      change: async ({ content, link }, value) => {
        const kind = linkKinds.find((each) => each === value)
        if (kind === undefined) return undefined
        const outcome = await setLinkKind(content, link, kind)
        const key = linkKey({ ...link, kind })
        if (content.casting.replica.find('item_links', key) !== undefined) onChange?.({ ...link, kind })
        return outcome
      },
    }),
    changing(given, {
      id: `${prefix}label`,
      title: 'Label the link',
      keys: ['shift+n'],
      page: { id: 'label', placeholder: 'Label, such as left, young, far away', free: true, list: labelOptions },
      change: async ({ content, link }, label) => await changeLink(content, link, { label: label.trim() }),
    }),
    changing(given, {
      id: `${prefix}count`,
      title: 'Set the count of the link',
      keys: ['shift+c'],
      page: { id: 'count', placeholder: `How many? 1 to ${mostOfOne}; 0 for none`, free: true, list: countOptions },
      change: async ({ content, link }, text) => {
        if (/^\d{1,4}$/.test(text.trim())) return await changeLink(content, link, { count: Number(text) })
        return err(
          new AppError('invalid-input', `“${text}” is not a number from 0 to ${mostOfOne}. Nothing was changed.`),
        )
      },
    }),
  ]
}

function adding({ base, prefix, find, load, onChange }: Given): Command {
  return defineCommand({
    ...base,
    needs: 'create',
    id: `${prefix}add-as`,
    title: 'Add to the cast as…',
    keys: ['shift+a'],
    keywords,
    when: () => canChangeStudio() && find() !== undefined,
    args: [
      { id: 'kind', placeholder: 'Which kind of link?', options: () => kindOptions(undefined) },
      {
        id: 'cast',
        placeholder: 'What to add, or several: Ana:2, Tree:14',
        free: true,
        options: async () => {
          const place = await load()
          return place === undefined ? [] : castableOptions(place)
        },
      },
    ],
    run: async (_context, [wanted, text = '']) => {
      const kind = linkKinds.find((each) => each === wanted)
      const place = await load()
      if (place === undefined || kind === undefined) return undefined
      const { content, itemId: fromItemId } = place
      const outcome = await addToCast(content, { fromItemIds: [fromItemId], text, kind })
      const added = content.casting.getCast(fromItemId).find((link) => link.toItemId === text && link.kind === kind)
      if (added !== undefined) onChange?.(added)
      return outcome
    },
  })
}

type Changing = Pick<Command, 'id' | 'title' | 'keys'> & {
  readonly page: Omit<ArgumentPage, 'options'> & { readonly list: (place: CastPlace) => readonly ArgumentOption[] }
  readonly change: (place: CastPlace & { readonly link: ItemLink }, value: string) => Promise<CommandOutcome>
}

/** Returns a command that changes the link under the cursor, or one it asks for first. */
function changing({ base, find, asks }: Given, { page, change, ...named }: Changing): Command {
  const { list, ...rest } = page
  const findLink = (key: string | undefined): CastPlace | undefined => {
    const place = find()
    if (place === undefined || asks === undefined) return place
    return { ...place, link: place.content.casting.replica.find('item_links', key ?? '') }
  }
  return defineCommand({
    ...base,
    ...named,
    needs: 'create',
    keywords,
    when: () => canChangeStudio() && hasLink(find(), asks),
    args: [
      ...(asks === undefined ? [] : [asks]),
      {
        ...rest,
        options: (_context, [key]) => {
          const place = findLink(key)
          return place === undefined ? [] : list(place)
        },
      },
    ],
    run: async (_context, args) => {
      const [key, value = ''] = asks === undefined ? [undefined, args[0]] : args
      const place = findLink(key)
      return place?.link === undefined ? undefined : await change({ ...place, link: place.link }, value)
    },
  })
}

function hasLink(place: CastPlace | undefined, asks: ArgumentPage | undefined): boolean {
  if (place === undefined || asks === undefined) return place?.link !== undefined
  const { casting } = place.content
  return casting.getCast(place.itemId).length + casting.getUses(place.itemId).length > 0
}
