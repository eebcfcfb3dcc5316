import path from 'node:path'
import { parseArgs } from 'node:util'
import { HostError } from './host-error.ts'

export type OAuthClient = { clientId: string; clientSecret: string }

/** A bucket of S3 or R2 that keeps the media instead of the data directory. */
export type S3Bucket = {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region?: string
}

/** Web push (RFC 8292): only the public key is needed if another service sends. */
export type PushKeys = { publicKey: string; privateKey?: string; subject?: string }

/** How digests are mailed: only the sender's address is needed if another service sends. */
export type Mail = { smtpUrl?: string; from: string }

/** A remote Supabase: the host then only serves the app. */
export type RemoteSupabase = { url: string; publishableKey: string }

export type Settings = {
  /** 0 picks a free port. */
  port: number
  host: string
  /** The address people use if a proxy is in front, without a trailing slash. */
  publicUrl?: string
  /** Absolute. Holds the database, media, keys and backups. */
  dataDirectory: string
  databaseUrl?: string
  /** Whether the database is PGlite although this machine could run the embedded Postgres. */
  isPgliteWanted?: boolean
  /** Whether the demo studio is seeded and its accounts, whose password is public, are offered. */
  demo: boolean
  google?: OAuthClient
  github?: OAuthClient
  /** Lower case. Empty allows any address. */
  allowedEmailDomains: string[]
  superAdminEmail?: string
  contactEmail?: string
  supabase?: RemoteSupabase
  s3?: S3Bucket
  push?: PushKeys
  mail?: Mail
  /** Whether each request is logged as a line of JSON. */
  isLogged?: boolean
  /** Whether the media worker stays off although it is installed. */
  isMediaWorkerOff?: boolean
  /** The key for /metrics. */
  metricsKey?: string
  /** Whether password sign-up is explicitly allowed for everyone who reaches the host. */
  isInsecureAuthAllowed?: boolean
}

type Environment = Record<string, string | undefined>

/** Every setting, by its environment variable. */
export const settingNames = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'XSHEET_DATA',
  'DATABASE_URL',
  'XSHEET_DATABASE',
  'XSHEET_DEMO',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'ALLOWED_EMAIL_DOMAINS',
  'SUPER_ADMIN_EMAIL',
  'CONTACT_EMAIL',
  'SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'S3_REGION',
  'VAPID_PUBLIC_KEY',
  'VAPID_PRIVATE_KEY',
  'VAPID_SUBJECT',
  'SMTP_URL',
  'MAIL_FROM',
  'XSHEET_LOG',
  'XSHEET_MEDIA_WORKER',
  'METRICS_KEY',
] as const
type Name = (typeof settingNames)[number]

const toFlag = (name: Name): string => name.toLowerCase().replaceAll('_', '-')
const insecureFlag = 'allow-insecure-local-auth'

/**
 * Reads the settings from the environment and from flags of the same name (`--port 4700`), which win. An empty value
 * counts as absent. Throws a HostError with one sentence for an unknown flag or a bad value.
 */
export function loadSettings(argv: readonly string[], environment: Environment): Settings {
  const flags = parseFlags(argv)
  const values = Object.fromEntries(
    settingNames.map((name) => [
      name,
      ((flags[toFlag(name)] as string | undefined) ?? environment[name])?.trim() || undefined,
    ]),
  ) as Partial<Record<Name, string>>
  const settings: Settings = {
    ...toSettings(values),
    ...(flags[insecureFlag] === true && { isInsecureAuthAllowed: true }),
  }
  const opening = isLocalMode(settings) ? findOpening(settings) : undefined
  if (opening !== undefined && settings.isInsecureAuthAllowed !== true)
    throw new HostError(
      `${opening} sign up with a password: configure GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or pass --${insecureFlag} ` +
        'to accept that.',
    )
  return settings
}

type Address = Pick<Settings, 'host' | 'publicUrl'>

/** The address that opens the host beyond this machine: the one it listens on, or the one people use. */
function findOpening({ host, publicUrl }: Address): string | undefined {
  if (!isLoopback(host)) return `HOST ${host} would let anybody on the network`
  if (publicUrl !== undefined && !isOwnAddress(publicUrl))
    return `PUBLIC_URL ${publicUrl} would let anybody who reaches it`
  return undefined
}

