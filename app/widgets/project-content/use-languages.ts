import { useCallback, useSyncExternalStore } from 'react'
import type { ProjectContent } from './project-content.ts'
import { listLanguages } from './project-languages.ts'

/** Rerenders when the values of formulas change. */
export function useLanguages(content: ProjectContent): void {
  const languages = listLanguages(content)
  const ids = content.spaces.map(({ space }) => space.id).join()
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = languages.map((language) => language.subscribe(listener))
      return () => stops.forEach((stop) => stop())
    },
    // oxlint-disable-next-line react/exhaustive-deps -- they are the same as long as the spaces and casts are
    [ids, content.casting, languages.length],
  )
  useSyncExternalStore(subscribe, () => languages.reduce((sum, language) => sum + language.getVersion(), 0))
}
