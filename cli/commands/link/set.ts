import { readCastText } from '#core/casting/cast-text.ts'
import { setCast, type CastChange } from '#core/casting/change-casting.ts'
import { linkKinds, type LinkKind } from '#core/schema/item-links.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { pickOne } from '#cli/select/pick.ts'
import { findItemRecord, type ItemShowOptions } from '../item/load-item-records.ts'
import { openLinks } from './open-links.ts'

type Options = ItemShowOptions & { readonly cast: string; readonly kind?: string; readonly label?: string }

export const verb = defineVerb({
  arguments: '<item> <cast>',
  summary: 'set the links of an item, as in "Ana:2, Tree:14"; 0 removes a link',
  options: [
    flag('--kind <kind>', 'cast, instance or reference'),
    flag('--label <text>', 'what they are called there; empty for nothing'),
  ],
  examples: [
    "link set ep01/sq010/sh0010 'chr_ines, prp_rope_kit:6'",
    "link set ep01/sq010/sh0010 chr_ines --label 'as a child'",
  ],
  run: async ({ cast, kind: wanted, label, ...options }: Options, context) => {
    const kind = readKind(wanted)
    const { words, problems } = readCastText(cast)
    const [problem] = problems
    if (problem !== undefined) throw usageError(`"${problem.text}" ${problem.reason}.`)
    if (words.length === 0) throw usageError('Which items?', 'Name them, as in "Ana:2, Tree:14".')
    const shot = await findItemRecord(options, context)
    const { client, studio, records, openCasting } = await openLinks({}, context)
    const { projectId } = await openCasting(shot)
    const inProject = records.filter(
      ({ spaceId, id }) => id !== shot.id && studio.replica.find('spaces', spaceId)?.projectId === projectId,
    )
    const changes = words.map(({ name, count, label: called }): CastChange => {
      if (isNamed(shot, name)) throw usageError(`${shot.name} cannot be linked to itself.`)
      const assets = inProject.filter(({ type, ...record }) => type === 'asset' && isNamed(record, name))
      const found = assets.length > 0 ? assets : inProject
      return {
        fromItemId: shot.id,
        toItemId: pickOne(found, name, { one: 'item', many: 'items' }).id,
        count,
        kind,
        label: label ?? called,
      }
    })
    const casting = await openCasting(shot)
    const done = await setCast({ casting, changes, label: `Cast ${shot.name}` }, client)
    const { id, path, name } = shot
    if (!done.ok && done.error.code === 'not-found') return printChange({ id, path, name, operation: null }, context)
    const { studioId } = studio
    const operation = await confirmWrite({ label: `Cast ${name}`, studioId, done }, context)
    printChange({ id, path, name, operation }, context)
  },
})

function readKind(text = 'cast'): LinkKind {
  const kind = linkKinds.find((each) => each === text.toLowerCase())
  if (kind === undefined)
    throw usageError(`There is no kind of link "${text}".`, `Choose one: ${linkKinds.join(', ')}.`)
  return kind
}

function isNamed({ name, slug }: { readonly name: string; readonly slug: string }, wanted: string): boolean {
  return [name.toLowerCase(), slug.toLowerCase()].includes(wanted.toLowerCase())
}
