import { navigate } from 'wouter/use-browser-location'
import type { CommandContext, CommandSource } from './define-command.ts'

/** The context of a command that is asked for here and now. */
export function makeContext(source: CommandSource, chord?: string): CommandContext {
  return {
    source,
    chord,
    path: location.pathname,
    search: location.search,
    navigate: (to, options) => navigate(to, options),
    openTab: (to) => void window.open(to, '_blank', 'noopener'),
  }
}