/** Whether only people on this machine reach the host. */
export const isReachedFromThisMachineOnly = (address: Address): boolean => findOpening(address) === undefined

/** Local mode: no Google client is configured, so people sign in with passwords. */
export const isLocalMode = (settings: Pick<Settings, 'google' | 'supabase'>): boolean =>
  settings.google === undefined && settings.supabase === undefined

function parseFlags(argv: readonly string[]): Record<string, string | boolean | undefined> {
  const options = {
    ...Object.fromEntries(settingNames.map((name) => [toFlag(name), { type: 'string' as const }])),
    [insecureFlag]: { type: 'boolean' as const },
  }
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values
  } catch {
    const known = Object.keys(options).map((flag) => `--${flag}`)
    const bad = findBadArgument(argv, options) ?? argv.join(' ')
    throw new HostError(`${bad} is not understood; the flags are ${known.join(', ')}.`)
  }
}

/** The first argument that is neither a known flag nor the value of one, or a flag whose value is missing. */
function findBadArgument(argv: readonly string[], options: Record<string, { type: string }>): string | undefined {
  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? ''
    const [flag = '', value] = argument.replace(/^--/, '').split('=', 2)
    const option = argument.startsWith('--') ? options[flag] : undefined
    if (option === undefined) return argument
    if (option.type === 'boolean') continue
    if (value === undefined) index += 1
    if (value === undefined && argv[index] === undefined) return `${argument} without a value`
  }
  return undefined
}

function toSettings(values: Partial<Record<Name, string>>): Settings {
  const google = toClient('GOOGLE', values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET)
  const github = toClient('GITHUB', values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET)
  const supabase = toRemote(values.SUPABASE_URL, values.SUPABASE_PUBLISHABLE_KEY)
  const s3 = toBucket(values)
  const push = toPush(values, supabase !== undefined)
  const mail = toMail(values, supabase !== undefined)
  const databaseUrl = values.DATABASE_URL
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new HostError('DATABASE_URL must start with postgres:// or postgresql://.')
  const address: Address = {
    host: values.HOST ?? '127.0.0.1',
    ...(values.PUBLIC_URL && { publicUrl: toAddress('PUBLIC_URL', values.PUBLIC_URL) }),
  }
  const isLocal = isLocalMode({ ...(google && { google }), ...(supabase && { supabase }) })
  return {
    port: toPort(values.PORT ?? '4600'),
    ...address,
    dataDirectory: path.resolve(values.XSHEET_DATA ?? './.xsheet'),
    ...(databaseUrl && { databaseUrl }),
    ...(isPglite(values.XSHEET_DATABASE) && { isPgliteWanted: true }),
    demo: toDemo(values.XSHEET_DEMO) ?? (isLocal && isReachedFromThisMachineOnly(address)),
    ...(google && { google }),
    ...(github && { github }),
    allowedEmailDomains: toDomains(values.ALLOWED_EMAIL_DOMAINS ?? ''),
    ...(values.SUPER_ADMIN_EMAIL && { superAdminEmail: toEmail('SUPER_ADMIN_EMAIL', values.SUPER_ADMIN_EMAIL) }),
    ...(values.CONTACT_EMAIL && { contactEmail: toEmail('CONTACT_EMAIL', values.CONTACT_EMAIL) }),
    ...(supabase && { supabase }),
    ...(s3 && { s3 }),
    ...(push && { push }),
    ...(mail && { mail }),
    ...(isJson(values.XSHEET_LOG) && { isLogged: true }),
    ...(isSwitchedOff(values.XSHEET_MEDIA_WORKER) && { isMediaWorkerOff: true }),
    ...(values.METRICS_KEY && { metricsKey: values.METRICS_KEY }),
  }
}

function toPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new HostError(`PORT must be a number from 0 to 65535, not "${text}".`)
  return port
}

function isPglite(text: string | undefined): boolean {
  if (text !== undefined && text !== 'postgres' && text !== 'pglite')
    throw new HostError(`XSHEET_DATABASE must be postgres or pglite, not "${text}".`)
  return text === 'pglite'
}

function isJson(text: string | undefined): boolean {
  if (text !== undefined && text !== 'json') throw new HostError(`XSHEET_LOG must be json, not "${text}".`)
  return text === 'json'
}

