import type { StudioId } from '#core/lib/ids.ts'
import { asSentence } from '#core/lib/text.ts'
import { findConditionHint } from '#core/rules/event-condition.ts'
import { loadRuleHistory } from '#core/rules/manage-rules.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'

/** Refuses an expression that compares with a name unknown to the studio, because it could never match. */
export async function refuseUnknownLiterals(
  where: string | undefined,
  { studioId, context }: { readonly studioId: StudioId; readonly context: Context },
): Promise<void> {
  if (where === undefined || where.trim() === '') return
  const { rows } = await loadRuleHistory({ studioId, days: 0 }, { gateway: await context.loadGateway() })
  const hint = findConditionHint(where, rows)
  if (hint !== undefined) throw usageError(`--where: ${asSentence(hint)}`)
}
