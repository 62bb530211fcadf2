/** The pages of links, for people without an account: plain HTML, because the application is for those who can sign in. */
import { AppError } from '@cooperage/contract'
import type { FastifyReply } from 'fastify'
import { visibleName } from '../shared/content-disposition.ts'
import { escaped } from '../shared/error-page.ts'
import type { StoredLink } from './links.ts'

/** The product's logo, whose colors are those of the style sheet. */
const LOGO =
  '<svg aria-hidden="true" viewBox="0 0 32 32"><path d="M5.5 9.5h21L23.6 27a2 2 0 0 1-2 1.6H10.4a2 2 0 0 1-2-1.6z"/><path d="M6.4 15h19.2M7.5 22h17M7.5 9.5a8.5 6.6 0 0 1 17 0"/></svg>'

/** The form for the password. `problem` is why the last one didn't open the link. */
export function sendPasswordPage(reply: FastifyReply, problem = ''): FastifyReply {
  const alert = problem && `<p class="error" role="alert">${escaped(problem)}</p>`
  return sendPage(
    reply.code(problem === '' ? 200 : 403),
    'This link needs a password',
    // The style sheet hides the problem as soon as something is typed.
    `<form method="post" enctype="multipart/form-data">
${alert}<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="128" required autofocus>
<button>Open</button>
</form>`,
  )
}

/** What can be downloaded, and the button that does it. `size`: of a file. */
export function sendDownloadPage(reply: FastifyReply, link: StoredLink, size?: number): FastifyReply {
  const expiry = new Date(link.expiresAt)
  const left = link.maxUses - link.uses
  const limit =
    link.maxUses === 0 ? '' : left === 1 ? ' It works for 1 more download.' : ` It works for ${left} more downloads.`
  return sendPage(
    reply,
    size === undefined ? 'Download a folder' : 'Download a file',
    `<p class="name"><bdi>${escaped(visibleName(link.path))}</bdi></p>
${sharerOf(link)}<p>${size === undefined ? 'Zip archive' : sizeText(size)}</p>
<p>The link expires on <time datetime="${expiry.toISOString()}">${TIME.format(expiry)} UTC</time>.${limit}</p>
<form>
<button name="download" value="1">Download</button>
</form>`,
  )
}

/** Where files are chosen and sent, by the script `share-upload.js`. */
export function sendUploadPage(reply: FastifyReply, token: string, link: StoredLink): FastifyReply {
  const { maxUses, maxBytes, uses } = link
  const { basePath } = reply.request
  const left = Math.max(0, maxUses - uses)
  const isFull = left === 0
  return sendPage(
    reply,
    'Send files',
    `${sharerOf(link)}<div id="open"${hiddenIf(isFull)}>
<p>You can send <span id="left">${left === 1 ? '1 more file' : `${left} more files`}</span>, each up to ${sizeText(maxBytes)}. They can’t be opened with this link, only by people with access to the storage.</p>
<form id="upload" data-address="${escaped(`${basePath}s/${token}/files`)}" data-max-bytes="${maxBytes}" data-left="${left}">
<label for="files">Files</label>
<input id="files" type="file" multiple required>
<button>Send</button>
</form>
</div>
<p id="full"${hiddenIf(!isFull)}>This link doesn’t accept more files. To send more, ask for a new link.</p>
<ul id="sent" aria-live="polite"></ul>
<noscript><p class="error">Turn on JavaScript to send files.</p></noscript>
<script src="${escaped(`${basePath}share-upload.js`)}" defer></script>`,
  )
}

/** In place of what a link is for. */
export function sendErrorPage(reply: FastifyReply, error: AppError): FastifyReply {
  // Of an address that isn't complete.
  const { status, message } = error.code === 'InvalidInput' ? new AppError('ShareLinkClosed') : error
  const title = status === 503 || status === 429 ? 'Temporarily unavailable' : 'Link unavailable'
  return sendPage(reply.code(status), title, `<p>${escaped(message)}</p>`)
}

/** Who shares it, as they called themselves: the name of an account is half of its credentials. */
function sharerOf({ sharedBy }: StoredLink): string {
  return sharedBy && `<p>Shared by <bdi>${escaped(visibleName(sharedBy))}</bdi></p>\n`
}

function hiddenIf(isHidden: boolean): string {
  return isHidden ? ' hidden' : ''
}

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  const base = escaped(reply.request.basePath)
  return reply
    .headers({
      'content-security-policy':
        "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self'; " +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-robots-tag': 'noindex',
      // Without a referrer a browser sends a form without an origin, and it is rejected.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
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
</body>
</html>
`)
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const UNITS = ['B', 'KiB', 'MiB', 'GiB']

function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  return `${Math.floor((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`
}