function isSwitchedOff(text: string | undefined): boolean {
  if (text !== undefined && text !== '0' && text !== '1')
    throw new HostError(`XSHEET_MEDIA_WORKER must be 0 or 1, not "${text}".`)
  return text === '0'
}

function toDemo(text: string | undefined): boolean | undefined {
  if (text === undefined) return undefined
  if (text !== '0' && text !== '1') throw new HostError(`XSHEET_DEMO must be 0 or 1, not "${text}".`)
  return text === '1'
}

function toClient(provider: string, clientId?: string, clientSecret?: string): OAuthClient | undefined {
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined || clientSecret === undefined)
    throw new HostError(`${provider}_CLIENT_ID and ${provider}_CLIENT_SECRET must be given together.`)
  return { clientId, clientSecret }
}

function toRemote(url?: string, publishableKey?: string): RemoteSupabase | undefined {
  if (url === undefined && publishableKey === undefined) return undefined
  if (url === undefined || publishableKey === undefined)
    throw new HostError('SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY must be given together.')
  return { url: toAddress('SUPABASE_URL', url), publishableKey }
}

function toBucket(values: Partial<Record<Name, string>>): S3Bucket | undefined {
  const parts = [values.S3_ENDPOINT, values.S3_BUCKET, values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY]
  if (parts.every((part) => part === undefined)) return undefined
  const [endpoint, bucket, accessKeyId, secretAccessKey] = parts
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new HostError('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be given together.')
  const region = values.S3_REGION
  return {
    endpoint: toAddress('S3_ENDPOINT', endpoint),
    bucket,
    accessKeyId,
    secretAccessKey,
    ...(region && { region }),
  }
}

/** With a remote Supabase, its function sends; the app only needs the public key. */
function toPush(values: Partial<Record<Name, string>>, isSentElsewhere: boolean): PushKeys | undefined {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return undefined
  if (publicKey === undefined || (!isSentElsewhere && (privateKey === undefined || subject === undefined)))
    throw new HostError('VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be given together.')
  if (!/^B[A-Za-z0-9_-]{86}$/.test(publicKey)) throw new HostError('VAPID_PUBLIC_KEY must be 65 bytes in base64url.')
  if (privateKey !== undefined && !/^[A-Za-z0-9_-]{43}$/.test(privateKey))
    throw new HostError('VAPID_PRIVATE_KEY must be 32 bytes in base64url.')
  if (subject !== undefined && !/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject))
    throw new HostError(`VAPID_SUBJECT must be a mailto: or https: address, not "${subject}".`)
  return { publicKey, ...(privateKey && { privateKey }), ...(subject && { subject }) }
}

function toMail(values: Partial<Record<Name, string>>, isSentElsewhere: boolean): Mail | undefined {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from } = values
  if (smtpUrl === undefined && from === undefined) return undefined
  if (from === undefined || (!isSentElsewhere && smtpUrl === undefined))
    throw new HostError('SMTP_URL and MAIL_FROM must be given together.')
  // Not quoted in the message: it contains a password.
  if (smtpUrl !== undefined && !(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol)))
    throw new HostError('SMTP_URL must start with smtp:// or smtps://.')
  if (!/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from))
    throw new HostError(`MAIL_FROM must be an e-mail address, with or without a name, not "${from}".`)
  return { from, ...(smtpUrl && { smtpUrl }) }
}

function toAddress(name: Name, text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new HostError(`${name} must be an http or https address, not "${text}".`)
  return text.replace(/\/+$/, '')
}

function toDomains(text: string): string[] {
  const domains = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((domain) => domain.replace(/^@/, ''))
  const bad = domains.find((domain) => !/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/.test(domain))
  if (bad !== undefined) throw new HostError(`ALLOWED_EMAIL_DOMAINS holds "${bad}", which is not a domain.`)
  return domains
}

function toEmail(name: Name, text: string): string {
  const email = text.toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new HostError(`${name} must be an e-mail address, not "${text}".`)
  return email
}

/** Whether a URL leads to this machine only. */
export function isOwnAddress(url: string): boolean {
  if (!URL.canParse(url)) return false
  const name = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isLoopback(name) || name.endsWith('.localhost')
}

/** Whether a name or address means this machine only. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}
