import type { Command } from 'commander'
import { declare, flag, type ProgramParts } from '#cli/declare.ts'
import type { LoginOptions } from './login.ts'

/** `login`, `whoami` and the noun `auth`. */
export function declareAuth(program: Command, parts: ProgramParts): void {
  const login = {
    summary: 'sign in at the host',
    options: [
      flag('--email <address>', 'sign in with a password, where the host allows that'),
      flag('--password-stdin', 'read the password from standard input; else XSHEET_PASSWORD, else it is asked for'),
      flag('--no-browser', 'print the address to open instead of opening it'),
    ],
    examples: [
      'login',
      'login --email mei.tanaka@northlight.example',
      'login --email bot@studio.example --password-stdin < secret',
    ],
    load: async () => (await import('./login.ts')).runLogin,
  }
  declare<LoginOptions>(program, parts, { ...login, name: 'login' })
  declare(program, parts, {
    name: 'whoami',
    summary: 'show who is signed in, and where',
    load: async () => (await import('./whoami.ts')).runWhoami,
  })

  const auth = program.command('auth').description('sign in and out')
  declare<LoginOptions>(auth, parts, { ...login, name: 'login' })
  declare(auth, parts, {
    name: 'logout',
    summary: 'sign out at the host and forget the sign-in on this machine',
    load: async () => (await import('./logout.ts')).runLogout,
  })
  declare(auth, parts, {
    name: 'status',
    summary: 'show the sign-in at the host and how long it is good for',
    load: async () => (await import('./status.ts')).runAuthStatus,
  })
}
