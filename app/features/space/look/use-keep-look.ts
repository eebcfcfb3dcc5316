import { useEffect } from 'react'
import { sessionStore } from '#app/stores/session-store.ts'
import type { GridWindow } from '../grid/grid-window.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { keepLook } from './space-look.ts'

const QUIET_MS = 1000

/** Keeps how the grid begins whenever it has been quiet for a moment. What a later visit does not begin with is not kept. */
export function useKeepLook(view: Pick<GridWindow, 'takePicture'>): void {
  // A picture of what is on the page: outside React.
  useEffect(() => {
    const timer = setTimeout(() => {
      const userId = sessionStore.user?.id
      const { view: shown, text, collapsed } = spaceViewStore
      if (userId === undefined || shown !== 'status' || text !== '' || collapsed.size > 0) return
      const path = location.pathname
      void view.takePicture().then((look) => {
        // Whoever signed out while it was taken leaves none.
        if (look !== undefined && sessionStore.user?.id === userId) keepLook({ userId, path }, look)
      })
    }, QUIET_MS)
    return () => clearTimeout(timer)
  })
}
