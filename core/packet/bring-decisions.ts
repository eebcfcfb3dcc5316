import { mentionedUserIds, parseComment, type MentionablePerson } from '#core/comments/markup.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { chunk } from '#core/lib/collections.ts'
import { newId } from '#core/lib/ids.ts'
import type { DecisionPlan, PlannedDecision } from './plan-decisions.ts'

/** For each task in conflict, the id of the decision to apply, or `keep` for the studio's status. */
export type DecisionChoices = ReadonlyMap<string, string>

/** The outcome of a decision; the reason is one of `refusalWords`. */
export type BroughtDecision = {
  readonly id: string
  readonly result: 'applied' | 'there already' | 'conflict' | 'refused'
  readonly reason?: string
}

type Door = { readonly gateway: Pick<Gateway, 'call'>; readonly people: readonly MentionablePerson[] }

/** Few enough for the server to answer in time. */
const atOnce = 100

/** Converts a plan's decisions to what the server takes; conflicts without a choice are left out. */
export function toBroughtDecisions(
  plan: DecisionPlan,
  choices: DecisionChoices,
  people: readonly MentionablePerson[],
): readonly Readonly<Record<string, unknown>>[] {
  const chosen = (line: PlannedDecision): boolean => choices.get(line.decision.taskId) === line.decision.id
  // The chosen one first, so that equal decisions find its status already set.
  const lines = plan.lines.toSorted((first, second) => Number(chosen(second)) - Number(chosen(first)))
  return lines.flatMap((line) => {
    const { decision, state, isOverruled } = line
    const choice = choices.get(decision.taskId)
    if (state !== 'new' && (state !== 'conflict' || choice === undefined)) return []
    const winner = plan.lines.find((each) => each.decision.id === choice)?.decision
    const isKept = isOverruled || (state === 'conflict' && winner?.statusId !== decision.statusId)
    const { id, taskId, statusId, note, by, at } = decision
    const { hereReferences, drawings } = note?.metadata ?? {}
    return [
      {
        id,
        taskId,
        // The status shown when the person chose: if it changes before the server applies this, that is a conflict
        // again.
        seenStatusId: plan.place.tasks.get(taskId)?.statusId ?? null,
        ...(statusId !== undefined && { statusId }),
        ...(note !== undefined && {
          note: {
            content: note.content,
            metadata: {
              ...(Array.isArray(hereReferences) && { hereReferences }),
              ...(Array.isArray(drawings) && { drawings }),
            },
          },
          mentions: mentionedUserIds(parseComment(note.content, people)),
        }),
        by,
        at,
        ...(isKept && { keep: true }),
      },
    ]
  })
}

/**
 * Brings a plan's decisions to its session, a hundred at a time; each is applied once, however often this is called.
 * `onBrought` is called after each hundred, so that what was done can be taken back even if a later call fails. Fails
 * with an `AppError`.
 */
export async function bringDecisions(
  { sessionId, decisions }: { readonly sessionId: string; readonly decisions: ReturnType<typeof toBroughtDecisions> },
  { gateway }: Pick<Door, 'gateway'>,
  onBrought: (soFar: readonly BroughtDecision[]) => void | Promise<void> = () => undefined,
): Promise<readonly BroughtDecision[]> {
  const all: BroughtDecision[] = []
  for (const part of chunk(decisions, atOnce)) {
    const args = { p_session_id: sessionId, p_decisions: part, p_operation_id: newId() }
    const answer = await gateway.call('bring_decisions', args)
    // The procedure's answer type.
    all.push(...(answer as { readonly decisions: readonly BroughtDecision[] }).decisions)
    await onBrought(all)
  }
  return all
}

/** Loads the ids of decisions that were brought to a session before. */
export async function loadBroughtIds(
  sessionId: string,
  { gateway }: Pick<Door, 'gateway'>,
): Promise<ReadonlySet<string>> {
  // The procedure returns ids.
  return new Set((await gateway.call('get_brought_decisions', { p_session_id: sessionId })) as readonly string[])
}
/** Takes back decisions that this person brought; returns how many stay because they were changed since. */
export async function undoDecisions(
  { sessionId, ids }: { readonly sessionId: string; readonly ids: readonly string[] },
  { gateway }: Pick<Door, 'gateway'>,
): Promise<{ readonly skipped: number }> {
  const args = { p_session_id: sessionId, p_decision_ids: ids, p_operation_id: newId() }
  // The procedure's answer type.
  return (await gateway.call('take_back_decisions', args)) as { readonly skipped: number }
}
