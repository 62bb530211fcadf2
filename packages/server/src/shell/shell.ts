import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { getSession, type Language } from '@cooperage/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readOptional } from '../shared/data-folder.ts'
import { languageFor, messagesFolder } from '../shared/page-languages.ts'
import { type Framing, pagePolicy, previewPolicy } from '../shared/security-headers.ts'
import { pathOf } from './addresses.ts'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><base href="__COOPERAGE_BASE__"><title>Cooperage is not built yet</title></head>
<body>
<h1>The web application is not built yet</h1>
<p>The console's server is running, but the pages it serves have to be built once. In the project's folder run:</p>
<pre>npm run build</pre>
<p>Then load this page again.</p>
</body>
</html>
`

/** The address of the preview frame below the base path, and the folder of its scripts and styles. */
export const PREVIEW_FRAME = '/preview-frame'
export const PREVIEW_FILES = '/assets/preview-frame/'

export interface ShellOptions {
  framing: Framing
  /** Whether the visitor seems to have a session. */
  isSignedIn: (request: FastifyRequest) => boolean
  /** The addresses of its pages, if it has only these: all others lead to the first. */
  onlyPages: readonly string[]
  /** Whether another console passes requests on to this one. Their files are the same, so browsers get them from that one. */
  isWithin: boolean
  /** Origin of the storage server that the visitor's browser may exchange objects with; '' for none. */
  storageOrigin: (request: FastifyRequest) => string
}

/**
 * The page of the application, for every address that is neither a file nor a call. It is rendered per request: the base path
 * is where this visitor sees the console, the nonce is valid for this response only, and with a session the page shows its
 * frame at once and names what it is about to load, which would otherwise be found out one after the other.
 */
export async function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  webRoot: string,
  { framing, isSignedIn, storageOrigin, isWithin }: ShellOptions,
): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64')
  const language = languageFor(request)
  const page = (await readOptional(join(webRoot, 'index.html'))) ?? NOT_BUILT
  const hasSession = isSignedIn(request)
  const tags = [...messagesPreload(page, language), ...(hasSession ? await preloads(webRoot, request.url) : [])]
  const withParts = page
    .replace('<html', hasSession ? '<html data-signed-in' : '<html')
    .replace('lang="en" dir="ltr"', `lang="${language.tag}" dir="${language.dir}"`)
    .replace('<!-- __COOPERAGE_PRELOADS__ -->', tags.join('\n    '))
  return reply
    .headers({
      'content-security-policy': pagePolicy(nonce, framing, storageOrigin(request)),
      'cache-control': 'no-cache',
      // Without a referrer a browser sends a form without an origin, and the form that downloads a selection is rejected.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(
      (isWithin ? withParts.replaceAll('="./', `="${outerBase(request.basePath)}`) : withParts)
        .replaceAll('__COOPERAGE_BASE__', request.basePath)
        .replaceAll('__COOPERAGE_NONCE__', nonce),
    )
}

const byPattern = z.array(z.tuple([z.string(), z.array(z.string())]))
const pageParts = z.object({ scripts: byPattern, calls: byPattern })

/** Tags by which the browser loads the session, the scripts of the requested page and its first data with the first script. */
async function preloads(webRoot: string, url: string): Promise<string[]> {
  const text = await readOptional(join(webRoot, 'page-parts.json'))
  if (text === undefined) return []
  const parts = pageParts.parse(JSON.parse(text))
  const scripts = parts.scripts.find(([pattern]) => new RegExp(pattern).test(pathOf(url)))?.[1] ?? []
  return [
    // Below the base path, also where the files aren't.
    ...[getSession.path, ...firstCalls(parts.calls, url)].map(
      (address) => `<link rel="preload" as="fetch" crossorigin href="${address.slice(1).replaceAll('&', '&amp;')}">`,
    ),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="./${file}">`),
  ]
}

/**
 * The addresses of the calls that a page makes first, with the parts of its own address. None for an address with a query, with
 * a segment that the page marks by `~`, or that isn't UTF-8.
 */
function firstCalls(calls: z.infer<typeof byPattern>, url: string): string[] {
  if (/[?#]|\/~/.test(url) || !isUtf8(url)) return []
  for (const [pattern, addresses] of calls) {
    const match = new RegExp(pattern).exec(url)
    if (match) return addresses.map((address) => filled(address, match.groups ?? {}))
  }
  return []
}

function isUtf8(url: string): boolean {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}

function filled(address: string, groups: Record<string, string | undefined>): string {
  const decoded = (name: string) => decodeURIComponent(groups[name] ?? '')
  const [path = '', query] = address.split('?')
  const search = new URLSearchParams(query)
  for (const [name, value] of search) if (value.startsWith('$')) search.set(name, decoded(value.slice(1)))
  const filledPath = path.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(decoded(name)))
  return query === undefined ? filledPath : `${filledPath}?${search}`
}

/** The tag by which the browser loads the texts of the first pages together with the first script. */
function messagesPreload(page: string, { tag }: Language): string[] {
  const folder = tag === 'en' ? undefined : messagesFolder(page)
  if (folder === undefined) return []
  return [`<link rel="preload" as="fetch" crossorigin href="./${folder}/${tag}.first.json">`]
}

/** Where the console around that of a tenant, or of one of several storage servers, is. */
function outerBase(basePath: string): string {
  return basePath.replace(/(api\/proxy\/[^/]+|servers)\/[^/]+\/$/, '')
}

/** The document in which the page shows hostile content: rendered per response, like the page, and without an origin. */
export async function sendPreviewFrame(reply: FastifyReply, webRoot: string): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64')
  const page = (await readOptional(join(webRoot, 'preview-frame.html'))) ?? NOT_BUILT
  return reply
    .headers({
      'content-security-policy': previewPolicy(nonce),
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-cache',
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__COOPERAGE_NONCE__', nonce))
}
