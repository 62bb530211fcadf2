import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { ServerSettings } from './settings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Successful requests aren't logged: there may be thousands in a second. */
    isQuiet?: boolean
  }
}

/** Fields that must never be logged, whatever object contains them. */
const SECRET_FIELDS = ['secretKey', 'sessionToken', 'password', 'secret', 'cookie', 'authorization', 'jwt', 'token']

/** JSON lines on standard output, or passed to `settings.log`. */
export function createLogger(log: ServerSettings['log']): FastifyBaseLogger {
  const options: pino.LoggerOptions = {
    level: log === 'silent' ? 'silent' : 'info',
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  }
  return typeof log === 'function' ? pino(options, { write: log }) : pino(options)
}

/** One line per request, with the route's pattern instead of the URL: paths and queries contain names, sometimes secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.config.isQuiet === true && reply.statusCode < 400) return done()
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info(
      { method: request.method, route: request.routeOptions.url ?? 'none', requestId: request.id },
      'left',
    )
    done()
  })
}
