import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#core/lib/errors.ts'
import { usageError } from '#cli/cli-error.ts'
import { writeFileSafely } from '#cli/config.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { makeEventCondition } from './event-condition.ts'
import { checkAfter, eventFlags, printEvents, toPiece, type EventOptions } from './event-flags.ts'

type Options = EventOptions & { readonly cursorFile?: string }

const waitSeconds = 25
const pauseMs = 2000

export const verb = defineVerb({
  summary: 'print what happens in the studio as it happens, each event at least once; with --json one event per line',
  options: [...eventFlags, flag('--cursor-file <file>', 'begin where the last watch ended, and remember there')],
  examples: ['events watch --kind revision.posted --json --cursor-file ~/.xsheet-events'],
  /** Prints events until it is stopped. Without a cursor it begins with new ones. */
  run: async (options: Options, context) => {
    if (options.csv === true) throw usageError('`events watch` prints lines or JSON.', 'Use --json.')
    const file = options.cursorFile && path.resolve(context.io.cwd, options.cursorFile)
    const studio = await findStudio(context)
    const holds = await makeEventCondition(options, { studioId: studio.id, context })
    const gateway = await context.loadGateway()
    const kept = checkAfter(options.after) ?? (file ? await readCursor(file) : undefined)
    let after = kept ?? toPiece(await gateway.call('list_events', { p_studio_id: studio.id, p_after: end })).newest
    if (kept === undefined && file) await writeFileSafely(file, `${after}\n`)
    context.say(`Watching ${studio.name} from event ${after} on.`)
    let isLost = false
    for (;;) {
      try {
        const { events, cursor, newest } = toPiece(
          await gateway.callFunction('events', {
            search: {
              studio_id: studio.id,
              after: String(after),
              wait: String(waitSeconds),
              ...(options.kind && { kinds: options.kind.join(',') }),
            },
          }),
        )
        // Waiting for that number would miss every event until then.
        if (newest < after)
          throw usageError(
            `There is no event ${after} yet: the newest is ${newest}.`,
            'Either a backup was restored or the number belongs to another studio. Pass --after to say where to start.',
          )
        if (isLost) context.say('The server is back; nothing was missed.')
        isLost = false
        printEvents(events.filter(holds), context)
        // Only printed events are remembered: if killed in between, they are printed again.
        if (cursor !== after && file) await writeFileSafely(file, `${cursor}\n`)
        after = cursor
      } catch (error) {
        // Keep watching through a restart of the host.
        if (!(error instanceof AppError) || !error.retryable) throw error
        if (!isLost) context.say('The server does not answer; retrying.')
        isLost = true
        await pause(context)
      }
    }
  },
})

// No event comes after this number: the response is empty and names the newest.
const end = Number.MAX_SAFE_INTEGER

async function readCursor(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const { code }: { code?: unknown } = Object(error)
    if (code === 'ENOENT') return ''
    throw error
  })
  if (text.trim() === '') return undefined
  if (!/^\d{1,15}$/.test(text.trim()))
    throw usageError(`${file} does not hold an event number.`, 'Delete it, or name another file.')
  return Number(text)
}

async function pause({ clock }: Pick<Context, 'clock'>): Promise<void> {
  await new Promise<void>((resolve) => clock.after(pauseMs, resolve))
}
