import { CliError, usageError } from '../cli-error.ts'
import { countOf } from '#cli/count-of.ts'
import type { Context } from '../context.ts'

/** Above this many, somebody is asked; above the second, a yes is not enough. */
const askAbove = 20
const countAbove = 500

/** Goes on at once with a few, after a yes with many, and after naming their number with very many. */
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
