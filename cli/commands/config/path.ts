import type { LocalContext } from '#cli/local-context.ts'
import { loadConfigFiles } from '#cli/config.ts'
import { credentialsPath } from '#cli/credentials.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'print where settings and sign-ins are kept',
  run: async (_: unknown, { io, printRecord }: LocalContext) => {
    const { user, project } = await loadConfigFiles(io)
    printRecord({ settings: user.path, folder: project?.path ?? null, signIns: credentialsPath(io) })
  },
})
