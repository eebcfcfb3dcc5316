import { defineCommand } from '#app/commands/define-command.ts'
import { getSession } from '#app/stores/session-port.ts'
import { showToast, type ToastOptions } from '#app/stores/toast-store.ts'
import { editPassword, passwordStore, resetPassword } from './password-store.ts'

const toToast = (areOthersSignedOut: boolean): ToastOptions =>
  areOthersSignedOut
    ? { kind: 'success', text: 'Password changed. Your other devices are signed out.' }
    : {
        kind: 'error',
        text: 'Password changed, but your other devices may still be signed in',
        suggestion: 'The server could not be reached. Change it again to sign them out.',
      }

export const passwordCommands = [
  defineCommand({
    id: 'user.change-password',
    title: 'Change password',
    group: 'Account',
    scope: 'dialog',
    isKeyOnly: true,
    when: () => passwordStore.current !== '' && passwordStore.password !== '' && !passwordStore.isBusy,
    run: async () => {
      const { current, password } = passwordStore
      editPassword({ isBusy: true, error: undefined })
      const result = await getSession().changePassword({ current, password })
      if (result.ok) {
        resetPassword()
        showToast(toToast(result.value.areOthersSignedOut))
        return
      }
      const { code, message: text } = result.error
      editPassword({ isBusy: false, error: { of: code === 'password-wrong' ? 'current' : 'password', text } })
    },
  }),
]
