import { useLayoutEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toId, type ProjectViewId } from '#core/lib/ids.ts'
import { readListViewForm } from '#core/projects/list-view-form.ts'
import { findView } from '#app/widgets/saved-views/view-source.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { readViewSource } from './commands-of-list.ts'
import type { ProjectList } from './list-store.ts'

/**
 * Writes the open saved view into the address, so that a link to the page opens it, and opens the view an address
 * names, unless it is gone or another person's.
 */
export function useViewAddress<Id extends string>(list: ProjectList<Id>, content: ProjectContent): void {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { isEntered, viewId } = list.store
  const named = new URLSearchParams(search).get('view') ?? undefined
  useLayoutEffect(() => {
    if (!list.store.isEntered) return
    const view = named === list.store.viewId ? undefined : findView(readViewSource(list, content), named)
    if (view !== undefined) list.openView(readListViewForm(view.form, list.plain), toId<ProjectViewId>(view.id))
    // oxlint-disable-next-line react/exhaustive-deps -- an address is followed only when it changes
  }, [named, isEntered])
  useLayoutEffect(() => {
    if (!list.store.isEntered) return
    const query = new URLSearchParams(location.search)
    if ((query.get('view') ?? undefined) === list.store.viewId) return
    if (list.store.viewId === undefined) query.delete('view')
    else query.set('view', list.store.viewId)
    navigate(query.size === 0 ? path : `${path}?${query.toString()}`, { replace: true, state: history.state })
    // oxlint-disable-next-line react/exhaustive-deps -- written only when another view is opened
  }, [viewId, isEntered])
}
