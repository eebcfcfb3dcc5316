/** What a function is given besides the request, the same under Deno and in the embedded host. */
export type FunctionContext = {
  /** Where this function's Supabase answers, without a slash at the end. */
  supabaseUrl: string
  /** Where the caller reaches the project, should that differ: addresses handed out begin with it. */
  publicUrl?: string
  publishableKey: string
  /** Passes every row rule. Never leaves the function. */
  serviceKey: string
  env: Record<string, string | undefined>
  now(): Date
  /** Who asks, where the host knows; a hosted project's gateway says it in a header. */
  callerAddress?: string
}

/** One edge function: no state between requests, errors as JSON. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>
