import { usageError } from '#cli/cli-error.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import type { ServeOptions } from '#cli/mcp/serve.ts'

export const verb = defineVerb({
  summary: 'let an assistant read the studio and plan changes: an MCP server on standard input and output',
  options: [flag('--files <folder>', 'folder that plans may send files from; repeatable', { as: 'list' })],
  examples: ['mcp --project the-salt-road', 'mcp --files ~/renders'],
  /** Loaded when it runs: the protocol's code is half as large as everything else. */
  run: async (options: ServeOptions, context) => {
    if (context.io.isInputTty)
      throw usageError(
        'This is started by an assistant’s program, which speaks MCP with it.',
        'Name it in its settings: command studio-cli, argument mcp.',
      )
    const { serve } = await import('#cli/mcp/serve.ts')
    await serve(options, context)
  },
})
