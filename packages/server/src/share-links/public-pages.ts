/** The pages of links, for people without an account: plain HTML, because the application is for those who can sign in. */
import {
  AppError,
  errorText,
  LANGUAGES,
  OBJECT_NAME_TEXTS,
  SERVER_PAGE_TEXTS,
  type ServerPagePlural,
  type ServerPageText,
  serverPagePlural,
  serverPageText,
  type Text,
  type TextValues,
  uploadToShareLink,
} from '@cooperage/contract'
import type { FastifyReply } from 'fastify'
import { visibleName } from '../shared/content-disposition.ts'
import { escaped } from '../shared/error-page.ts'
import type { PageLanguage } from '../shared/page-languages.ts'
import type { StoredLink } from './links.ts'

/** The product's logo, whose colors are those of the style sheet. */
const LOGO =
  '<svg aria-hidden="true" viewBox="0 0 32 32"><path d="M5.5 9.5h21L23.6 27a2 2 0 0 1-2 1.6H10.4a2 2 0 0 1-2-1.6z"/><path d="M6.4 15h19.2M7.5 22h17M7.5 9.5a8.5 6.6 0 0 1 17 0"/></svg>'

/** The form for the password. `problem` is why the last one didn't open the link. */
export async function sendPasswordPage(reply: FastifyReply, token: string, problem?: AppError): Promise<FastifyReply> {
  const page = await pageFor(reply)
  const alert = problem ? `<p class="error" role="alert">${page.html(errorText(problem))}</p>` : ''
  return sendPage(
    reply.code(problem === undefined ? 200 : 403),
    page,
    'needsPassword',
    // The style sheet hides the problem as soon as something is typed.
    `<form method="post" enctype="multipart/form-data" action="${addressOf(reply, token)}">
${alert}<label for="password">${page.text('password')}</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="128" required autofocus>
<button>${page.text('open')}</button>
</form>`,
  )
}

