import { AwsClient } from 'aws4fetch'
import { Failure } from './failure.ts'
import { type Signer, signedSeconds, toPath } from './signer.ts'

export type Bucket = { client: AwsClient; addressOf: (key: string) => string }

/**
 * Opens any S3 (R2 included) if the environment has S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY;
 * S3_REGION defaults to `auto`.
 */
export function openBucket(env: Record<string, string | undefined>): Bucket | undefined {
  const endpoint = env['S3_ENDPOINT']?.replace(/\/+$/, '')
  const bucket = env['S3_BUCKET']
  const accessKeyId = env['S3_ACCESS_KEY_ID']
  const secretAccessKey = env['S3_SECRET_ACCESS_KEY']
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region: env['S3_REGION'] ?? 'auto' })
  return { client, addressOf: (key) => `${endpoint}/${bucket}/${toPath(key)}` }
}

/** Makes a signer for the environment's bucket, if it names one. The database has decided who may have the keys. */
export function makeBucketSigner(env: Record<string, string | undefined>): Signer | undefined {
  const bucket = openBucket(env)
  if (bucket === undefined) return undefined
  const { client, addressOf } = bucket

  async function sign(method: 'GET' | 'PUT' | 'DELETE', key: string): Promise<string> {
    const url = `${addressOf(key)}?X-Amz-Expires=${signedSeconds}`
    return (await client.sign(url, { method, aws: { signQuery: true } })).url
  }

  return {
    takesParts: true,
    signUpload: async (key) => ({ uploadUrl: await sign('PUT', key), downloadUrl: await sign('GET', key) }),
    signDownloads: async (keys) =>
      new Map(await Promise.all(keys.map(async (key) => [key, await sign('GET', key)] as const))),
    async remove(keys) {
      for (const key of keys) {
        const { ok, status } = await fetch(await sign('DELETE', key), { method: 'DELETE' })
        if (!ok && status !== 404)
          throw new Failure({ status: 502, code: 'storage_unavailable', message: `The bucket answered ${status}` })
      }
    },
  }
}
