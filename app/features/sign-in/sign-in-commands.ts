import { defineCommand } from '#app/commands/define-command.ts'
import { links } from '#app/routes.ts'
import { configStore } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { sessionStore } from '#app/stores/session-store.ts'

const group = 'Sign in'
const isSignedOut = (): boolean => sessionStore.status === 'signed-out'

/** The commands available without signing in. */
export const signInCommands = [
  defineCommand({
    id: 'session.log-in',
    title: 'Log In',
    group,
    scope: 'global',
    keys: ['g l'],
    keywords: ['sign in', 'login'],
    when: isSignedOut,
    run: ({ navigate }) => navigate(links.login()),
  }),
  defineCommand({
    id: 'session.try-demo',
    title: 'Try Demo',
    group,
    scope: 'global',
    keys: ['g d'],
    when: () => isSignedOut() && configStore.config?.demo.isAvailable === true,
    run: async () => await getSession().tryDemo(),
  }),
  defineCommand({
    id: 'session.contact',
    title: 'Contact Us',
    group,
    scope: 'global',
    keys: ['g c'],
    keywords: ['mail', 'help'],
    when: () => isSignedOut() && configStore.config !== undefined,
    run: ({ navigate }) => {
      const address = configStore.config?.contactEmail
      if (address === undefined) navigate(links.contact())
      else location.assign(`mailto:${address}`)
    },
  }),
  defineCommand({
    id: 'session.google',
    title: 'Continue with Google',
    group,
    scope: 'everywhere',
    when: () => isSignedOut() && configStore.config?.auth.google === true,
    run: async () => await getSession().signInWith('google'),
  }),
  defineCommand({
    id: 'session.github',
    title: 'Continue with GitHub',
    group,
    scope: 'everywhere',
    when: () => isSignedOut() && configStore.config?.auth.github === true,
    run: async () => await getSession().signInWith('github'),
  }),
]
