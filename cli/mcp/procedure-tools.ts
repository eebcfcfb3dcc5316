import type { Procedure } from '#core/manifest/define.ts'
import { procedures } from '#core/manifest/manifest.ts'
import { makeContext } from '#cli/context.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { makeQuietIo } from './run-verb.ts'
import type { Base, Tool } from './tool.ts'

/** Arguments filled in by the server: the studio it works in, and its time zone. */
const filledIn = ['p_studio_id', 'p_time_zone']

/** Creates a tool for each procedure the manifest marks as one. */
export function makeProcedureTools(base: Base): readonly Tool[] {
  return Object.entries(procedures).flatMap(([name, procedure]) =>
    procedure.isTool === true && procedure.reads === true ? [toTool(name, procedure, base)] : [],
  )
}

function toTool(name: string, { says, args }: Procedure, base: Base): Tool {
  const own = Object.fromEntries(Object.entries(args).filter(([key]) => !filledIn.includes(key)))
  return {
    name,
    description: says,
    args: own,
    isReading: true,
    run: async (values) => {
      const context = makeContext({ io: makeQuietIo(base.io, { out: '', err: '' }), options: base.options })
      try {
        const { id } = await findStudio(context)
        const zone = base.options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
        const known = { p_studio_id: id, p_time_zone: zone }
        const filled = Object.fromEntries(Object.entries(known).filter(([key]) => key in args))
        const { call } = await context.loadGateway()
        return await call(name, { ...values, ...filled })
      } finally {
        await context.close()
      }
    },
  }
}
