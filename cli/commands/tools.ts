import type { Command } from 'commander'
import { declare, flag, type ProgramParts } from '../declare.ts'
import type { ApiOptions } from './tools/api.ts'
import type { CompletionOptions } from './tools/completion.ts'
import type { ConfigOptions } from './config/config-verbs.ts'
import type { OpenOptions } from './tools/open.ts'
import type { UndoOptions } from './operation/undo.ts'

/** What is not about the studio's own things: taking back, settings, the raw interface, help for the shell. */
export function declareTools(program: Command, parts: ProgramParts): void {
  declare<UndoOptions>(program, parts, {
    name: 'undo <operation>',
    summary: 'take back what a command did: its id, the start of it, or "last"',
    options: [flag('-n, --dry-run', 'show what would change and change nothing')],
    examples: ['undo last', 'undo 019aa3f2'],
    load: async () => (await import('./operation/undo.ts')).runUndo,
  })
  declare(program.command('operation').description('what commands of this machine did'), parts, {
    name: 'list',
    summary: 'list what can be taken back, the newest first; remembered for 90 days, at most 2,000 and 256 MB',
    load: async () => (await import('./operation/list.ts')).runOperationList,
  })
  declareConfig(program.command('config').description('settings for good'), parts)
  declare<OpenOptions>(program, parts, {
    name: 'open [target]',
    summary: 'open the studio, or a task named by its path or id, in the browser',
    options: [flag('--print', 'print the address instead')],
    examples: ['open sq010/sh0040:anim', 'open --print'],
    load: async () => (await import('./tools/open.ts')).runOpen,
  })
  declare<ApiOptions>(program, parts, {
    name: 'api <procedure> [arguments...]',
    summary: 'call a procedure of the database as yourself; arguments as name=value, values as JSON or text',
    options: [flag('--data <file>', 'read the arguments as a JSON object from a file, or - for standard input')],
    examples: ['api diagnose_user_roles p_studio_id=…', 'api pull_space --data - < arguments.json'],
    load: async () => (await import('./tools/api.ts')).runApi,
  })
  declare(program, parts, {
    name: 'doctor',
    summary: 'check that everything studio-cli needs is there',
    load: async () => (await import('./tools/doctor.ts')).runDoctor,
  })
  declare<CompletionOptions>(program, parts, {
    name: 'completion <shell>',
    summary: 'print the completion script for bash, zsh or fish',
    examples: ['completion bash > ~/.local/share/bash-completion/completions/studio-cli'],
    load: async () => {
      const { makeRunCompletion } = await import('./tools/completion.ts')
      return makeRunCompletion(program)
    },
  })
}

function declareConfig(config: Command, parts: ProgramParts): void {
  const inProject = flag('--here', 'in .xsheet.json of this folder, for everybody who works in it')
  declare<ConfigOptions>(config, parts, {
    name: 'list',
    summary: 'list every setting, its value and where it comes from',
    load: async () => (await import('./config/config-verbs.ts')).runConfigList,
  })
  declare<ConfigOptions>(config, parts, {
    name: 'get <setting>',
    summary: 'print a setting',
    load: async () => (await import('./config/config-verbs.ts')).runConfigGet,
  })
  declare<ConfigOptions>(config, parts, {
    name: 'set <setting> <value>',
    summary: 'set a setting for good',
    options: [inProject],
    examples: ['config set host https://studio.example', 'config set --here project the-salt-road'],
    load: async () => (await import('./config/config-verbs.ts')).runConfigSet,
  })
  declare<ConfigOptions>(config, parts, {
    name: 'unset <setting>',
    summary: 'take a setting away',
    options: [inProject],
    load: async () => (await import('./config/config-verbs.ts')).runConfigUnset,
  })
  declare<ConfigOptions>(config, parts, {
    name: 'path',
    summary: 'print the files settings and sign-ins are kept in',
    load: async () => (await import('./config/config-verbs.ts')).runConfigPath,
  })
}
