import { navigate } from 'wouter/use-browser-location'
import type { CommandContext, CommandSource } from './define-command.ts'

/** Returns the context of a command run on the current page. With `isElsewhere`, it navigates in a new tab instead. */
export function makeContext(source: CommandSource, chord?: string, isElsewhere = false): CommandContext {
  const openTab = (to: string): void => void window.open(to, '_blank', 'noopener')
  return {
    source,
    chord,
    path: location.pathname,
    search: location.search,
    navigate: (to, options) => (isElsewhere ? openTab(to) : navigate(to, options)),
    openTab,
  }
}
