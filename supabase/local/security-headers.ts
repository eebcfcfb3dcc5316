import type { Settings } from './settings.ts'

// Features no page of ours uses, so that injected code cannot either.
const unusedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
]

type Directive = [directive: string, ...sources: string[]]

// Text becomes script or markup only through the app's one policy.
const trustedTypes: Directive[] = [
  ['require-trusted-types-for', `'script'`],
  ['trusted-types', 'xsheet'],
]

// It decodes films by WebAssembly, in workers that it starts from a plain URL; no page has its permissions.
const filmWorker = /^\/assets\/prepare-file\.worker-[\w-]+\.js$/

/** The headers of pages. `page` is the requested URL. */
export function toSecurityHeaders(
  page: URL,
  { publicUrl, supabase, s3 }: Pick<Settings, 'publicUrl' | 'supabase' | 's3'>,
): Record<string, string> {
  const data = supabase === undefined ? [] : [new URL(supabase.url).origin]
  const media = [...data, ...(s3 === undefined ? [] : [new URL(s3.endpoint).origin])]
  // Not every browser applies 'self' to sockets of the same host, and a proxy may have turned http into https.
  const { host } = publicUrl === undefined ? page : new URL(publicUrl)
  const sockets =
    supabase === undefined ? [`ws://${host}`, `wss://${host}`] : data.map((url) => url.replace(/^http/, 'ws'))
  const isFilmWorker = filmWorker.test(page.pathname)
  const policy: Directive[] = [
    ['default-src', `'none'`],
    ['script-src', `'self'`, ...(isFilmWorker ? [`'wasm-unsafe-eval'`] : [])],
    ['style-src', `'self'`, `'unsafe-inline'`],
    ['img-src', `'self'`, 'blob:', 'data:', ...media],
    ['media-src', `'self'`, 'blob:', ...media],
    ['connect-src', `'self'`, ...media, ...sockets, 'blob:', 'data:'],
    // A PDF is shown from bytes the page has fetched itself, under a type it sets.
    ['frame-src', 'blob:'],
    ['worker-src', `'self'`, 'blob:'],
    ['font-src', `'self'`],
    ['manifest-src', `'self'`],
    ['form-action', `'self'`],
    ['frame-ancestors', `'none'`],
    ['base-uri', `'none'`],
    ...(isFilmWorker ? [] : trustedTypes),
  ]
  return {
    'content-security-policy': policy.map((directive) => directive.join(' ')).join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    // Only a deployment reached by https can promise to stay so.
    ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
