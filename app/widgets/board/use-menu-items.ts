import type { MenuItem } from '#app/ui/menu-items.tsx'
import { useCommandMenu } from '../use-command-menu.ts'
import type { BoardModel } from './board-model.ts'

/**
 * Returns a function that makes menus from names of board commands; unavailable ones are disabled, active ones are
 * ticked.
 */
export function useMenuItems({ view }: BoardModel): (names: readonly string[]) => readonly MenuItem[] {
  const list = useCommandMenu()
  return (names) => {
    const { isSnapping, isGreyscale, isMinimapShown } = view.get()
    const ticks = new Map([
      ['canvas.snap', isSnapping],
      ['canvas.greyscale', isGreyscale],
      ['canvas.minimap', isMinimapShown],
    ])
    return list(
      names.map((name) => (name === '-' ? name : `canvas.${name}`)),
      { isOn: (id) => ticks.get(id) },
    )
  }
}
