import { readViewForm, toViewForm } from '#core/items/view-form.ts'
import { isSame } from '#core/lib/is-same.ts'
import { toId, type SpaceViewId } from '#core/lib/ids.ts'
import type { Command } from '#app/commands/define-command.ts'
import { makeCommandsOfViews } from '#app/widgets/saved-views/commands-of-views.ts'
import type { ViewSource } from '#app/widgets/saved-views/view-source.ts'
import { readViewState, resetView, setView, spaceViewStore } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'

/** The id prefix of a space's saved-view commands. */
export const viewPrefix = 'saved-view'

/** Commands that save the current view under a name, and open saved ones. */
export function makeSavedViewCommands(page: SpacePage): readonly Command[] {
  const getSource = (): ViewSource => ({
    ...readViewSource(page),
    client: page.client,
    form: toViewForm(readViewState()),
    open: (view) => {
      if (view === undefined) resetView()
      else setView(toId<SpaceViewId>(view.id), readViewForm(view.form))
    },
  })
  return makeCommandsOfViews({ prefix: viewPrefix, scope: page.scope, getSource })
}

/** Reads the saved views of the space, and which of them is open unchanged. */
export function readViewSource({
  model: { studio, row },
}: Pick<SpacePage, 'model'>): Omit<ViewSource, 'client' | 'form' | 'open'> {
  return {
    studio,
    place: { spaceId: row.id },
    openId: spaceViewStore.viewId,
    isShown: (form) => isSame(readViewForm(form), readViewState()),
  }
}