/** What can be downloaded, and the button that does it. `size`: of a file; `origin`: where it comes from, if that isn't here. */
export async function sendDownloadPage(
  reply: FastifyReply,
  link: StoredLink,
  size?: number,
  origin = '',
): Promise<FastifyReply> {
  const page = await pageFor(reply)
  const expiry = new Date(link.expiresAt)
  const times = new Intl.DateTimeFormat(page.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const time = `<time datetime="${expiry.toISOString()}">${times.format(expiry)} UTC</time>`
  const limit = link.maxUses === 0 ? '' : ` ${page.plural('downloadsLeft', link.maxUses - link.uses)}`
  return sendPage(
    reply,
    page,
    size === undefined ? 'downloadFolder' : 'downloadFile',
    `<p class="name"><bdi>${escaped(visibleName(link.path))}</bdi></p>
${sharerOf(page, link)}<p>${size === undefined ? page.text('archive') : page.size(size)}</p>
<p>${page.around('expiry', 'time', time)}${limit}</p>
<form>
<button name="download" value="1">${page.text('download')}</button>
</form>${origin && elsewhere(page, origin)}`,
    origin,
  )
}

/** The storage server may be out of reach, which this page can't find out. */
function elsewhere(page: PublicPage, origin: string): string {
  const from = page.around('fromHost', 'host', `<bdi>${escaped(new URL(origin).host)}</bdi>`)
  return `\n<p>${from} <a href="?download=console">${page.text('throughConsole')}</a></p>`
}

/** Where files are chosen and sent, by the script `share-upload.js`. */
export async function sendUploadPage(reply: FastifyReply, token: string, link: StoredLink): Promise<FastifyReply> {
  const page = await pageFor(reply)
  const { maxUses, maxBytes, uses } = link
  const left = Math.max(0, maxUses - uses)
  const isFull = left === 0
  const size = page.size(maxBytes)
  return sendPage(
    reply,
    page,
    'upload',
    `${sharerOf(page, link)}<div id="open"${hiddenIf(isFull)}>
<p><span id="left">${page.plural('filesLeft', left, { size })}</span> ${page.text('uploadsHidden')}</p>
<form id="upload" data-address="${addressOf(reply, token)}/files" data-max-bytes="${maxBytes}" data-left="${left}" data-size="${size}" data-texts="${escaped(JSON.stringify(uploadTexts(page)))}">
<label for="files">${page.text('files')}</label>
<input id="files" type="file" multiple required>
<button>${page.text('send')}</button>
</form>
</div>
<p id="full"${hiddenIf(!isFull)}>${page.text('full')}</p>
<ul id="sent" aria-live="polite"></ul>
<noscript><p class="error">${page.text('needsScript')}</p></noscript>
<script src="${escaped(reply.request.basePath)}share-upload.js" defer></script>`,
  )
}

/** The messages that the script fills itself: its own, and those of the errors that sending a file can have. */
function uploadTexts({ message }: PageLanguage): Record<string, string> {
  const own = Object.entries(SERVER_PAGE_TEXTS).map(([name, text]) => [`serverPage:${name}`, text])
  const forms = ['zero', 'two', 'few', 'many'].map((form) => [`serverPage:filesLeft_${form}`, ''])
  const errors = uploadToShareLink.errors.map((code) => [`error:${code}`, ''])
  const reasons = Object.keys(OBJECT_NAME_TEXTS).map((name) => [`objectName:${name}`, ''])
  const all = [...own, ...forms, ...errors, ...reasons].map(([key = '', english = '']) => [
    key,
    message(key) ?? english,
  ])
  return Object.fromEntries(all.filter(([, text]) => text !== ''))
}

/** In place of what a link is for. */
export async function sendErrorPage(reply: FastifyReply, error: AppError): Promise<FastifyReply> {
  const page = await pageFor(reply)
  // Of an address that isn't complete.
  const shown = error.code === 'InvalidInput' ? new AppError('ShareLinkClosed') : error
  const title = shown.status === 503 || shown.status === 429 ? 'unavailable' : 'linkUnavailable'
  return sendPage(
    reply.code(shown.status),
    page,
    title,
    `<p>${page.html(errorText(shown))}</p>
<p><small>${shown.code} · ${escaped(reply.request.id)}</small></p>`,
  )
}

/** Who shares it, as they called themselves: the name of an account is half of its credentials. */
function sharerOf(page: PublicPage, { sharedBy }: StoredLink): string {
  return sharedBy && `<p>${page.around('sharedBy', 'name', `<bdi>${escaped(visibleName(sharedBy))}</bdi>`)}</p>\n`
}

function hiddenIf(isHidden: boolean): string {
  return isHidden ? ' hidden' : ''
}

function addressOf(reply: FastifyReply, token: string): string {
  return escaped(`${reply.request.basePath}s/${token}`)
}

/** A page in the language of its visitor, with texts that are ready for HTML. */
interface PublicPage extends PageLanguage {
  html: (text: Text) => string
  text: (name: ServerPageText) => string
  plural: (name: ServerPagePlural, count: number, values?: TextValues) => string
  /** A text with HTML in the place of one of its values. */
  around: (name: ServerPageText, value: string, html: string) => string
  size: (bytes: number) => string
}

/** In nobody's text. */
const PLACE = '\u0000'

async function pageFor({ request }: FastifyReply): Promise<PublicPage> {
  const language = await request.server.pageLanguages.of(request)
  const numbers = new Intl.NumberFormat(language.locale, { maximumFractionDigits: 1, useGrouping: false })
  const html = (text: Text) => escaped(language.say(text))
  return {
    ...language,
    html,
    text: (name) => html(serverPageText(name)),
    plural: (name, count, values) =>
      html(serverPagePlural(name, count, language.tag, { ...values, number: numbers.format(count) })),
    around: (name, value, inner) =>
      html(serverPageText(name, { [value]: PLACE }))
        .split(PLACE)
        .join(inner),
    size: (bytes) => {
      const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
      // An invisible letter, without which a page from right to left would show the unit first.
      const direction = language.dir === 'rtl' ? '\u200E' : ''
      return `${direction}${numbers.format(Math.floor((bytes / 1024 ** power) * 10) / 10)} ${UNITS[power]}`
    },
  }
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB']

/** By links, because the page has no script of its own. */
function languageMenu(page: PublicPage): string {
  const links = LANGUAGES.map(({ tag, name }) => {
    const isCurrent = tag === page.tag ? ' aria-current="true"' : ''
    return `<li><a href="?language=${tag}" lang="${tag}" hreflang="${tag}"${isCurrent}>${name}</a></li>`
  })
  return `<nav aria-label="${page.text('language')}"><ul>${links.join('')}</ul></nav>`
}

/** `target`: the origin that a form of the page leads to, if that isn't this one. */
function sendPage(
  reply: FastifyReply,
  page: PublicPage,
  titleName: ServerPageText,
  content: string,
  target = '',
): FastifyReply {
  const title = page.text(titleName)
  const base = escaped(reply.request.basePath)
  return reply
    .headers({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; " +
        `form-action 'self'${target && ` ${target}`}; base-uri 'none'; frame-ancestors 'none'`,
      'x-robots-tag': 'noindex',
      // Without a referrer a browser sends a form without an origin, and it is rejected.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${page.tag}" dir="${page.dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Cooperage</title>
<link rel="icon" href="${base}favicon.svg">
<link rel="stylesheet" href="${base}public-page.css">
<script src="${base}first-paint.js"></script>
</head>
<body>
<header>${LOGO}Cooperage</header>
<main>
<h1>${title}</h1>
${content}
</main>
${languageMenu(page)}
</body>
</html>
`)
}
