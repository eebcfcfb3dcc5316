import { defineCommand } from '#app/commands/define-command.ts'
import { configStore } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { editLocalAccount, localAccountStore } from './local-account-store.ts'

const group = 'Sign in'
const scope = 'dialog'
const isSignedOut = (): boolean => sessionStore.status === 'signed-out'

const noMail = 'This Xsheet sends no mail. Ask whoever runs it for a new password: npm run password -- and your e-mail.'
const sent = (email: string): string =>
  `If ${email} has an account here, a link to set a new password is on its way. It works for an hour.`

/** The commands for accounts of the deployment itself; errors are shown in the dialog. */
export const localAccountCommands = [
  defineCommand({
    id: 'session.account',
    title: 'Log in or sign up',
    group,
    scope,
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
  defineCommand({
    id: 'session.toggle-new',
    title: 'Create an account, or use one',
    group,
    scope,
    isKeyOnly: true,
    when: isSignedOut,
    run: () => editLocalAccount({ isNew: !localAccountStore.isNew }),
  }),
  defineCommand({
    id: 'session.forgot-password',
    title: 'Forgot password?',
    group,
    scope,
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
  defineCommand({
    id: 'session.demo-account',
    title: 'Look around as one of the demo’s people',
    group,
    scope,
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
  defineCommand({
    id: 'session.set-new-password',
    title: 'Set password and log in',
    group,
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
