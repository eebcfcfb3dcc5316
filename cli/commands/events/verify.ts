import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { checkExport } from '#core/events/check-chain.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { exitCodes } from '#cli/exit-code.ts'

type Options = { readonly file: string; readonly hash?: string }

export const verb = defineVerb({
  arguments: '<file>',
  summary: 'check that an exported log was not altered',
  options: [flag('--hash <hash>', 'expected last hash, as printed by the export')],
  examples: ['events verify audit.ndjson'],
  /** Checks the chain of hashes; fails with the first line that breaks it. */
  run: async ({ file, hash: wanted }: Options, context) => {
    const text = await readFile(path.resolve(context.io.cwd, file), 'utf8')
    const finding = checkExport(text, (each) => createHash('sha256').update(each).digest('hex'))
    if (finding === undefined) throw usageError(`${file} is not an exported log.`)
    if (!finding.isWhole) {
      context.say(`Line ${finding.line + 1} of ${file} was altered.`)
      return exitCodes.failure
    }
    if (wanted !== undefined && wanted !== finding.hash) {
      context.say(`${file} ends with a different hash: ${finding.hash}`)
      return exitCodes.failure
    }
    context.printRecord({ file, events: finding.count, hash: finding.hash })
    if (!finding.isFromStart) context.say('Its oldest events are missing: deleted by age or cut from this file.')
    return exitCodes.done
  },
})
