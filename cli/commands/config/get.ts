import type { LocalContext } from '#cli/local-context.ts'
import { loadConfigFiles } from '#cli/config.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findValue, toName } from './find-value.ts'

type Options = { readonly setting?: string }

export const verb = defineVerb({
  arguments: '<setting>',
  summary: 'print a setting',
  run: async ({ setting }: Options, { io }: LocalContext) => {
    const { value } = findValue(toName(setting), await loadConfigFiles(io), io.env)
    if (value === null) return exitCodes.nothingMatched
    io.out(`${value}\n`)
    return exitCodes.done
  },
})
