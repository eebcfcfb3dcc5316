import { readViewForm } from '#core/items/view-form.ts'
import { summarizeFilter } from '#core/timeline/filter-summary.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'>

export const verb = defineVerb({
  summary: 'list saved views: yours and the studio’s',
  examples: ['view list --space ep01', 'view list --json=name,space'],
  run: async (options: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const nameOf = (id: string | undefined): string =>
      studio.getFields().find((field) => field.id === id)?.name ?? studio.replica.find('stages', id ?? '')?.name ?? ''
    const rows = listSpaces(studio, options).flatMap((space) =>
      studio.getSpaceViews(space.id).map(({ id, name, ownerId, form }) => {
        const { sort, group, filter, layout } = readViewForm(form)
        // Collections and items are named by their ids: the space is not opened for a list.
        const source = {
          projects: [],
          spaces: [],
          stages: [],
          collections: [],
          items: [],
          statuses: studio.getStatuses(),
          artists: studio.getMembers().map(({ userId, displayName }) => ({ id: userId, name: displayName })),
          fields: studio.getFields(),
          waitedFor: studio.getStages(),
        }
        return {
          id,
          name,
          space: space.name,
          of: ownerId === undefined ? 'studio' : 'you',
          layout,
          filter: summarizeFilter(filter, 'grid', source).map(({ label, values }) => `${label} ${values}`),
          sort: sort === undefined ? '' : `${nameOf(sort.fieldId)}${sort.isDown ? ' (down)' : ''}`,
          group: nameOf(group),
        }
      }),
    )
    const fields = ['id', 'name', 'space', 'of', 'layout', 'filter', 'sort', 'group'] as const
    context.printList({ rows, fields, columns: ['name', 'space', 'of', 'filter', 'sort', 'group'] })
  },
})
