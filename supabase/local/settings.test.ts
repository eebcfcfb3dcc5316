import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSettings } from './settings.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }

describe('settings', () => {
  test('without any, a local demo on this machine', () => {
    expect(loadSettings([], {})).toEqual({
      port: 4600,
      host: '127.0.0.1',
      dataDirectory: path.resolve('.xsheet'),
      demo: true,
      allowedEmailDomains: [],
    })
  })

  test('a flag wins over the variable of the same name', () => {
    const settings = loadSettings(['--port', '4700', '--xsheet-data=/srv/xsheet'], {
      PORT: '80',
      XSHEET_DATA: '/tmp/x',
    })

    expect(settings).toMatchObject({ port: 4700, dataDirectory: '/srv/xsheet' })
  })

  test('an empty variable counts as absent', () => {
    expect(loadSettings([], { PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4600 })
  })

  test('a Google client turns the demo off unless it is requested', () => {
    expect(loadSettings([], google).demo).toBe(false)
    expect(loadSettings([], { ...google, XSHEET_DEMO: '1' }).demo).toBe(true)
    expect(loadSettings([], { XSHEET_DEMO: '0' }).demo).toBe(false)
  })

  test('domains and addresses are lower-cased', () => {
    const settings = loadSettings([], {
      ALLOWED_EMAIL_DOMAINS: 'North.Example, @b.example',
      SUPER_ADMIN_EMAIL: 'Ann@B.Example',
    })

    expect(settings.allowedEmailDomains).toEqual(['north.example', 'b.example'])
    expect(settings.superAdminEmail).toBe('ann@b.example')
  })

  test('a remote Supabase needs both its address and its key', () => {
    const env = { SUPABASE_URL: 'https://abc.supabase.co/', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }

    expect(loadSettings([], env).supabase).toEqual({
      url: 'https://abc.supabase.co',
      publishableKey: 'sb_publishable_x',
    })
    expect(() => loadSettings([], { SUPABASE_URL: env.SUPABASE_URL })).toThrow(/must be given together/)
  })

  test('a bucket for media needs its address, its name and both halves of its key', () => {
    const env = {
      S3_ENDPOINT: 'https://abc.r2.cloudflarestorage.com/',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }

    expect(loadSettings([], env).s3).toEqual({
      endpoint: 'https://abc.r2.cloudflarestorage.com',
      bucket: 'media',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    })
    expect(() => loadSettings([], { ...env, S3_BUCKET: '' })).toThrow(/must be given together/)
  })

  const push = {
    VAPID_PUBLIC_KEY: `B${'x'.repeat(86)}`,
    VAPID_PRIVATE_KEY: 'y'.repeat(43),
    VAPID_SUBJECT: 'mailto:it@b.example',
  }
  const mail = { SMTP_URL: 'smtps://user:secret@mail.b.example:465', MAIL_FROM: 'Xsheet <xsheet@b.example>' }
  const elsewhere = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_PUBLISHABLE_KEY: 'x' }

  test('web push needs both keys and a subject, digests a mail server and a sender', () => {
    expect(loadSettings([], { ...push, ...mail })).toMatchObject({
      push: { publicKey: push.VAPID_PUBLIC_KEY, privateKey: push.VAPID_PRIVATE_KEY, subject: push.VAPID_SUBJECT },
      mail: { smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM },
    })
    for (const name of Object.keys(push))
      expect(() => loadSettings([], { ...push, [name]: '' })).toThrow(/^VAPID_.* together\.$/)
    for (const name of Object.keys(mail))
      expect(() => loadSettings([], { ...mail, [name]: '' })).toThrow(/^SMTP_URL and MAIL_FROM/)
  })

  test('with a remote Supabase that sends, the public half is enough', () => {
    const settings = loadSettings([], {
      ...elsewhere,
      VAPID_PUBLIC_KEY: push.VAPID_PUBLIC_KEY,
      MAIL_FROM: 'xsheet@b.example',
    })

    expect(settings).toMatchObject({ push: { publicKey: push.VAPID_PUBLIC_KEY }, mail: { from: 'xsheet@b.example' } })
    expect(() => loadSettings([], { ...elsewhere, VAPID_PRIVATE_KEY: push.VAPID_PRIVATE_KEY })).toThrow(/together/)
  })

  test.each([
    [{ ...push, VAPID_PUBLIC_KEY: 'x' }, /^VAPID_PUBLIC_KEY must be 65 bytes in base64url\.$/],
    [{ ...push, VAPID_PRIVATE_KEY: 'x' }, /^VAPID_PRIVATE_KEY must be 32 bytes in base64url\.$/],
    [{ ...push, VAPID_SUBJECT: 'it' }, /^VAPID_SUBJECT must be a mailto: or https: address, not "it"\.$/],
    [{ ...mail, SMTP_URL: 'https://user:secret@x' }, /^SMTP_URL must start with smtp:\/\/ or smtps:\/\/\.$/],
    [{ ...mail, MAIL_FROM: 'Xsheet' }, /^MAIL_FROM must be an e-mail address, with or without a name, not "Xsheet"\.$/],
  ])('deliveries: %j is refused in one sentence', (env, sentence) => {
    expect(() => loadSettings([], env)).toThrow(sentence)
  })

  test.each([
    [['--prot', '1'], /^--prot is not understood; the flags are --port, .*--allow-insecure-local-auth\.$/],
    [['now'], /^now is not understood/],
    [['--port'], /^--port without a value is not understood/],
    [['--port', 'http'], /^PORT must be a number from 0 to 65535, not "http"\.$/],
    [['--port', '65536'], /^PORT must be a number/],
    [['--xsheet-demo', 'yes'], /^XSHEET_DEMO must be 0 or 1, not "yes"\.$/],
    [['--database-url', 'mysql://x'], /^DATABASE_URL must start with postgres/],
    [['--google-client-id', 'x'], /^GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be given together\.$/],
    [
      ['--allowed-email-domains', 'a.example,not a domain!'],
      /^ALLOWED_EMAIL_DOMAINS holds "not", which is not a domain\.$/,
    ],
    [['--super-admin-email', 'ann'], /^SUPER_ADMIN_EMAIL must be an e-mail address, not "ann"\.$/],
    [['--s3-bucket', 'media'], /^S3_ENDPOINT, S3_BUCKET, .* must be given together\.$/],
    [['--public-url', 'studio'], /^PUBLIC_URL must be an http or https address, not "studio"\.$/],
  ])('%j is refused in one sentence', (argv, sentence) => {
    expect(() => loadSettings(argv, {})).toThrow(sentence)
  })

  test.each(['0.0.0.0', '192.168.1.10', 'studio.example', '::', '127.0.0.1.evil.example'])(
    'passwords are not offered to the network at %s unless explicitly allowed',
    (host) => {
      expect(() => loadSettings(['--host', host], {})).toThrow(/--allow-insecure-local-auth/)
      expect(loadSettings(['--host', host, '--allow-insecure-local-auth'], {}).host).toBe(host)
      expect(loadSettings(['--host', host], google).host).toBe(host)
    },
  )

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('%s is this machine', (host) => {
    expect(loadSettings(['--host', host], {}).host).toBe(host)
  })

  test.each(['https://studio.example', 'http://192.168.1.10:4600', 'http://127.0.0.1.evil.example'])(
    'nor behind a proxy that people reach at %s',
    (address) => {
      expect(() => loadSettings(['--public-url', address], {})).toThrow(
        /^PUBLIC_URL http.* would let anybody who reaches it sign up .*--allow-insecure-local-auth to accept that\.$/,
      )
      expect(loadSettings(['--public-url', address, '--allow-insecure-local-auth'], {}).publicUrl).toBe(address)
      expect(loadSettings(['--public-url', address], google).publicUrl).toBe(address)
    },
  )

  test.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'https://xsheet.localhost'])(
    'a proxy at %s is on this machine',
    (address) => {
      expect(loadSettings(['--public-url', address], {}).publicUrl).toBe(address)
    },
  )

  test.each([
    ['--host', '0.0.0.0'],
    ['--public-url', 'https://studio.example'],
  ])('with %s %s the demo, whose passwords are public, exists only on request', (...address) => {
    const argv = [...address, '--allow-insecure-local-auth']

    expect(loadSettings(argv, {}).demo).toBe(false)
    expect(loadSettings(argv, { XSHEET_DEMO: '1' }).demo).toBe(true)
  })
})
