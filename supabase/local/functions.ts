import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FunctionContext, FunctionHandler } from '#supabase/functions/_shared/context.ts'
import { toMessage } from './host-error.ts'
import type { Handler } from './http.ts'
import { answerPreflight, toErrorResponse, withCors } from './http.ts'
import type { S3Bucket } from './settings.ts'

export type FunctionParts = { directory: string; context: FunctionContext }

const prefix = '/functions/v1/'

/** Serves `<directory>/<name>/handler.ts` at /functions/v1/<name>: the same handlers that Deno runs on hosted Supabase. */
export function makeFunctions({ directory, context }: FunctionParts): Handler {
  async function answer(request: Request): Promise<Response> {
    const [name = ''] = new URL(request.url).pathname.slice(prefix.length).split('/')
    const handler = await loadHandler(directory, name)
    if (handler === undefined)
      return toErrorResponse({ status: 404, code: 'NOT_FOUND', message: 'Requested function was not found' })
    try {
      return await handler(request, context)
    } catch (error) {
      console.error(`The function ${name} failed: ${error instanceof Error ? error.stack : toMessage(error)}`)
      return toErrorResponse({ status: 500, code: 'internal_error', message: 'The function failed' })
    }
  }
  return async (request) => (request.method === 'OPTIONS' ? answerPreflight(request) : withCors(await answer(request)))
}

/** Imported when first called; Node keeps it from then on. */
async function loadHandler(directory: string, name: string): Promise<FunctionHandler | undefined> {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) return undefined
  const file = path.join(directory, name, 'handler.ts')
  if (!existsSync(file)) return undefined
  const module: unknown = await import(pathToFileURL(file).href)
  if (!hasHandler(module)) throw new Error(`${file} does not export a function named handler`)
  return module.handler
}

function hasHandler(module: unknown): module is { handler: FunctionHandler } {
  return typeof module === 'object' && module !== null && 'handler' in module && typeof module.handler === 'function'
}

/** The bucket as the functions know it, whether it was given by the environment or by flags. */
export function toBucketVariables(bucket: S3Bucket | undefined): Record<string, string | undefined> {
  return {
    S3_ENDPOINT: bucket?.endpoint,
    S3_BUCKET: bucket?.bucket,
    S3_ACCESS_KEY_ID: bucket?.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket?.secretAccessKey,
    S3_REGION: bucket?.region,
  }
}
