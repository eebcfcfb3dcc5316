import { countOf } from '#core/lib/text.ts'
import { forgetUnfinished, getUnfinished } from '#cli/publish/unfinished.ts'
import { defineVerb } from '#cli/define-verb.ts'

type Options = { readonly upload?: string }

export const verb = defineVerb({
  arguments: '<upload>',
  summary: 'cancel an unfinished upload; what was posted stays',
  examples: ['upload cancel last --yes'],
  /**
   * Discards an unfinished upload. Posted revisions stay; files that were only uploaded belong to nothing, and are not
   * sent again if published later.
   */
  run: async ({ upload = '' }: Options, context) => {
    const { id, target, files } = await getUnfinished(context.io, upload)
    await context.confirm(`This cancels the upload of ${countOf(files.length, 'file')} for ${target}. Continue?`)
    await forgetUnfinished(context.io, id)
    context.say(
      `Cancelled the upload for ${target}. What was posted stays (studio-cli operation list); nobody sees what was only uploaded.`,
    )
  },
})
