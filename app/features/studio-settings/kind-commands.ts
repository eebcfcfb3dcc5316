import {
  addNeed,
  createKind,
  deleteKind,
  editKind,
  freeKindName,
  reorderKinds,
  removeNeed,
  setSpacesOfKind,
} from '#core/casting/change-kinds.ts'
import {
  newId,
  toId,
  type FieldId,
  type ItemKindId,
  type SpaceId,
  type StageId,
  type StageNeedId,
} from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import { itemTypes } from '#core/schema/items.ts'
import { defineWith, type CommandOutcome } from '#app/commands/define-command.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { openKind } from './settings-store.ts'

const define = defineWith({ group: 'Studio', scope: 'dialog', isKeyOnly: true })
const failedText = (reason: string): string => reason

/** The commands for the studio's kinds of items and what its stages wait for; each change is immediate and undoable. */
export const kindCommands = [
  define({
    id: 'studio-kind.open',
    title: 'Open the kind',
    run: (_context, [id = '']) => openKind(toId<ItemKindId>(id)),
  }),
  define({
    id: 'studio-kind.add',
    title: 'Add Kind',
    run: async (_context, [type]) => {
      const { client, studio } = getStudio()
      const id = newId<ItemKindId>()
      const itemType = itemTypes.find((each) => each === type) ?? 'asset'
      const name = freeKindName(studio, 'New kind')
      openKind(id)
      return await perform(createKind({ studio, kind: { id, name, itemType } }, client), {
        client,
        failedText,
      })
    },
  }),
  define({
    id: 'studio-kind.set',
    title: 'Change the kind',
    run: async (_context, [id = '', property = '', ...values]) => await change(id, property, values),
  }),
  define({
    id: 'studio-kind.move-up',
    title: 'Move the kind up',
    run: async (_context, [id = '']) => await move(id, -1),
  }),
  define({
    id: 'studio-kind.move-down',
    title: 'Move the kind down',
    run: async (_context, [id = '']) => await move(id, 1),
  }),
  define({
    id: 'studio-kind.delete',
    title: 'Delete the kind',
    run: async (_context, [id = '']) => {
      const { client, studio } = getStudio()
      const kind = findKind(id)
      if (kind === undefined) return undefined
      const doneText = `${kind.name} deleted. Its items stay, without a kind.`
      return await perform(deleteKind({ studio, id: kind.id }, client), { client, failedText, doneText })
    },
  }),
  define({
    id: 'studio-need.add',
    title: 'Make It Wait',
    run: async (_context, [stage = '', needed = '', kind = '']) => {
      const { client, studio } = getStudio()
      const need = {
        stageId: toId<StageId>(stage),
        needsStageId: toId<StageId>(needed),
        kindId: kind === '' ? undefined : toId<ItemKindId>(kind),
      }
      return await perform(addNeed({ studio, need }, client), { client, failedText })
    },
  }),
  define({
    id: 'studio-need.remove',
    title: 'Stop the stage from waiting',
    run: async (_context, [id = '']) => {
      const { client, studio } = getStudio()
      return await perform(removeNeed({ studio, id: toId<StageNeedId>(id) }, client), { client, failedText })
    },
  }),
]

function findKind(id: string): ItemKind | undefined {
  return getStudio().studio.replica.find('item_kinds', id)
}

async function change(id: string, property: string, values: readonly string[]): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const kind = findKind(id)
  if (kind === undefined) return ok(undefined)
  const [value = ''] = values
  if (property === 'spaces') {
    const spaceIds = values.map((space) => toId<SpaceId>(space))
    return await perform(setSpacesOfKind({ studio, kindId: kind.id, spaceIds }, client), { client, failedText })
  }
  const edit =
    property === 'stages'
      ? { stageIds: values.map((stage) => toId<StageId>(stage)) }
      : property === 'fields'
        ? { fieldIds: values.map((field) => toId<FieldId>(field)) }
        : property === 'icon'
          ? { icon: value }
          : { name: value }
  return await perform(editKind({ studio, kind, edit }, client), { client, failedText })
}

async function move(id: string, by: number): Promise<CommandOutcome> {
  const { client, studio } = getStudio()
  const ids = studio.getKinds().map((kind) => kind.id)
  const from = ids.findIndex((each) => each === id)
  const [moved] = ids.slice(from, from + 1)
  const to = from + by
  if (moved === undefined || to < 0 || to >= ids.length) return undefined
  const order = ids.toSpliced(from, 1).toSpliced(to, 0, moved)
  return await perform(reorderKinds({ studio, ids: order }, client), { client, failedText })
}
