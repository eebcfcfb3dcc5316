import { defineWith } from '#app/commands/define-command.ts'
import { configStore } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { editLocalAccount, localAccountStore } from './local-account-store.ts'

const define = defineWith({ group: 'Sign in', scope: 'dialog' })
const isSignedOut = (): boolean => sessionStore.status === 'signed-out'

const noMail = 'This Xsheet sends no mail. Ask whoever runs it for a new password: npm run password -- and your e-mail.'
const sent = (email: string): string =>
  `If ${email} has an account here, a link to set a new password is on its way. It works for an hour.`

/** The commands for accounts of the deployment itself; errors are shown in the dialog. */
export const localAccountCommands = [
  define({
    id: 'session.account',
    title: 'Log in or sign up',
    isKeyOnly: true,
    when: isSignedOut,
    run: async () => {
      const { email, password, isNew, isBusy } = localAccountStore
      if (isBusy || email.trim() === '' || password === '') return
      editLocalAccount({ isBusy: true, error: undefined })
      const account = { email: email.trim(), password }
      const result = await (isNew ? getSession().signUp(account) : getSession().signIn(account))
      editLocalAccount({ isBusy: false, ...(!result.ok && { error: result.error.message }) })
    },
  }),
  define({
    id: 'session.toggle-new',
    title: 'Create an account, or use one',
    isKeyOnly: true,
    when: isSignedOut,
    run: () => editLocalAccount({ isNew: !localAccountStore.isNew }),
  }),
  define({
    id: 'session.forgot-password',
    title: 'Forgot password?',
    isKeyOnly: true,
    when: isSignedOut,
    run: async () => {
      const email = localAccountStore.email.trim()
      if (configStore.config?.hasMail !== true) return editLocalAccount({ error: undefined, notice: noMail })
      if (email === '') return editLocalAccount({ error: undefined, notice: 'Type your e-mail first.' })
      editLocalAccount({ error: undefined, notice: undefined })
      const result = await getSession().askForNewPassword(email)
      editLocalAccount(result.ok ? { notice: sent(email) } : { error: result.error.message })
    },
  }),
  define({
    id: 'session.demo-account',
    title: 'Look around as one of the demo’s people',
    isKeyOnly: true,
    when: () => isSignedOut() && configStore.config?.demo.isAvailable === true,
    run: async (_context, [email = '']) => {
      const password = configStore.config?.demo.password ?? ''
      const result = await getSession().signIn({ email, password })
      if (!result.ok) editLocalAccount({ demoError: result.error.message })
    },
  }),
]

/** The commands of the page that a mailed password link opens. */
export const newPasswordCommands = [
  define({
    id: 'session.set-new-password',
    title: 'Set password and log in',
    scope: 'global',
    isKeyOnly: true,
    run: async () => {
      const { password, isBusy } = localAccountStore
      if (isBusy || password === '') return
      editLocalAccount({ isBusy: true, error: undefined })
      const result = await getSession().setNewPassword({ token: location.hash.slice(1), password })
      editLocalAccount({ isBusy: false, ...(!result.ok && { error: result.error.message }) })
    },
  }),
]
