import type { LocalContext } from '#cli/local-context.ts'
import { loadConfigFiles, settings } from '#cli/config.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { findValue, names } from './find-value.ts'

export const verb = defineVerb({
  summary: 'list every setting, its value and where it comes from',
  run: async (_: unknown, { io, print }: LocalContext) => {
    const files = await loadConfigFiles(io)
    const rows = names.map((name) => ({ setting: name, ...findValue(name, files, io.env), meaning: settings[name] }))
    print({ rows, fields: ['setting', 'value', 'from', 'meaning'] })
  },
})
