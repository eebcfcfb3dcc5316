import type { FunctionContext } from './context.ts'

/** The context of a function that runs by itself: the variables every hosted function is given. */
export function toContext(env: Record<string, string | undefined>): FunctionContext {
  return {
    supabaseUrl: (env['SUPABASE_URL'] ?? '').replace(/\/+$/, ''),
    publishableKey: env['SUPABASE_PUBLISHABLE_KEY'] ?? env['SUPABASE_ANON_KEY'] ?? '',
    serviceKey: env['SUPABASE_SECRET_KEY'] ?? env['SUPABASE_SERVICE_ROLE_KEY'] ?? '',
    env,
    now: () => new Date(),
  }
}
