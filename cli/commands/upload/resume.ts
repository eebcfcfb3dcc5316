import { assertOwn, getUnfinished } from '#cli/publish/unfinished.ts'
import { verb as revisionUpload, type RevisionUploadOptions } from '../revision/upload.ts'
import { defineVerb } from '#cli/define-verb.ts'

type Options = { readonly upload?: string }

export const verb = defineVerb({
  arguments: '[upload]',
  summary: 'resume an upload by its id or how it begins (default: the last); nothing is sent or posted twice',
  examples: ['upload resume', 'upload resume 4be1c2 --ndjson'],
  /** Resumes an upload: files already sent are not sent again, posted revisions not posted again. */
  run: async ({ upload = 'last' }: Options, context) => {
    const publish = await getUnfinished(context.io, upload)
    const [{ url }, { userId }] = await Promise.all([context.loadHost(), context.loadSession()])
    assertOwn(publish, { url, userId })
    const { target, files, options } = publish
    const isMapped = options['map'] !== undefined
    const [first = '', ...rest] = files
    // As recorded by `revision upload`.
    const asked = { ...options, targetOrFile: isMapped ? first : target, files: isMapped ? rest : files }
    const resumed = { ...context, options: { ...context.options, studio: publish.studioId } }
    return await revisionUpload.run(asked as unknown as RevisionUploadOptions, resumed)
  },
})
