import type { EmailDriver } from '@supabase/lite'
import { createTransport } from 'nodemailer'
import { toMessage } from './host-error.ts'
import type { Mail } from './settings.ts'

/** The subject lite gives the mail for a forgotten password, and no other mail. */
export const recoverySubject = 'Set a new password for Xsheet'

const timeoutMs = 15_000

/**
 * Mails links for setting a new password, and nothing else that lite would mail. The link leads to a page of the app,
 * with the token in a part of the URL that neither logs nor link-scanning mail programs use.
 */
export function makeRecoveryMail({ smtpUrl, from }: Mail, siteUrl: string): EmailDriver {
  return {
    async send({ to, subject, html = '' }) {
      const [, token] = /[?&]token=([0-9a-f]{64})/.exec(html) ?? []
      if (subject !== recoverySubject || token === undefined || smtpUrl === undefined) return
      // Not awaited: the time it takes would reveal whether there is such an account.
      void mail(smtpUrl, { from, to, subject, text: toText(to, `${siteUrl}/new-password#${token}`) })
    },
  }
}

type Letter = { from: string; to: string; subject: string; text: string }

async function mail(url: string, letter: Letter): Promise<void> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({ ...letter, headers: { 'Auto-Submitted': 'auto-generated' } })
  } catch (error) {
    console.error(`A link for a new password could not be mailed: ${toMessage(error)}`)
  } finally {
    transport.close()
  }
}

const toText = (email: string, link: string): string => `Somebody, probably you, asked for a new password for ${email}.

Set it within the hour:
${link}

This signs you out everywhere else. If you did not ask for it, ignore this mail: nothing has changed.
`
