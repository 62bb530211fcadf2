import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readOptional } from '../shared/data-folder.ts'
import { type Framing, pagePolicy, previewPolicy } from '../shared/security-headers.ts'

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

/**
 * The page of the application, for every address that is neither a file nor a call. It is rendered per request: the base path
 * is where this visitor sees the console, and the nonce is valid for this response only.
 */
export async function sendShell(
  request: FastifyRequest,
  reply: FastifyReply,
  webRoot: string,
  framing: Framing,
): Promise<FastifyReply> {
  const nonce = randomBytes(18).toString('base64')
  const page = (await readOptional(join(webRoot, 'index.html'))) ?? NOT_BUILT
  return reply
    .headers({
      'content-security-policy': pagePolicy(nonce, framing),
      'cache-control': 'no-cache',
      // Without a referrer a browser sends a form without an origin, and the form that downloads a selection is rejected.
      'referrer-policy': 'same-origin',
    })
    .type('text/html; charset=utf-8')
    .send(page.replaceAll('__COOPERAGE_BASE__', request.basePath).replaceAll('__COOPERAGE_NONCE__', nonce))
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
