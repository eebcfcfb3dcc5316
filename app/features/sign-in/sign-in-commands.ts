import { defineWith } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { configStore } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { sessionStore } from '#app/stores/session-store.ts'

const define = defineWith({ group: 'Sign in', scope: 'global' })
const isSignedOut = (): boolean => sessionStore.status === 'signed-out'

/** The commands available without signing in. */
export const signInCommands = [
  define({
    id: 'session.log-in',
    title: 'Log In',
    keys: ['g l'],
    keywords: ['sign in', 'login'],
    when: isSignedOut,
    run: ({ navigate }) => navigate(links.login()),
  }),
  define({
    id: 'session.try-demo',
    title: 'Try Demo',
    keys: ['g d'],
    when: () => isSignedOut() && configStore.config?.demo.isAvailable === true,
    run: async () => await getSession().tryDemo(),
  }),
  define({
    id: 'session.contact',
    title: 'Contact Us',
    keys: ['g c'],
    keywords: ['mail', 'help'],
    when: () => isSignedOut() && configStore.config !== undefined,
    run: ({ navigate }) => {
      const address = configStore.config?.contactEmail
      if (address === undefined) navigate(links.contact())
      else location.assign(`mailto:${address}`)
    },
  }),
  define({
    id: 'session.google',
    title: 'Continue with Google',
    scope: 'everywhere',
    when: () => isSignedOut() && configStore.config?.auth.google === true,
    run: async () => await getSession().signInWith('google'),
  }),
  define({
    id: 'session.github',
    title: 'Continue with GitHub',
    scope: 'everywhere',
    when: () => isSignedOut() && configStore.config?.auth.github === true,
    run: async () => await getSession().signInWith('github'),
  }),
]
