import { deleteView } from '#core/items/change-views.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { listProjectViews } from './list-project-views.ts'
import { pickOne } from '#cli/select/pick.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'> & { readonly view?: string }

export const verb = defineVerb({
  arguments: '<view>',
  summary: 'delete a saved view, by name or id; can be undone',
  run: async ({ view: which = '', ...options }: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const views = [
      ...listSpaces(studio, options).flatMap((space) => studio.getSpaceViews(space.id)),
      ...listProjectViews(studio, options).map(({ view }) => view),
    ]
    const view = pickOne(views, which, { one: 'view', many: 'views' })
    const { id, name } = view
    await context.confirm(`This deletes the view ${name}. Continue?`)
    const done = await deleteView({ studio, view }, client)
    const operation = await confirmWrite({ label: `Delete view ${name}`, studioId: studio.studioId, done }, context)
    printChange({ id, name, operation }, context)
  },
})
