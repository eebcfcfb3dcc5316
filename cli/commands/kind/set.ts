import { editKind, setSpacesOfKind, type KindEdit } from '#core/casting/change-kinds.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { findKind } from './find-kind.ts'
import { readKindFields, readStages } from './read-stages.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'> & {
  readonly kind?: string
  readonly name?: string
  readonly icon?: string
  readonly stage?: readonly string[]
  readonly field?: readonly string[]
}

export const verb = defineVerb({
  arguments: '<kind>',
  summary: 'change a kind of items, or with --space which spaces are for it; its key and type stay',
  options: [
    flag('--name <name>', 'its name'),
    flag('--icon <name>', 'icon: car, paw-print, sword'),
    flag('--stage <name>', 'a stage new items start with; name all of them, or all; repeatable', {
      as: 'list',
    }),
    flag('--field <name>', 'a field in the form for new items; name all of them, or all; repeatable', {
      as: 'list',
    }),
  ],
  examples: ['kind set prop --stage Modeling', 'kind set shot --space ep01'],
  /** Changing the kind itself is one change; assigning it to spaces is another and cannot be combined with it. */
  run: async ({ kind: which = '', ...options }: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const kind = findKind(studio, which)
    const { name, icon, space, project } = options
    const stageIds = readStages(studio, options.stage)
    const fieldIds = readKindFields(studio, options.field)
    const edit: KindEdit = {
      ...(name !== undefined && { name }),
      ...(icon !== undefined && { icon }),
      ...(stageIds !== undefined && { stageIds }),
      ...(fieldIds !== undefined && { fieldIds }),
    }
    const { studioId } = studio
    const said = Object.keys(edit).length > 0
    if (said === (space !== undefined))
      throw usageError(
        said ? 'Change the spaces of a kind in a command of its own.' : 'Nothing to change.',
        'See: studio-cli kind set --help',
      )
    const done =
      space === undefined
        ? await editKind({ studio, kind, edit }, client)
        : await setSpacesOfKind(
            {
              studio,
              kindId: kind.id,
              spaceIds: listSpaces(studio, { space, ...(project !== undefined && { project }) }).map(({ id }) => id),
            },
            client,
          )
    const operation = await confirmWrite({ label: `Change kind ${kind.name}`, studioId, done }, context)
    printChange({ id: kind.id, key: kind.key, name: edit.name ?? kind.name, operation }, context)
  },
})
