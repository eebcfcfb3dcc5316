import type { OutboxEntry } from '#core/sync/ports.ts'
import { toId, type OperationId } from '#core/lib/ids.ts'
import { defineCommand, type ArgumentPage } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'

const group = 'Changes'

const findRefused = (): readonly OutboxEntry[] =>
  (clientStore.get().client?.outbox.getEntries() ?? []).filter(({ state }) => state === 'refused')

const refused: ArgumentPage = {
  id: 'change',
  placeholder: 'Which change?',
  options: () => findRefused().map(({ id, label, error }) => ({ value: id, label, detail: error?.message })),
}

/** Commands for changes the server refused. */
export const changesCommands = [
  defineCommand({
    id: 'changes.retry',
    title: 'Retry a refused change…',
    group,
    scope: 'everywhere',
    args: [refused],
    when: () => findRefused().length > 0,
    run: async (_context, [id = '']) => {
      await clientStore.get().client?.outbox.retry(toId<OperationId>(id))
    },
  }),
  defineCommand({
    id: 'changes.dismiss',
    title: 'Dismiss a refused change…',
    group,
    scope: 'everywhere',
    args: [refused],
    when: () => findRefused().length > 0,
    run: async (_context, [id = '']) => {
      await clientStore.get().client?.outbox.dismiss(toId<OperationId>(id))
    },
  }),
]
