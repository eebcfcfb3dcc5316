import path from 'node:path'
import { toExport } from '#core/events/check-chain.ts'
import { AppError } from '#core/lib/errors.ts'
import { writeFileSafely } from '#cli/config.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'

type Options = { readonly file: string }

export const verb = defineVerb({
  arguments: '<file>',
  summary: 'export the whole log with a chain of hashes, for an audit',
  examples: ['events export audit.ndjson'],
  /** Writes the log to a file and prints its final hash. */
  run: async ({ file }: Options, context) => {
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    const lines: string[] = []
    let start = ''
    let after: number | null = 0
    while (after !== null) {
      const piece = toPiece(await gateway.call('export_events', { p_studio_id: studio.id, p_after: after }))
      if (after === 0) start = piece.start
      lines.push(...piece.lines)
      after = piece.cursor
    }
    await writeFileSafely(path.resolve(context.io.cwd, file), toExport({ studioId: studio.id, start, lines }))
    const hash = /^\{"hash":"(\w+)"/.exec(lines.at(-1) ?? '')?.[1] ?? start
    context.printRecord({ file, events: lines.length, hash })
    context.say('Keep the hash elsewhere, out of reach of anyone who could change the file.')
  },
})

type Piece = { readonly start: string; readonly lines: readonly string[]; readonly cursor: number | null }

function toPiece(answer: unknown): Piece {
  const { start, lines, cursor }: { start?: unknown; lines?: unknown; cursor?: unknown } = Object(answer)
  if (typeof start !== 'string' || !Array.isArray(lines))
    throw new AppError('unexpected', 'The server’s answer is not the log.')
  return { start, lines: lines.map(String), cursor: typeof cursor === 'number' ? cursor : null }
}
