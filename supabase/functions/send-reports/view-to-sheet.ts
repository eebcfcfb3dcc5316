import { countOf } from '#core/lib/text.ts'
import { makeCastingReplica } from '#core/casting/casting-replica.ts'
import { makeItemLinks } from '#core/casting/item-links.ts'
import { makeSpaceReadiness } from '#core/casting/space-readiness.ts'
import { makeSpaceReplica } from '#core/items/space-replica.ts'
import { readViewForm } from '#core/items/view-form.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type SpaceId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { toSlug } from '#core/lib/slug.ts'
import { writeViewSheet } from '#core/reports/view-sheet.ts'
import type { ViewForm } from '#core/schema/space-views.ts'
import { readStillReplica } from '#core/schema/still-replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'

/** A saved view with the rows of its report, as its owner may see them: pulls as clients get them. */
export type PulledView = {
  readonly space_id: string
  readonly name: string
  readonly form: ViewForm
  readonly studio: unknown
  /** The view's own space first; the others of its project if it asks for linked items. */
  readonly spaces: readonly { readonly id: string; readonly pull: unknown }[]
  readonly casting: unknown
}

export type ViewReport = { readonly fileName: string; readonly csv: string; readonly text: string }

/** Makes the report of a view as a file, with a short description. */
export function viewToSheet(
  view: PulledView,
  { studioId, ownerId, today }: { readonly studioId: StudioId; readonly ownerId: UserId; readonly today: CalendarDate },
): ViewReport {
  const studio = makeStudioReplica(studioId, readStillReplica(`studio:${studioId}`, view.studio), ownerId)
  const [space, ...others] = view.spaces.map(({ id, pull }) =>
    makeSpaceReplica({ studioId, spaceId: toId<SpaceId>(id) }, readStillReplica(`space:${toId<SpaceId>(id)}`, pull)),
  )
  const row = studio.replica.find('spaces', view.space_id)
  if (space === undefined || row === undefined) throw new Error('The space of the view was not among what was pulled')
  const readiness = makeSpaceReadiness({ studio, space })
  const links = makeItemLinks({ studio, space })
  const { projectId } = row
  if (view.casting !== null) {
    const casting = makeCastingReplica({ studioId, projectId }, readStillReplica(`casting:${projectId}`, view.casting))
    readiness.setContent({ casting, spaces: [space, ...others] })
    links.setContent({ casting, spaces: [space, ...others], isWhole: true })
  }
  const state = readViewForm(view.form)
  const { csv, itemCount } = writeViewSheet({
    studio,
    space,
    row,
    state,
    today,
    me: ownerId,
    links,
    listWaits: readiness.listWaits,
  })
  const project = studio.replica.find('projects', projectId)?.name ?? ''
  const items = countOf(itemCount, 'item')
  return {
    fileName: `${toSlug(`${row.name} ${view.name}`) || 'view'}-${today}.csv`,
    csv,
    text: `${items} of ${[project, row.name, view.name].filter(Boolean).join(' · ')}`,
  }
}
