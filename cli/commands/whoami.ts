import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'show who is signed in, and where',
  /** Prints the signed-in person, the host and the studio that commands work in. */
  run: async (_: GlobalOptions, context) => {
    const host = await context.loadHost()
    const session = await context.loadSession()
    const { studios } = await context.loadGateway()
    const [all, active] = await Promise.all([studios.list(), studios.findActive()])
    const [only, second] = all
    context.printRecord({
      email: session.email,
      name: session.fullName ?? null,
      userId: session.userId,
      studio:
        context.options.studio ??
        (all.find(({ id }) => id === active) ?? (second === undefined ? only : undefined))?.name ??
        null,
      host: host.url,
    })
  },
})
