import { render } from 'ink'
import { createElement as draw } from 'react'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline } from '#core/sync/system.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { pickOne } from '#cli/select/pick.ts'
import { App } from './app.ts'
import { makeScreenModel } from './screen-model.ts'

/** Shows tasks on a screen of their own, live, until the person quits; the terminal is then as it was. */
export async function runScreen(options: GlobalOptions, context: Context): Promise<void> {
  const { io } = context
  if (!io.isInputTty || !io.isOutputTty || !options.input || io.env['TERM'] === 'dumb')
    throw usageError(
      'The screen needs an interactive terminal.',
      'Elsewhere: studio-cli task list, studio-cli task set-status',
    )
  const { userId } = await context.loadSession()
  const { clock, ids } = context
  const client = await makeStudioClient({
    clock,
    ids,
    userId,
    gateway: await context.loadGateway(),
    store: makeMemoryStore(),
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  try {
    const studio = await loadStudio(client, context)
    const { space: wanted, project } = options
    const row =
      wanted === undefined
        ? undefined
        : pickOne(listSpaces(studio, { ...(project !== undefined && { project }) }), wanted, {
            one: 'space',
            many: 'spaces',
          })
    const space = row === undefined ? undefined : await client.openSpace({ studioId: studio.studioId, spaceId: row.id })
    const hasColor = options.color && (io.env['NO_COLOR'] ?? '') === ''
    // Ink does so only after its first drawing: a key pressed the moment that shows would be echoed, or be a signal.
    process.stdin.setRawMode(true)
    // However the process ends, Ink puts the terminal back as it was.
    const app = draw(App, { model: makeScreenModel(client, studio), space, hasColor })
    await render(app, { alternateScreen: true }).waitUntilExit()
  } finally {
    await client.close()
  }
}
