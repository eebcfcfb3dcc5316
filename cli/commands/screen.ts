import type { Command } from 'commander'
import { declare, type ProgramParts } from '../declare.ts'
import type { GlobalOptions } from '../global-options.ts'

/** The screen that `studio-cli` alone opens at a terminal. */
export function declareScreen(program: Command, parts: ProgramParts): void {
  declare<GlobalOptions>(program, parts, {
    name: 'screen',
    summary: 'pick tasks and change their status on a screen, live; what "studio-cli" alone opens at a terminal',
    examples: ['screen --space ep01'],
    load: async () => (await import('../ui/run-screen.ts')).runScreen,
  })
}
