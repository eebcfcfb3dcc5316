import { toFieldText } from '#core/fields/field-text.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the studio’s own fields',
  run: async (_: GlobalOptions, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const nameOf = (id: string): string =>
      studio.replica.find('projects', id)?.name ?? studio.replica.find('spaces', id)?.name ?? id
    const rows = studio
      .getAllFields()
      .map(({ id, of, key, name, kind, unit, options, placeIds, description, ...field }) => ({
        id,
        of,
        key,
        name,
        kind,
        unit,
        options: options.map((option) => option.name),
        places: placeIds.map(nameOf),
        description,
        formula: field.formula,
        writtenBy: field.writeFloor,
        readBy: field.readFloor,
        default: toFieldText({ kind, options }, field.defaultValue, studio.getMembers()),
      }))
    context.printList({
      rows,
      fields: [
        'id',
        'of',
        'key',
        'name',
        'kind',
        'unit',
        'options',
        'places',
        'description',
        'formula',
        'writtenBy',
        'readBy',
        'default',
      ],
      columns: ['of', 'key', 'name', 'kind', 'unit', 'options', 'places'],
    })
  },
})
