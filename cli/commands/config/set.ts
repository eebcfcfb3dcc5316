import type { LocalContext } from '#cli/local-context.ts'
import { makeDateInZone } from '#core/lib/calendar-date.ts'
import { usageError } from '#cli/cli-error.ts'
import { saveSetting } from '#cli/config.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { toFile, toName } from './find-value.ts'

type Options = { readonly setting?: string; readonly value?: string; readonly here?: boolean }

export const verb = defineVerb({
  arguments: '<setting> <value>',
  summary: 'save a setting',
  options: [flag('--here', 'in this folder’s .xsheet.json, for everybody who works in it')],
  examples: ['config set host https://studio.example', 'config set --here project the-salt-road'],
  run: async ({ setting, value = '', here }: Options, context: LocalContext) => {
    const name = toName(setting)
    if (value.trim() === '')
      throw usageError(`${name} cannot be empty.`, `Remove it with: studio-cli config unset ${name}`)
    if (name === 'host' && (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)))
      throw usageError(`host must be an http or https address, not "${value}".`)
    if (name === 'time-zone' && !isTimeZone(value))
      throw usageError(`There is no time zone "${value}".`, 'Write it like Europe/Oslo.')
    const file = await toFile(here, context)
    await saveSetting(file, name, value)
    context.say(`${name} is ${value} in ${file}.`)
  },
})

function isTimeZone(name: string): boolean {
  try {
    makeDateInZone(name)
    return true
  } catch {
    return false
  }
}
