type Refusal = { status: number; code: string; message: string; headers?: Record<string, string> }

/** An expected refusal: answered as JSON {error, code} with this status. */
export class Failure extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>

  constructor({ status, code, message, headers = {} }: Refusal) {
    super(message)
    this.status = status
    this.code = code
    this.headers = headers
  }
}
