import { loadRetention, retentionDays, setRetention } from '#core/events/retention.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findStudio } from '#cli/select/load-studio.ts'

type Options = { readonly days?: string }

export const verb = defineVerb({
  arguments: '[days]',
  summary: 'show or set how many days events are kept, for owners; older ones are deleted',
  examples: ['events keep'],
  /** Shows or sets how long events are kept; a shorter time needs confirmation. */
  run: async ({ days: text }: Options, context) => {
    const studio = await findStudio(context)
    const gateway = await context.loadGateway()
    const before = await loadRetention(studio.id, { gateway })
    if (text === undefined) return context.printRecord({ days: before })
    const days = Number(text)
    const { least, most } = retentionDays
    if (!Number.isInteger(days) || days < least || days > most)
      throw usageError(`Days must be a whole number from ${least} to ${most}.`)
    if (days < before)
      await context.confirm(`Events older than ${days} days are deleted for good; ${before} are kept now. Continue?`)
    await setRetention({ studioId: studio.id, days }, { gateway })
    context.printRecord({ days })
  },
})
