import type { Call } from './call.ts'
import { makeBucketSigner } from './s3.ts'
import type { Signer } from './signer.ts'
import { makeSupabaseSigner } from './supabase-storage.ts'

/** Makes a signer for S3 or R2 if the environment names a bucket, else for the project's own Supabase Storage. */
export function makeSigner(call: Call): Signer {
  return makeBucketSigner(call.context.env) ?? makeSupabaseSigner(call)
}
