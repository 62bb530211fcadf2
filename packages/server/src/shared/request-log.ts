import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { ConsoleSettings } from './settings.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Successful requests are details: there may be thousands in a second. */
    isQuiet?: boolean
  }
}

/** Fields that must never be logged, whatever object contains them. */
const SECRET_FIELDS = ['secretKey', 'sessionToken', 'password', 'secret', 'cookie', 'authorization', 'jwt', 'token']

/** Lines on standard output, or passed to `settings.log`: JSON with names of levels, or text for people. */
export function createLogger(
  log: ConsoleSettings['log'],
  { logLevel = 'info', logFormat = 'json' }: Pick<ConsoleSettings, 'logLevel' | 'logFormat'> = {},
): FastifyBaseLogger {
  const options: pino.LoggerOptions = {
    level: log === 'silent' ? 'silent' : logLevel,
    formatters: { level: (level) => ({ level }) },
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
  }
  if (logFormat === 'json') return typeof log === 'function' ? pino(options, { write: log }) : pino(options)
  const write = typeof log === 'function' ? log : (line: string) => void process.stdout.write(line)
  return pino(options, { write: (line) => write(textOf(JSON.parse(line))) })
}

/** `2026-01-31T12:00:00.000Z INFO request method=GET status=200`, and below it the stack of an error. */
function textOf({ level, time, msg, err, ...fields }: Record<string, unknown>): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${plainOrQuoted(value)}`)
  const head = [time, String(level).toUpperCase(), msg, ...pairs].join(' ')
  const { stack } = (err ?? {}) as { stack?: unknown }
  return `${typeof stack === 'string' ? `${head}\n${printable(stack)}` : head}\n`
}

function plainOrQuoted(value: unknown): string {
  return typeof value === 'string' && /^[^\s"=\p{C}]+$/u.test(value) ? value : printable(JSON.stringify(value))
}

/** Without what would control a terminal: text of errors can come from anyone. */
function printable(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '\uFFFD')
}

/** One line per request, with the route's pattern instead of the URL: paths and queries contain names, sometimes secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isDetail = request.routeOptions.config.isQuiet === true && reply.statusCode < 400
    request.log[isDetail ? 'debug' : 'info'](
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
