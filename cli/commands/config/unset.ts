import type { LocalContext } from '#cli/local-context.ts'
import { saveSetting } from '#cli/config.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { toFile, toName } from './find-value.ts'

type Options = { readonly setting?: string; readonly here?: boolean }

export const verb = defineVerb({
  arguments: '<setting>',
  summary: 'remove a setting',
  options: [flag('--here', 'in this folder’s .xsheet.json, for everybody who works in it')],
  run: async ({ setting, here }: Options, context: LocalContext) => {
    const name = toName(setting)
    const file = await toFile(here, context)
    await saveSetting(file, name, undefined)
    context.say(`${name} is not set in ${file}.`)
  },
})
