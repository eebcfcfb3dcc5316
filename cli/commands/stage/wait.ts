import { addNeed, findNeed, removeNeed } from '#core/casting/change-kinds.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { findKind } from '#cli/commands/kind/find-kind.ts'
import { findStageNamed } from '#cli/commands/kind/read-stages.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadStudio } from '#cli/select/load-studio.ts'

type Options = {
  readonly stage?: string
  readonly needed?: string
  readonly kind?: string
  readonly off?: boolean
}

export const verb = defineVerb({
  arguments: '<stage> <needed>',
  summary: 'make a stage wait until everything cast in an item is done in another stage: animation for rigging',
  options: [
    flag('--kind <kind>', 'only for items of this kind (default: everything cast)'),
    flag('--off', 'remove the wait'),
  ],
  examples: ['stage wait Animation Rigging --kind character', 'stage wait Animation Rigging --off'],
  run: async ({ stage = '', needed = '', kind, off = false }: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const [waiting, wanted] = [findStageNamed(studio, stage), findStageNamed(studio, needed)]
    const of = kind === undefined ? undefined : findKind(studio, kind)
    const need = { stageId: waiting.id, needsStageId: wanted.id, kindId: of?.id }
    const known = findNeed(studio, need)
    const said = { stage: waiting.name, waitsFor: wanted.name, kind: of?.name ?? null }
    if ((known === undefined) === off) return printChange({ ...said, operation: null }, context)
    const done =
      known === undefined ? await addNeed({ studio, need }, client) : await removeNeed({ studio, id: known.id }, client)
    const label = `${waiting.name} waits ${off ? 'no longer ' : ''}for ${wanted.name}`
    const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
    return printChange({ ...said, operation }, context)
  },
})
