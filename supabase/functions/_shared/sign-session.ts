import { Failure } from './failure.ts'

const encoder = new TextEncoder()

type Algorithm = { name: string; key: HmacImportParams | EcKeyImportParams; sign: AlgorithmIdentifier | EcdsaParams }

const algorithms = {
  HS256: { name: 'HS256', key: { name: 'HMAC', hash: 'SHA-256' }, sign: 'HMAC' },
  ES256: { name: 'ES256', key: { name: 'ECDSA', namedCurve: 'P-256' }, sign: { name: 'ECDSA', hash: 'SHA-256' } },
} as const satisfies Record<string, Algorithm>

/**
 * Signs an access token with these claims by a key the project accepts: TOKEN_SIGNING_KEY is the project's JWT secret,
 * or a private signing key (ES256) as a JWK with its `kid`. It stays in the function.
 */
export async function signSession(claims: Record<string, unknown>, signingKey: string | undefined): Promise<string> {
  if (!signingKey)
    throw new Failure({
      status: 503,
      code: 'not_configured',
      message: 'Access tokens are not set up here: TOKEN_SIGNING_KEY is missing',
    })
  const { key, algorithm, kid } = await importKey(signingKey)
  const header = { alg: algorithm.name, typ: 'JWT', ...(kid !== undefined && { kid }) }
  const content = `${toBase64Url(encoder.encode(JSON.stringify(header)))}.${toBase64Url(encoder.encode(JSON.stringify(claims)))}`
  const signature = await crypto.subtle.sign(algorithm.sign, key, encoder.encode(content))
  return `${content}.${toBase64Url(new Uint8Array(signature))}`
}

type SigningKey = { key: CryptoKey; algorithm: Algorithm; kid?: string | undefined }

async function importKey(text: string): Promise<SigningKey> {
  const { HS256, ES256 } = algorithms
  if (!text.trimStart().startsWith('{'))
    return {
      key: await crypto.subtle.importKey('raw', encoder.encode(text), HS256.key, false, ['sign']),
      algorithm: HS256,
    }
  // A JWK, as `supabase gen signing-key` writes it.
  const { kid, key_ops: _, ...jwk } = JSON.parse(text) as JsonWebKey & { kid?: string }
  const algorithm = jwk.kty === 'oct' ? HS256 : ES256
  return { key: await crypto.subtle.importKey('jwk', jwk, algorithm.key, false, ['sign']), algorithm, kid }
}

/** Returns the SHA-256 of a text in hexadecimal, which is all the database knows of a token. */
export async function toHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
