import { stat } from 'node:fs/promises'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import { assertOwn, forgetUnfinished, getUnfinished, loadUnfinished } from '#cli/publish/unfinished.ts'
import { runRevisionUpload, type RevisionUploadOptions } from '../revision/upload.ts'

export type UploadOptions = { readonly upload?: string }

/** Lists what publishes of this machine have begun and not finished. */
export async function runUploadList(_: UploadOptions, { io, print }: Context): Promise<ExitCode> {
  const all = await loadUnfinished(io)
  const rows = await Promise.all(
    all.map(async ({ id, at, target, files, host }) => {
      const sizes = await Promise.all(files.map(async (file) => (await stat(file).catch(() => undefined))?.size))
      const there = sizes.filter((size) => size !== undefined)
      const bytes = there.reduce((sum, size) => sum + size, 0)
      return {
        id,
        upload: id.slice(0, 13),
        at,
        target,
        files: files.length,
        missing: files.length - there.length,
        bytes,
        host,
      }
    }),
  )
  print({
    rows,
    fields: ['id', 'upload', 'at', 'target', 'files', 'missing', 'bytes', 'host'],
    columns: ['upload', 'at', 'target', 'files', 'missing'],
  })
  return rows.length === 0 ? exitCodes.nothingMatched : exitCodes.done
}

/** Goes on with a publish: what arrived is not sent again, what was posted is not posted again. */
export async function runUploadResume({ upload = 'last' }: UploadOptions, context: Context): Promise<ExitCode> {
  const publish = await getUnfinished(context.io, upload)
  const [{ url }, { userId }] = await Promise.all([context.loadHost(), context.loadSession()])
  assertOwn(publish, { url, userId })
  const { target, files, options } = publish
  const isMapped = options['map'] !== undefined
  const [first = '', ...rest] = files
  // As `revision upload` wrote them down.
  const asked = { ...options, targetOrFile: isMapped ? first : target, files: isMapped ? rest : files }
  const resumed = { ...context, options: { ...context.options, studio: publish.studioId } }
  return await runRevisionUpload(asked as unknown as RevisionUploadOptions, resumed)
}

/** Forgets a publish. What was posted of it stays; what only arrived is part of nothing, and spares its bytes should it be published after all. */
export async function runUploadCancel({ upload = '' }: UploadOptions, context: Context): Promise<void> {
  const { id, target, files } = await getUnfinished(context.io, upload)
  await context.confirm(`This gives up the upload of ${files.length} files for ${target}. Go on?`)
  await forgetUnfinished(context.io, id)
  context.say(
    `Gave up the upload for ${target}. What was posted stays (studio-cli operation list); what only arrived nobody sees.`,
  )
}
