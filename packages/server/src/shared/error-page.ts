import { type AppError, errorText, serverPageText } from '@cooperage/contract'
import type { FastifyRequest } from 'fastify'
import type { PageLanguage } from './page-languages.ts'

/** Whether a person will read the response: the address bar and links accept HTML, the application's own calls don't. */
export function wantsPage(request: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return request.method === 'GET' && acceptsPage(request)
}

/** The same of a form on a page. */
export function acceptsPage({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return headers.accept?.includes('text/html') === true
}

/** An error page for visitors outside the application: a rejected host name, a download that can't start. */
export function errorPage({ tag, dir, say }: PageLanguage, error: AppError, requestId: string): string {
  return `<!doctype html>
<html lang="${tag}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Cooperage</title></head>
<body>
<h1>${escaped(say(serverPageText('failed')))}</h1>
<p>${escaped(say(errorText(error)))}</p>
<p><small>${escaped(say(serverPageText('request', { id: requestId })))}</small></p>
</body>
</html>
`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
