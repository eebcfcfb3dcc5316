import { countOf } from '#core/lib/text.ts'
import { excerptOf, type Notice, placeOf, shorten, titleOf } from './notice.ts'

/** A person's unviewed notifications, as collected by the database. */
export type Digest = {
  user_id: string
  email: string
  name: string
  digest: 'daily' | 'weekly'
  day: string
  stop_token: string
  /** How many there are; `items` contains the newest. */
  total: number
  until: string
  items: Notice[]
}

type Mail = { subject: string; text: string; html: string }
type Entry = { title: string; place: string; excerpt: string; url: string }

/**
 * Makes a digest's mail in two forms: plain text, and simple HTML without pictures. `appUrl` is where people use the
 * app, without a trailing slash.
 */
export function toMail(digest: Digest, appUrl: string): Mail {
  const { name, total, items } = digest
  const left = total - items.length
  const studios = Map.groupBy(items, (item) => item.studio_name)
  const sections = [...studios].map(([studio, notices]) => ({
    studio,
    entries: notices.map((notice) => toEntry(notice, appUrl)),
  }))
  const parts = {
    greeting: name === '' ? 'Hello,' : `Hello ${name},`,
    intro: `${count(total)} you have not seen yet:`,
    sections,
    more: left > 0 ? `… and ${left} more.` : '',
    settingsUrl: `${appUrl}/#user-settings`,
    why: `You get this ${digest.digest} mail because you asked for it in your user settings.`,
  }
  return {
    subject: `${count(total)} in Xsheet`,
    text: toText(parts),
    html: toHtml(parts),
  }
}

function count(total: number): string {
  return countOf(total, 'notification')
}

function toEntry(notice: Notice, appUrl: string): Entry {
  // The URL comes from the database and begins with a slash; anything else leads to the app's start page.
  const path = notice.url !== undefined && /^\/(?!\/)/.test(notice.url) ? notice.url : '/'
  return {
    title: titleOf(notice),
    place: placeOf(notice),
    excerpt: oneLine(excerptOf(notice)),
    url: `${appUrl}${path}`,
  }
}

const oneLine = (text: string): string => shorten(text.replaceAll(/\s+/g, ' '), 200)

type Parts = {
  greeting: string
  intro: string
  sections: { studio: string; entries: Entry[] }[]
  more: string
  settingsUrl: string
  why: string
}

function toText({ greeting, intro, sections, more, settingsUrl, why }: Parts): string {
  const lines = sections.flatMap(({ studio, entries }) => [
    studio,
    '',
    ...entries.flatMap(({ title, place, excerpt, url }) => [
      `- ${title} (${place})`,
      ...(excerpt === '' ? [] : [`  “${excerpt}”`]),
      `  ${url}`,
    ]),
    '',
  ])
  const foot = ['-- ', why, `Change or stop it: ${settingsUrl}`]
  return [greeting, '', intro, '', ...lines, ...(more === '' ? [] : [more, '']), ...foot, ''].join('\n')
}

function toHtml({ greeting, intro, sections, more, settingsUrl, why }: Parts): string {
  const blocks = sections.map(
    ({ studio, entries }) =>
      html`<h2 style="font-size:14px;margin:24px 0 8px">${studio}</h2>
        <ul style="padding-left:18px;margin:0">
          ${entries.map(
            ({ title, place, excerpt, url }) =>
              html` <li style="margin:0 0 10px">
                <a href="${url}">${title}</a><br /><span style="color:#666">${place}</span>${
                  excerpt === '' ? [] : [html`<br />“${excerpt}”`]
                }
              </li>`,
          )}
        </ul>`,
  )
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${intro}</title>
      </head>
      <body style="font:14px/1.5 sans-serif;color:#222;max-width:600px;margin:0 auto;padding:16px">
        <p>${greeting}</p>
        <p>${intro}</p>
        ${blocks} ${more === '' ? [] : [html`<p>${more}</p>`]}
        <p style="color:#666;border-top:1px solid #ddd;margin-top:24px;padding-top:12px">
          ${why} <a href="${settingsUrl}">Change or stop it</a>
        </p>
      </body>
    </html> `.text
}

/** Markup written here or escaped by `html`. */
type Markup = { readonly text: string }

/** Escapes every text put into the template; only what `html` itself made is inserted as it is. */
function html(strings: TemplateStringsArray, ...values: (string | readonly Markup[])[]): Markup {
  const filled = values.map((value) =>
    typeof value === 'string' ? escape(value) : value.map(({ text }) => text).join(''),
  )
  return { text: String.raw({ raw: strings }, ...filled) }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
