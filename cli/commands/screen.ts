import { defineVerb } from '#cli/define-verb.ts'
import { runScreen } from '#cli/ui/run-screen.ts'

/** The screen that plain `studio-cli` opens at a terminal. */
export const verb = defineVerb({
  summary: 'pick tasks and set their status on a live screen; "studio-cli" alone opens it',
  examples: ['screen --space ep01'],
  run: runScreen,
})
