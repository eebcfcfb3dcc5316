import { toContext } from '../_shared/environment.ts'
import { handler } from './handler.ts'

Deno.serve((request: Request) => handler(request, toContext(Deno.env.toObject())))
