/** The pages of links, for people without an account: plain HTML, because the application is for those who can sign in. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escaped } from '../shared/error-page.ts'
import type { StoredLink } from './links.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 34rem; margin: 0 auto; padding: 2rem 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere }
label { display: block; margin-bottom: .25rem }
input, button { font: inherit; box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: .5rem .75rem }
button { margin-top: .75rem; cursor: pointer }
li { margin: .5rem 0; overflow-wrap: anywhere }
progress { display: block; width: 100% }
.error { color: light-dark(#b3261e, #ff8a80) }`

export function isForBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/html') === true
}

/** The form for the password. `problem` is why the last one didn't open the link. */
export function sendPasswordPage(reply: FastifyReply, problem = ''): FastifyReply {
  const alert = problem && `<p class="error" role="alert">${escaped(problem)}</p>`
  return sendPage(
    reply.code(problem === '' ? 200 : 403),
    'This link needs a password',
    `<form method="post" enctype="multipart/form-data">
${alert}<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" maxlength="128" required autofocus>
<button>Open</button>
</form>`,
  )
}

/** Where files are chosen and sent, by the script `share-upload.js`. */
export function sendUploadPage(
  reply: FastifyReply,
  token: string,
  { maxUses, maxBytes, uses }: StoredLink,
): FastifyReply {
  const { basePath } = reply.request
  const left = Math.max(0, maxUses - uses)
  return sendPage(
    reply,
    'Send files',
    `<p>You can send ${left === 1 ? '1 more file' : `${left} more files`}, each up to ${sizeText(maxBytes)}. Only the person who sent you this link can see them.</p>
<form id="upload" data-address="${escaped(`${basePath}s/${token}/files`)}" data-max-bytes="${maxBytes}" data-left="${left}">
<label for="files">Files</label>
<input id="files" type="file" multiple required>
<button>Send</button>
</form>
<ul id="sent" aria-live="polite"></ul>
<noscript><p class="error">Turn on JavaScript to send files.</p></noscript>
<script src="${escaped(`${basePath}share-upload.js`)}" defer></script>`,
  )
}

function sendPage(reply: FastifyReply, title: string, content: string): FastifyReply {
  const nonce = randomBytes(18).toString('base64')
  return reply
    .headers({
      'content-security-policy':
        `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'nonce-${nonce}'; ` +
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'x-robots-tag': 'noindex',
      // Without a referrer a browser sends a form without an origin, and it is rejected.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style nonce="${nonce}">${STYLE}</style></head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`)
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB']

function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  return `${Math.floor((bytes / 1024 ** power) * 10) / 10} ${UNITS[power]}`
}
