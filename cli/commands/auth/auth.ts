import type { Command } from 'commander'
import { declare, flag, type ProgramParts } from '#cli/declare.ts'
import type { LoginOptions } from './login.ts'
import type { TokenOptions } from './token.ts'

/** `login`, `whoami` and the noun `auth`. */
export function declareAuth(program: Command, parts: ProgramParts): void {
  const login = {
    summary: 'sign in at the host',
    options: [
      flag('--email <address>', 'sign in with a password, where the host allows that'),
      flag('--password-stdin', 'read the password from standard input; else XSHEET_PASSWORD, else it is asked for'),
      flag('--no-browser', 'print the address to open instead of opening it'),
      flag('--device', 'show a code to approve in the app on another machine'),
      flag('--with-token', 'read an access token from standard input and keep it'),
    ],
    examples: [
      'login',
      'login --email mei.tanaka@northlight.example',
      'login --email bot@studio.example --password-stdin < secret',
      'login --device',
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
  declareToken(auth.command('token').description('access tokens for programs, each for one studio'), parts)
}

function declareToken(token: Command, parts: ProgramParts): void {
  declare<TokenOptions>(token, parts, {
    name: 'create <name>',
    summary: 'make a token that acts as you, or as a service account, in this studio alone; it is shown once',
    options: [
      flag('--days <count>', 'how long it is valid, at most 366').argParser(Number).default(90),
      flag('--service-account <name>', 'the account it acts as'),
    ],
    examples: [
      'auth token create laptop',
      "auth token create ci --service-account 'Render farm' --days 30 --json=token",
    ],
    load: async () => (await import('./token.ts')).runTokenCreate,
  })
  declare<TokenOptions>(token, parts, {
    name: 'list',
    summary: 'list your valid tokens, and everybody’s where you manage the studio’s users',
    options: [flag('--all', 'expired and revoked ones, too')],
    load: async () => (await import('./token.ts')).runTokenList,
  })
  declare<TokenOptions>(token, parts, {
    name: 'revoke <tokens...>',
    summary: 'end tokens at once, named by name, id or their last characters',
    examples: ['auth token revoke laptop'],
    load: async () => (await import('./token.ts')).runTokenRevoke,
  })
}
