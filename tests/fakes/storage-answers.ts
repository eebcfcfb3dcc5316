/** The parts of a storage response that a client reads. */
export type StorageAnswer = {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

const json = (status: number, body: object): StorageAnswer => ({ status, body: JSON.stringify(body) })

/**
 * Observed responses of Supabase's own storage server (its source, with its migrations, on Postgres 17), and those of
 * the small host where they differ. `tests/gateway/storage-answers.db.test.ts` checks the host's half.
 */
export const storageAnswers = {
  tooLarge: {
    supabase: json(400, {
      statusCode: '413',
      error: 'Payload too large',
      message: 'The object exceeded the maximum allowed size',
    }),
    host: { status: 400, error: 'Payload too large' },
  },
  tooLargeInPieces: {
    supabase: { status: 413, body: 'Maximum size exceeded\n' },
    host: { status: 413, error: 'Payload too large' },
  },
  tokenOver: {
    supabase: json(400, { statusCode: '403', error: 'Unauthorized', message: '"exp" claim timestamp check failed' }),
    host: { status: 401, error: 'InvalidJWT' },
  },
  notAllowed: {
    supabase: json(400, {
      statusCode: '403',
      error: 'Unauthorized',
      message: 'new row violates row-level security policy',
    }),
    host: { status: 400, error: 'Unauthorized' },
  },
  there: {
    supabase: json(400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' }),
    host: { status: 400, error: 'Duplicate' },
  },
  badKey: {
    supabase: json(400, { statusCode: '400', error: 'InvalidKey', message: 'Invalid key: studio/media/what?.mp4' }),
    // It accepts any alphabet, but also refuses percent signs and control characters.
    host: { status: 400, error: 'Invalid key' },
  },
  unknownUpload: {
    supabase: { status: 404, body: 'The file for this url was not found\n' },
    host: { status: 404, error: undefined },
  },
} as const satisfies Record<
  string,
  { readonly supabase: StorageAnswer; readonly host: { readonly status: number; readonly error: string | undefined } }
>
