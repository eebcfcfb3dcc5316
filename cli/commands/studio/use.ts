import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { pickOne } from '#cli/select/pick.ts'

/** The argument replaces the flag of the same name. */
export type StudioUseOptions = Pick<GlobalOptions, 'host'> & { readonly studio: string }

export async function runStudioUse(options: StudioUseOptions, context: Context): Promise<void> {
  await context.loadSession()
  const { studios } = await context.loadGateway()
  const studio = pickOne(await studios.list(), options.studio, { one: 'studio', many: 'studios' })
  await studios.setActive(studio.id)
  context.say(`Working in ${studio.name}.`)
}
