import type { Gateway } from '#core/gateway/ports.ts'
import { describeSequence, findSequences } from '#core/revisions/find-sequences.ts'
import { hasMediaWorker } from '#core/revisions/previews.ts'
import { findUnshownKind, hasPreviews, explainNotShown } from '#core/revisions/unshown-kind.ts'
import type { ReadPlan } from './publish-revisions.ts'

/**
 * Returns a function that reports, before anything is sent, which file types not every browser can show, each once, and
 * what will become of them; and which frames are missing from a numbered sequence.
 */
export function makeUnshownReporter(
  gateway: Pick<Gateway, 'call'>,
  say: (line: string) => void,
): (plans: readonly ReadPlan[]) => Promise<void> {
  const told = new Set<string>()
  let hasWorker: Promise<boolean | undefined> | undefined
  return async (plans) => {
    const files = plans.flatMap((plan) => ('files' in plan ? plan.files : []))
    const sequences = plans.flatMap((plan) =>
      'files' in plan ? findSequences(plan.files.map(({ name }) => name)) : [],
    )
    for (const sequence of sequences) {
      hasWorker ??= hasMediaWorker({ gateway }).catch(() => undefined)
      say(
        (await hasWorker) === false
          ? `${sequence.name}: ${sequence.count} pictures; your studio has no media worker to make a film of them.`
          : describeSequence(sequence),
      )
    }
    const kinds = files.flatMap(({ name, contentType, sizeBytes, facts }) => {
      const kind = findUnshownKind({ fileName: name, contentType, sizeBytes, codec: facts.codec })
      return kind === undefined || told.has(kind) ? [] : [{ kind, isMade: hasPreviews(contentType) }]
    })
    for (const isMade of [true, false]) {
      const named = [...new Set(kinds.filter((each) => each.isMade === isMade).map(({ kind }) => kind))]
      if (named.length === 0) continue
      for (const kind of named) told.add(kind)
      // Without a response, report less.
      if (isMade) hasWorker ??= hasMediaWorker({ gateway }).catch(() => undefined)
      say(isMade ? `Not every browser shows ${named.join(', ')}${toEnd(await hasWorker)}` : explainNotShown(named))
    }
  }
}

function toEnd(hasWorker: boolean | undefined): string {
  if (hasWorker === undefined) return '.'
  return hasWorker
    ? '; your studio’s media worker will make previews.'
    : '; your studio has no media worker: people will be able to download it only.'
}
