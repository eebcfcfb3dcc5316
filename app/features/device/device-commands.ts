import { AppError } from '#core/lib/errors.ts'
import { decideMachine, findWaitingMachine } from '#core/access/manage-tokens.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { getStudio, whenStudio } from '#app/widgets/get-studio.ts'
import { deviceStore, setDevice } from './device-store.ts'

const defineInPage = defineWith({ group: 'Account', scope: 'global', isKeyOnly: true })

/** The commands that approve the sign-in of a machine without a browser. */
export const deviceCommands = [
  defineInPage({
    id: 'device.check',
    title: 'Continue',
    run: async () => {
      // The code may be entered before the client is ready.
      const { client } = await whenStudio()
      await runWithFieldError(async () =>
        setDevice({ machine: await findWaitingMachine(deviceStore.code, client), error: undefined }),
      )
    },
  }),
  defineInPage({ id: 'device.approve', title: 'Approve', run: async () => await decide('approved') }),
  defineInPage({ id: 'device.refuse', title: 'Deny', run: async () => await decide('refused') }),
]

async function decide(decision: 'approved' | 'refused'): Promise<void> {
  const { client, studio } = getStudio()
  const studioId = decision === 'approved' ? studio.studioId : undefined
  await runWithFieldError(async () => {
    await decideMachine({ code: deviceStore.code, studioId }, client)
    setDevice({ decision, error: undefined })
  })
}

/** Runs `work`; shows an error beside the field of the code. */
async function runWithFieldError(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (caught) {
    if (!(caught instanceof AppError) || caught.retryable) throw caught
    setDevice({ error: caught.message, machine: undefined })
  }
}
