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
import { pickSpace } from '#cli/select/load-tasks.ts'
import { App } from './app.ts'
import { makeScreenModel } from './screen-model.ts'
import { sendPending } from './send-pending.ts'

/** Shows live tasks full screen until the user quits, then restores the terminal. */
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
    const row = options.space === undefined ? undefined : pickSpace(studio, options)
    const space = row === undefined ? undefined : await client.openSpace({ studioId: studio.studioId, spaceId: row.id })
    const hasColor = options.color && (io.env['NO_COLOR'] ?? '') === ''
    // Ink does so only after its first render: a key pressed at that moment would be echoed or raise a signal.
    process.stdin.setRawMode(true)
    // Ink restores the terminal however the process ends.
    const model = makeScreenModel(client, studio)
    await render(draw(App, { model, space, hasColor }), { alternateScreen: true }).waitUntilExit()
    model.onNews(context.warn)
    await sendPending(client.outbox, context.say)
  } finally {
    await client.close()
  }
}
