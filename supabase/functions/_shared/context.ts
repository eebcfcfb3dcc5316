/** What a function gets besides the request, the same under Deno and in the embedded host. */
export type FunctionContext = {
  /** The URL of this function's Supabase, without a trailing slash. */
  supabaseUrl: string
  /** The URL by which callers reach the project, if different: returned addresses begin with it. */
  publicUrl?: string
  publishableKey: string
  /** Bypasses every row rule. Never leaves the function. */
  serviceKey: string
  env: Record<string, string | undefined>
  now(): Date
  /** The caller's address, if the host knows it; a hosted project's gateway gives it in a header. */
  callerAddress?: string
}

/** One edge function: no state between requests, errors as JSON. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>
