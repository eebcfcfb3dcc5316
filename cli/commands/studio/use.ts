import type { GlobalOptions } from '#cli/global-options.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb } from '#cli/define-verb.ts'

/** The argument replaces the flag of the same name. */
export type StudioUseOptions = Pick<GlobalOptions, 'host'> & { readonly studio: string }

export const verb = defineVerb({
  arguments: '<studio>',
  summary: 'make this the current studio, here and in the app',
  examples: ['studio use northlight'],
  run: async (options: StudioUseOptions, context) => {
    await context.loadSession()
    const { studios } = await context.loadGateway()
    const studio = pickOne(await studios.list(), options.studio, { one: 'studio', many: 'studios' })
    await studios.setActive(studio.id)
    context.say(`Working in ${studio.name}.`)
  },
})
