import type { Host } from './host.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FunctionContext, FunctionHandler } from '#supabase/functions/_shared/context.ts'
import { toMessage } from './host-error.ts'
import type { Handler } from './http.ts'
import { answerPreflight, toErrorResponse, withCors } from './http.ts'

export type FunctionParts = { directory: string; context: FunctionContext; publicUrl?: string | undefined }

const prefix = '/functions/v1/'

/** Serves `<directory>/<name>/handler.ts` at /functions/v1/<name>: the same handlers that Deno runs on hosted Supabase. */
export function makeFunctions({ directory, context, publicUrl }: FunctionParts): Handler {
  async function answer(request: Request, peer: string | undefined): Promise<Response> {
    const [name = ''] = new URL(request.url).pathname.slice(prefix.length).split('/')
    const handler = await loadHandler(directory, name)
    if (handler === undefined)
      return toErrorResponse({ status: 404, code: 'NOT_FOUND', message: 'Requested function was not found' })
    try {
      // Callers on another machine, or behind a proxy, know this host by another address than it does itself.
      return await handler(request, {
        ...context,
        publicUrl: publicUrl ?? new URL(request.url).origin,
        callerAddress: peer ?? '',
      })
    } catch (error) {
      console.error(`The function ${name} failed: ${error instanceof Error ? error.stack : toMessage(error)}`)
      return toErrorResponse({ status: 500, code: 'internal_error', message: 'The function failed' })
    }
  }
  return async (request, peer) =>
    request.method === 'OPTIONS' ? answerPreflight(request) : withCors(await answer(request, peer))
}

/** Imported on first call; Node caches it from then on. */
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

/**
 * The context of the functions on this host; `siteUrl` is where people use the app. Settings count whether given by
 * flag or environment.
 */
export function toFunctionContext(
  { url, keys, settings }: Pick<Host, 'url' | 'keys' | 'settings'>,
  siteUrl: string,
): FunctionContext {
  const { s3, push, mail } = settings
  return {
    supabaseUrl: url,
    publishableKey: keys.publishableKey,
    serviceKey: keys.serviceKey,
    env: {
      ...process.env,
      S3_ENDPOINT: s3?.endpoint,
      S3_BUCKET: s3?.bucket,
      S3_ACCESS_KEY_ID: s3?.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3?.secretAccessKey,
      S3_REGION: s3?.region,
      VAPID_PUBLIC_KEY: push?.publicKey,
      VAPID_PRIVATE_KEY: push?.privateKey,
      VAPID_SUBJECT: push?.subject,
      SMTP_URL: mail?.smtpUrl,
      MAIL_FROM: mail?.from,
      PUBLIC_URL: siteUrl,
      TOKEN_SIGNING_KEY: keys.jwtSecret,
    },
    now: () => new Date(),
  }
}
