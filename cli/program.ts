import { Command } from 'commander'
import { version } from './version.ts'
import { commands } from './commands/index.generated.ts'
import { declare, toOption, type ProgramParts } from './declare.ts'
import { flag } from './define-verb.ts'
import { defaultHost } from './global-options.ts'
import { helpWidth } from './prebuilt-help.ts'

/** Creates the program with all its commands. Contains declarations only: a command's code is loaded when it runs. */
export function makeProgram(parts: ProgramParts): Command {
  const { io } = parts
  const width = Math.min(helpWidth, Math.max(40, io.columns ?? helpWidth))
  const program = new Command('studio-cli')
    .description('Xsheet at the command line: production tracking for animation and creative studios.')
    .version(version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // Every failure starts with the program's name.
      outputError: (text, write) => write(text.replace(/^error: /, 'studio-cli: ')),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({
      showGlobalOptions: true,
      minWidthToWrap: 14,
      // A command's arguments are shown by its own help.
      ...(width < helpWidth && { subcommandTerm: (command: Command) => command.name() }),
    })
    .showHelpAfterError('(see studio-cli --help)')
  for (const option of globalFlags) program.addOption(toOption(option))
  for (const entry of commands) declare(program, parts, entry)
  program.addHelpText('after', () => program.createHelp().boxWrap(footer, width))
  return program
}

const globalFlags = [
  flag('--host <address>', 'the studio’s host', { default: defaultHost }),
  flag('--studio <name>', 'studio: name, slug or id'),
  flag('--project <name>', 'project: name, slug, id or glob'),
  flag('--space <name>', 'space: name, slug, id or glob'),
  flag('--time-zone <zone>', 'IANA time zone that days are counted in'),
  flag('--json [fields]', 'print JSON; --json=id,path chooses fields'),
  flag('--ndjson', 'print one JSON object per line, with the fields of --json=… if given'),
  flag('--csv', 'print comma-separated values with a header'),
  flag('--plain', 'print tab-separated text without a header (default off a terminal)'),
  flag('-q, --quiet', 'print data only'),
  flag('-y, --yes', 'answer yes to every question'),
  flag('--no-input', 'never prompt; fail instead'),
  flag('--no-color', 'turn colours off, like NO_COLOR=1'),
  flag('--verbose', 'show the cause of a failure'),
]

const footer = `
Every flag can be set in the environment: --dry-run is XSHEET_DRY_RUN=1, --host is XSHEET_HOST=….
A flag beats the environment, that beats .xsheet.json of the folder, that beats "studio-cli config set".
Requests go through HTTPS_PROXY and HTTP_PROXY, except to NO_PROXY and this machine.

Exit codes: 0 all done, 1 failure, 2 usage, 3 partly done, 4 not signed in, 5 not allowed,
6 not found, 7 offline, 130 cancelled. An empty list ends with 0.`
