import * as v from 'valibot'
import { Failure } from './failure.ts'

/** A UUID as clients send it. */
export const uuid = (name: string) => v.pipe(v.string(`${name} must be a UUID`), v.uuid(`${name} must be a UUID`))

/** Parses the request's JSON body by the schema; throws a 400 that says what is wrong. */
export async function readBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const body: unknown = await request.json().catch(() => {
    throw new Failure({ status: 400, code: 'invalid_json', message: 'The body must be JSON' })
  })
  return parse(schema, body)
}

/** Parses the request's query parameters by the schema; throws a 400 that says what is wrong. */
export function readQuery<Schema extends v.GenericSchema>(request: Request, schema: Schema): v.InferOutput<Schema> {
  return parse(schema, Object.fromEntries(new URL(request.url).searchParams))
}

function parse<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  const [issue] = result.issues
  const where = v.getDotPath(issue)
  const isOwnWords = where === null || issue.message.includes(String(issue.path?.at(-1)?.key))
  throw new Failure({
    status: 400,
    code: 'invalid_input',
    message: isOwnWords ? issue.message : `${where}: ${issue.message}`,
  })
}
