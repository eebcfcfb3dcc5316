import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { declareAuth } from './commands/auth/auth.ts'
import { declareCatalogue } from './commands/catalogue.ts'
import { declareExchange } from './commands/exchange.ts'
import { declareScreen } from './commands/screen.ts'
import { declareTask } from './commands/task/task.ts'
import { declareTimeline } from './commands/timeline/timeline.ts'
import { declareTools } from './commands/tools.ts'
import { declareWork } from './commands/work.ts'
import { flag, type ProgramParts } from './declare.ts'
import { defaultHost } from './global-options.ts'

/** Everything `studio-cli` understands. Only declarations: what carries a command out is loaded when it runs. */
export function makeProgram(parts: ProgramParts): Command {
  const { io } = parts
  const program = new Command('studio-cli')
    .description('Xsheet at the command line: production tracking for animation and creative studios.')
    .version(manifest.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: io.err,
      // Every failure begins with whose it is.
      outputError: (text, write) => write(text.replace(/^error: /, 'studio-cli: ')),
      // The same everywhere, so that the build can write it down.
      getOutHelpWidth: () => 90,
      getErrHelpWidth: () => 90,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(studio-cli --help shows what there is)')
  for (const option of globalFlags()) program.addOption(option)
  declareAuth(program, parts)
  declareCatalogue(program, parts)
  declareTask(program, parts)
  declareWork(program, parts)
  declareTimeline(program, parts)
  declareExchange(program, parts)
  declareTools(program, parts)
  declareScreen(program, parts)
  program.addHelpText('after', footer)
  return program
}

function globalFlags() {
  return [
    flag('--host <address>', 'the studio’s host').default(defaultHost),
    flag('--studio <name>', 'studio: name, slug or id'),
    flag('--project <name>', 'project: name, slug, id or glob'),
    flag('--space <name>', 'space: name, slug, id or glob'),
    flag('--time-zone <zone>', 'IANA time zone that days are counted in'),
    flag('--json [fields]', 'print JSON; --json=id,path chooses fields'),
    flag('--ndjson', 'print one JSON object a line, with the fields of --json=… if given'),
    flag('--csv', 'print comma-separated values with a header'),
    flag('--plain', 'print tab-separated text without a header, as off a terminal'),
    flag('-q, --quiet', 'print data only'),
    flag('-y, --yes', 'go on without asking'),
    flag('--no-input', 'never ask, fail instead'),
    flag('--no-color', 'print without colours, like NO_COLOR=1'),
    flag('--verbose', 'show the cause of a failure'),
  ]
}

const footer = `
Every flag can be set in the environment: --dry-run is XSHEET_DRY_RUN=1, --host is XSHEET_HOST=….
A flag beats the environment, that beats .xsheet.json of the folder, that beats "studio-cli config set".
Requests go through HTTPS_PROXY and HTTP_PROXY, but for NO_PROXY and this machine.

Exit codes: 0 all done, 1 failure, 2 usage, 3 partly done, 4 not signed in, 5 not allowed,
6 nothing matched, 7 offline, 130 cancelled.`
