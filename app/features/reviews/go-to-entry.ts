import { links } from '#app/routes.ts'
import type { CommandContext } from '#app/commands/define-command.ts'
import type { RoomEntry, RoomModel } from './room-model.ts'

/** Navigates to an entry of a session; its address can be shared. */
export function goToEntry(room: RoomModel, { entry }: RoomEntry, navigate: CommandContext['navigate']): void {
  const { studioSlug, projectSlug, session } = room
  const view = new URLSearchParams(location.search).get('view')
  const to = links.review({ studioSlug, projectSlug, reviewId: session.id, entry: entry.id })
  navigate(view === null ? to : `${to}&view=${view}`, { replace: true })
}
