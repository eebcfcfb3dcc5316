import { defineCommand } from '#app/commands/define-command.ts'
import { configStore } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { editLocalAccount, localAccountStore } from './local-account-store.ts'

const group = 'Sign in'
const scope = 'dialog'
const isSignedOut = (): boolean => sessionStore.status === 'signed-out'

/** The accounts of the deployment itself; what goes wrong is said in the pop-up, where the person looks. */
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
