import { existsSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { addressKind, unknownCall } from './addresses.ts'
import { sendShell } from './shell.ts'

/**
 * The built application: hashed files for ever, everything else checked each time, compressed copies (`.br`, `.gz`) that
 * the build wrote beside them. Addresses that are no file belong to the application's router and get the shell.
 */
export async function webFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  if (existsSync(webRoot)) {
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      preCompressed: true,
      cacheControl: false,
      // Rendered, never served as it is; and the compressed copies are only ever the body of their originals.
      allowedPath: (path) => path !== '/index.html' && !/\.(br|gz)$/.test(path),
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(`${webRoot}/assets/`)
        reply.headers({
          'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
          vary: 'accept-encoding',
        })
      },
    })
  }

  app.setNotFoundHandler(async (request, reply) => {
    const kind = addressKind(request.url)
    if (kind === 'page' && (request.method === 'GET' || request.method === 'HEAD')) {
      return await sendShell(request, reply, webRoot)
    }
    throw unknownCall(app, request)
  })
}
