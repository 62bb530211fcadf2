import { resolve } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncodings } from '../shared/compress-responses.ts'
import { addressKind, pathOf, unknownCall } from './addresses.ts'
import { type BuiltFile, BuiltFiles } from './built-files.ts'
import { PREVIEW_FILES, PREVIEW_FRAME, type ShellOptions, sendPreviewFrame, sendShell } from './shell.ts'

/**
 * Serves the built application for every address that isn't a call: hashed files are cached forever, everything else is
 * revalidated. What isn't a file belongs to the application's router and gets the shell.
 */
export function webFiles(app: FastifyInstance, webRoot: string, shell: ShellOptions): void {
  const root = resolve(webRoot)
  const files = new BuiltFiles(root)

  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const kind = addressKind(request.url)
    if (!isRead || kind === 'call') throw unknownCall(app, request)
    if (pathOf(request.url) === PREVIEW_FRAME) return await sendPreviewFrame(reply, root)
    const file = await files.find(pathOf(request.url))
    if (file !== undefined) return await sendFile(request, reply, file)
    if (kind === 'file') throw unknownCall(app, request)
    const [mainPage] = shell.onlyPages
    if (mainPage !== undefined && !shell.onlyPages.some((page) => isWithin(pathOf(request.url), page))) {
      return await reply.redirect(request.basePath + mainPage.slice(1))
    }
    return await sendShell(request, reply, root, shell)
  })
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): Promise<FastifyReply> {
  reply.headers({
    'cache-control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: file.etag,
    vary: 'accept-encoding',
    // The preview frame has no origin, so its own files are foreign to it. They contain nothing that isn't public.
    ...(file.path.startsWith(PREVIEW_FILES) && { 'access-control-allow-origin': '*' }),
  })
  if (request.headers['if-none-match'] === file.etag) return await reply.code(304).send()
  const { content, encoding } = await file.read(acceptedEncodings(request))
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  return await reply.type(file.type).send(content)
}

function isWithin(path: string, page: string): boolean {
  return path === page || path.startsWith(`${page}/`)
}
