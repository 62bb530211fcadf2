import { timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { TrustsProxy } from '@cooperage/listener'
import { sha256Hex } from '@cooperage/wire'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import { hostName } from '../shared/allowed-hosts.ts'
import type { ConsoleMetrics } from '../shared/console-metrics/console-metrics.ts'
import type { Readiness } from './readiness.ts'

/** No calls of the page: hidden from the API document, and not logged while they succeed. */
const OPTIONS = { schema: { hide: true }, config: { isQuiet: true } }

/** `/metrics` is a page. */
const METRICS_PATH = '/metrics-console'

/**
 * For load balancers and service managers: the console itself is running. Says nothing about the storage server, and only to
 * signed-in visitors which version it is.
 */
export function healthRoutes(app: FastifyInstance, isSignedIn: (request: FastifyRequest) => Promise<boolean>): void {
  app.get('/healthz', OPTIONS, async (request) => ({
    status: 'ok',
    ...((await isSignedIn(request)) && { version: packageJson.version }),
  }))
}

interface Monitoring {
  metrics: ConsoleMetrics
  readiness: Readiness
  /** COOPERAGE_CONSOLE_METRICS_TOKEN */
  token: string | undefined
  trusts: TrustsProxy
}

/** For monitoring: whether what the console manages responds, and what the console measures about itself. */
export function monitoringRoutes(app: FastifyInstance, { metrics, readiness, token, trusts }: Monitoring): void {
  app.get('/readyz', OPTIONS, async (_request, reply) => {
    const reason = await readiness.problem()
    reply.header('cache-control', 'no-store')
    return reason === undefined ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reason })
  })

  const expected = token === undefined ? undefined : Buffer.from(sha256Hex(token))
  app.get(METRICS_PATH, OPTIONS, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8')
    if (expected === undefined && !isFromThisMachine(request, trusts)) {
      return reply
        .code(403)
        .send('Without COOPERAGE_CONSOLE_METRICS_TOKEN, only this machine can read the metrics of the console.\n')
    }
    if (expected !== undefined && !presents(request, expected)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send('The metrics of the console need the bearer token of COOPERAGE_CONSOLE_METRICS_TOKEN.\n')
    }
    return await metrics.text((await readiness.problem()) === undefined)
  })
}

/** The digests have one length, and comparing them takes the same time whatever differs. */
function presents({ headers }: FastifyRequest, expected: Buffer): boolean {
  const [, presented = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return timingSafeEqual(Buffer.from(sha256Hex(presented)), expected)
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/** What proxies add to the requests of others. */
const FORWARDING = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a program of this machine asks for itself. A proxy on the same machine connects from loopback too, and is recognized by
 * the setting, by what it adds, or by the name that its visitors use.
 */
function isFromThisMachine({ headers, socket }: FastifyRequest, trusts: TrustsProxy): boolean {
  const { remoteAddress } = socket
  const name = hostName(headers.host ?? '')
  return (
    isLoopback(remoteAddress) &&
    !trusts(remoteAddress) &&
    FORWARDING.every((header) => headers[header] === undefined) &&
    (name === 'localhost' || isLoopback(name))
  )
}

function isLoopback(address = ''): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  return isIP(plain) !== 0 && LOOPBACK.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
