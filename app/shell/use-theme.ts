import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { uiStore } from '#app/stores/ui-store.ts'

/** Applies the theme to the page, and its background colour to the browser's own bars. */
export function useTheme(): void {
  const { theme } = useSnapshot(uiStore)

  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    const background = getComputedStyle(document.body).backgroundColor
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background)
  }, [theme])
}
