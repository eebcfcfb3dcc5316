import { makeContext } from '#app/commands/command-context.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { showToast } from '#app/stores/toast-store.ts'

const LOOK_MS = 50
/** Enough to fetch a screen and its rows on a slow network. */
const MOST_MS = 10_000
/** A registered command that still cannot act after this long needs something selected first. */
const IDLE_MS = 1500

/** Runs a command of a screen that is still opening, as soon as it can act there. */
export async function runThere(commandId: string, args: readonly string[] = []): Promise<void> {
  const begunMs = performance.now()
  let thereMs: number | undefined
  while (performance.now() - begunMs < MOST_MS) {
    const command = registry.find(commandId)
    if (command !== undefined) {
      if (command.when?.(makeContext('palette')) !== false)
        return await runCommand(commandId, { source: 'palette', args })
      thereMs ??= performance.now()
      if (performance.now() - thereMs > IDLE_MS) return announceNothingToActOn(command.title)
    }
    await new Promise<void>((resolve) => {
      setTimeout(resolve, LOOK_MS)
    })
  }
}

function announceNothingToActOn(title: string): void {
  showToast({
    text: `“${title}” has nothing to act on here yet`,
    suggestion: 'Choose what it is for, then run it again.',
  })
}
