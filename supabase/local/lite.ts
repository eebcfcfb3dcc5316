import type * as Lite from '@supabase/lite'
import type * as LitePglite from '@supabase/lite/pglite'
import type * as LitePostgres from '@supabase/lite/postgres'

// Each bundle of lite replaces process.emitWarning by a function that throws when given an Error, which is how Node
// itself calls it. So lite is only loaded here, and the original is restored.
async function keepingEmitWarning<Module>(load: () => Promise<Module>): Promise<Module> {
  const emitWarning = process.emitWarning.bind(process)
  try {
    return await load()
  } finally {
    process.emitWarning = emitWarning
  }
}

export const loadLite = (): Promise<typeof Lite> => keepingEmitWarning(() => import('@supabase/lite'))

export const loadLitePglite = (): Promise<typeof LitePglite> =>
  keepingEmitWarning(() => import('@supabase/lite/pglite'))

export const loadLitePostgres = (): Promise<typeof LitePostgres> =>
  keepingEmitWarning(() => import('@supabase/lite/postgres'))
