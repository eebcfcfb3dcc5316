import { countOf } from '#core/lib/text.ts'
import { CliError, usageError } from '../cli-error.ts'
import type { Context } from '../context.ts'

/** Above the first number a change asks for confirmation; above the second, a yes is not enough. */
const askAbove = 20
const countAbove = 500

/** Proceeds at once for small changes, after a yes for large ones, and after typing the count for very large ones. */
export async function confirmSize(
  count: number,
  options: { readonly confirm?: string },
  context: Context,
): Promise<void> {
  if (count <= askAbove || options.confirm === String(count)) return
  if (options.confirm !== undefined)
    throw usageError(
      `--confirm ${options.confirm} was given, but this would change ${countOf(count, 'task')}.`,
      'Preview them with --dry-run.',
    )
  if (count <= countAbove) return await context.confirm(`This changes ${countOf(count, 'task')}. Continue?`)
  if (!context.io.isInputTty || !context.options.input)
    throw usageError(`This changes ${countOf(count, 'task')}.`, `Pass --confirm ${count} to continue.`)
  const answer = await context.io.ask(`This changes ${countOf(count, 'task')}. Type the number to continue: `)
  if (answer !== String(count)) throw new CliError('cancelled', 'Nothing was changed.')
}
