import type { FunctionContext } from './context.ts'

/** A call by a signed-in person: `token` is theirs, so the database's row rules decide what they get. */
export type Call = { request: Request; context: FunctionContext; token: string }
