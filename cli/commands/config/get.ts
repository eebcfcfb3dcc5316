import type { LocalContext } from '#cli/local-context.ts'
import { loadConfigFiles } from '#cli/config.ts'
import { nothingMatched } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findValue, toName } from './find-value.ts'

type Options = { readonly setting?: string }

export const verb = defineVerb({
  arguments: '<setting>',
  summary: 'print a setting',
  run: async ({ setting }: Options, { io }: LocalContext) => {
    const name = toName(setting)
    const { value } = findValue(name, await loadConfigFiles(io), io.env)
    if (value === null) throw nothingMatched(`"${name}" is not set.`)
    io.out(`${value}\n`)
  },
})
