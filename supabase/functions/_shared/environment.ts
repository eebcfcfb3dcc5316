import type { FunctionContext } from './context.ts'

type Environment = Record<string, string | undefined>

/**
 * Makes the context of a function that runs by itself, from the variables every hosted function gets. The legacy keys
 * are read if a project has no others. In Supabase's compose file SUPABASE_URL is an address that only the containers
 * know.
 */
export function toContext(env: Environment): FunctionContext {
  const publicUrl = env['SUPABASE_PUBLIC_URL']
  return {
    supabaseUrl: withoutSlash(env['SUPABASE_URL'] ?? ''),
    ...(publicUrl && { publicUrl: withoutSlash(publicUrl) }),
    publishableKey: findKey(env, 'SUPABASE_PUBLISHABLE_KEYS') ?? env['SUPABASE_ANON_KEY'] ?? '',
    serviceKey: findKey(env, 'SUPABASE_SECRET_KEYS') ?? env['SUPABASE_SERVICE_ROLE_KEY'] ?? '',
    env,
    now: () => new Date(),
  }
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '')
}

/** The key named `default`, else the first one, of a variable such as {"default":"sb_secret_…"}. */
function findKey(env: Environment, name: string): string | undefined {
  const keys = parseKeys(env[name] || '{}', name)
  const texts = [keys['default'], ...Object.values(keys)].map((key) => (typeof key === 'string' ? key.trim() : ''))
  return texts.find((key) => key !== '')
}

function parseKeys(text: string, name: string): Record<string, unknown> {
  let keys: unknown
  try {
    keys = JSON.parse(text) ?? {}
  } catch {
    // The parser's own message would write the key into the log.
    keys = undefined
  }
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
    throw new Error(`${name} must be a JSON object of keys by their names`)
  // An object's values may be anything.
  return keys as Record<string, unknown>
}
