import { parseFirstFrame } from '#core/revisions/frame-number.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { change } from './change-project.ts'

type Options = {
  /** The project that is there; `--project` of the command line is not asked here. */
  readonly which?: string
  readonly firstFrame?: string
  readonly versions?: string
}

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'set how a project counts frames and revisions',
  options: [
    flag('--first-frame <number>', 'number of the first frame of its films, such as 1001; empty for 1'),
    flag('--versions <by>', 'number revisions by their file (shot_v07.mov becomes v7), or by count'),
  ],
  examples: ['project set the-salt-road --first-frame 1001', 'project set the-salt-road --versions file'],
  run: async ({ which = '', firstFrame, versions }: Options, context) => {
    if (firstFrame === undefined && versions === undefined)
      throw usageError('What is to be set?', 'Pass --first-frame 1001, or --versions file.')
    if (versions !== undefined && versions !== 'file' && versions !== 'count')
      throw usageError(`--versions is file or count, not "${versions}".`)
    const first = parseFirstFrame(firstFrame ?? '')
    if (!first.ok) throw usageError(first.error.message)
    const fields = {
      ...(firstFrame !== undefined && { firstFrame: first.value }),
      ...(versions !== undefined && { followsFileVersions: versions === 'file' }),
    }
    await change(which, fields, context)
  },
})
