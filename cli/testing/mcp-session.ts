import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { makeMcpServer } from '../mcp/make-server.ts'
import type { Base } from '../mcp/tool.ts'

/** A response of a tool or resource: its text, parsed if it is JSON. */
export type McpResponse = { readonly isError: boolean; readonly text: string; readonly data: Record<string, unknown> }

export type McpSession = {
  readonly client: Client
  readonly ask: (tool: string, args?: object) => Promise<McpResponse>
  readonly read: (uri: string) => Promise<McpResponse>
  /** Everything received so far. */
  readonly heard: () => string
}

/** Connects a client to a server in this process. */
export async function startMcpSession(base: Base): Promise<McpSession & { readonly close: () => Promise<void> }> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const server = makeMcpServer(base)
  const client = new Client({ name: 'a test', version: '1' })
  await Promise.all([server.connect(theirs), client.connect(ours)])
  let heard = ''
  const hear = (text: string, isError: boolean): McpResponse => {
    heard += `${text}\n`
    return { isError, text, data: parse(text) }
  }
  return {
    client,
    heard: () => heard,
    ask: async (name, args = {}) => {
      const answer = await client.callTool({ name, arguments: { ...args } })
      const [content] = answer.content as readonly { readonly text: string }[]
      return hear(content?.text ?? '', answer.isError === true)
    },
    read: async (uri) => {
      try {
        const { contents } = await client.readResource({ uri })
        return hear(contents.map((each) => ('text' in each ? each.text : '')).join(''), false)
      } catch (error) {
        return hear(error instanceof Error ? error.message : String(error), true)
      }
    },
    close: async () => {
      await client.close()
      await server.close()
    },
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>
  } catch {
    return {}
  }
}
