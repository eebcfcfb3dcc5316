import path from 'node:path'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Context } from '#cli/context.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { makeMcpServer } from './make-server.ts'

export type ServeOptions = GlobalOptions & { readonly files?: readonly string[] }

/** Serves MCP on standard input and output until the client ends it. */
export async function serve({ files = [], ...options }: ServeOptions, { io, clock }: Context): Promise<void> {
  const server = makeMcpServer({ io, options, clock, folders: files.map((folder) => path.resolve(io.cwd, folder)) })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.onclose = resolve
  process.stdin.once('end', () => void server.close())
  await server.connect(new StdioServerTransport())
  await promise
}
