import { navigate } from 'wouter/use-browser-location'
import type { CommandContext, CommandSource } from './define-command.ts'

/** The context of a command that is asked for here and now; one that runs elsewhere opens where it leads in a new tab. */
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
