import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { Result } from '#core/lib/result.ts'
import { defineWith, type CommandContext } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { closeAccountDialog } from '#app/stores/account-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import type { SessionStudio } from '#app/stores/session-store.ts'
import { setStudioForm, studioFormStore, type StudioForm } from './studio-form-store.ts'

const define = defineWith({ group: 'Account', scope: 'dialog' })

/** The commands that create or join a first studio; errors are shown in the form. */
export const welcomeCommands = [
  define({
    id: 'studio.create',
    title: 'Create a studio',
    isKeyOnly: true,
    when: () => !studioFormStore.create.isBusy,
    run: async (context, [name = '']) => {
      await enter({ form: 'create', context, failure: 'studio-create-failed' }, () => getSession().createStudio(name))
    },
  }),
  define({
    id: 'studio.join',
    title: 'Join a studio',
    isKeyOnly: true,
    when: () => !studioFormStore.join.isBusy,
    run: async (context, [text = '']) => {
      await enter({ form: 'join', context, failure: 'studio-join-failed' }, () => getSession().joinStudio(text))
    },
  }),
]

/** The commands of the studio dialog besides switching; the dialog may be open over the welcome page. */
export const switchStudioCommands = [
  define({
    id: 'studio.create-another',
    title: 'Create another studio',
    isKeyOnly: true,
    when: () => !studioFormStore.create.isBusy,
    run: async (context, [name = '']) => {
      const failure = 'studio-switch-create-failed'
      await enter({ form: 'create', context, failure }, () => getSession().createStudio(name))
    },
  }),
  define({
    id: 'invite.follow',
    title: 'Follow the invite link',
    isKeyOnly: true,
    run: ({ navigate }, [token = '']) => navigate(links.invite({ token })),
  }),
]

type Entering = {
  readonly form: StudioForm
  readonly context: CommandContext
  /** The error text if the server gives none. */
  readonly failure: 'studio-create-failed' | 'studio-switch-create-failed' | 'studio-join-failed'
}

async function enter({ form, context, failure }: Entering, ask: () => Promise<Result<SessionStudio>>): Promise<void> {
  setStudioForm(form, { isBusy: true, error: undefined })
  const studio = await ask().finally(() => setStudioForm(form, { isBusy: false }))
  if (!studio.ok) return setStudioForm(form, { error: errorText(studio.error, messages[failure]) })
  closeAccountDialog('switch-studio')
  // Someone who has navigated elsewhere meanwhile stays there, in the studio of that address.
  if (location.pathname !== context.path) return await getSession().followAddress(location.pathname)
  return context.navigate(links.projects({ studioSlug: studio.value.slug }))
}
