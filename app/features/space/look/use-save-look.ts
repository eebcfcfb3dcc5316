import { useEffect } from 'react'
import { sessionStore } from '#app/stores/session-store.ts'
import type { GridWindow } from '../grid/grid-window.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { saveLook } from '#app/widgets/space-look/space-look.ts'

const QUIET_MS = 1000

/**
 * Keeps a look of the top of the grid whenever it has been quiet for a moment, unless it shows a state that a later
 * visit does not start with.
 */
export function useSaveLook(view: Pick<GridWindow, 'takePicture'>): void {
  // Takes a picture of the page: outside React.
  useEffect(() => {
    const timer = setTimeout(() => {
      const userId = sessionStore.user?.id
      const { view: shown, text, collapsed } = spaceViewStore
      if (userId === undefined || shown !== 'status' || text !== '' || collapsed.size > 0) return
      const path = location.pathname
      void view.takePicture().then((look) => {
        // Somebody who signed out while it was taken leaves no look.
        if (look !== undefined && sessionStore.user?.id === userId) saveLook({ userId, path }, look)
      })
    }, QUIET_MS)
    return () => clearTimeout(timer)
  })
}
