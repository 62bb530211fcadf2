import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { StorageCall } from '@cooperage/storage-client'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Counter from 'prom-client/lib/counter.js'
import Gauge from 'prom-client/lib/gauge.js'
import Histogram from 'prom-client/lib/histogram.js'
import eventLoopLag from 'prom-client/lib/metrics/eventLoopLag.js'
import heapSizeAndUsed from 'prom-client/lib/metrics/heapSizeAndUsed.js'
import osMemoryHeap from 'prom-client/lib/metrics/osMemoryHeap.js'
import processOpenFileDescriptors from 'prom-client/lib/metrics/processOpenFileDescriptors.js'
import processStartTime from 'prom-client/lib/metrics/processStartTime.js'
import Registry from 'prom-client/lib/registry.js'
import packageJson from '../../../package.json' with { type: 'json' }
import { upgradeOf } from '../live/upgrades.ts'

/** Most calls take milliseconds; the longest wait of a visitor is 10 s. */
const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How many jobs there are, by status. */
type JobCounts = () => Record<string, number>

/** A request until its end. */
interface OpenRequest {
  /** That of the innermost console: the one of a tenant, not that of operator mode around it. */
  request: FastifyRequest
  startedAt: number
  kind: 'call' | 'live' | 'upload' | 'download'
  /** Bytes of its connection that are counted. */
  counted: number
}

/**
 * What the console measures about itself, in all consoles of a process: that of operator mode, and those of its tenants. Names no
 * bucket, object or account.
 */
export class ConsoleMetrics {
  readonly #registry = new Registry()
  readonly #open = new Map<IncomingMessage, OpenRequest>()
  /** Bytes that were read of a connection before its next request. */
  readonly #readBefore = new WeakMap<Socket, number>()
  #jobCounts: JobCounts = () => ({})
  #isReady = false
  readonly #responses = { requests: 0, errors: 0 }
  #isProcessWatched = false

  readonly #requests = new Counter({
    name: 'cooperage_http_requests_total',
    help: 'Requests by pattern of the route. The status is "aborted" if the client disconnected before the end.',
    labelNames: ['method', 'route', 'status'],
    registers: [this.#registry],
  })
  readonly #durations = new Histogram({
    name: 'cooperage_http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its response, without transfers and live views.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [this.#registry],
  })
  readonly #signIns = new Counter({
    name: 'cooperage_sign_ins_total',
    help: 'Sign-ins: done, refused for a reason of the visitor, or failed.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #transfers = new Counter({
    name: 'cooperage_transfers_total',
    help: 'Uploads and downloads that have ended, complete or not. Exports and imports are among them.',
    labelNames: ['direction', 'outcome'],
    registers: [this.#registry],
  })
  readonly #transferBytes = new Counter({
    name: 'cooperage_transfer_bytes_total',
    help: 'Bytes of uploads and downloads between browsers and the console, with those in progress.',
    labelNames: ['direction'],
    registers: [this.#registry],
  })
  readonly #alertMessages = new Counter({
    name: 'cooperage_alert_messages_total',
    help: 'Attempts to send a message about an alert, with tests: delivered or failed.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  })
  readonly #storageCalls = new Counter({
    name: 'cooperage_storage_calls_total',
    help: 'Requests to the storage server by API and outcome: ok, refused (an error response), unreachable, timeout, unreadable, aborted.',
    labelNames: ['api', 'method', 'outcome'],
    registers: [this.#registry],
  })
  readonly #storageDurations = new Histogram({
    name: 'cooperage_storage_call_duration_seconds',
    help: 'Seconds until the storage server responded, without uploads and live views.',
    labelNames: ['api'],
    buckets: SECONDS,
    registers: [this.#registry],
  })

  constructor() {
    const registers = [this.#registry]
    const open = this.#open
    const jobCounts = () => Object.entries(this.#jobCounts())
    const count = (kind: OpenRequest['kind']) => [...open.values()].filter((one) => one.kind === kind).length
    new Gauge({
      name: 'cooperage_build_info',
      help: 'Always 1. The labels have the versions.',
      labelNames: ['version', 'node_version'],
      registers,
    }).set({ version: packageJson.version, node_version: process.version }, 1)
    new Gauge({
      name: 'cooperage_http_requests_in_progress',
      help: 'Requests without a complete response, without transfers and live views.',
      registers,
      collect() {
        this.set(count('call'))
      },
    })
    new Gauge({
      name: 'cooperage_live_views',
      help: 'Open WebSockets and event streams.',
      registers,
      collect() {
        this.set(count('live'))
      },
    })
    new Gauge({
      name: 'cooperage_transfers_in_progress',
      help: 'Uploads and downloads that are running.',
      labelNames: ['direction'],
      registers,
      collect() {
        for (const direction of ['upload', 'download'] as const) this.set({ direction }, count(direction))
      },
    })
    new Gauge({
      name: 'cooperage_jobs',
      help: 'Jobs on the server by status, with those that have ended and are still listed.',
      labelNames: ['status'],
      registers,
      collect() {
        this.reset()
        for (const [status, number] of jobCounts()) this.set({ status }, number)
      },
    })
    const isReady = () => this.#isReady
    new Gauge({
      name: 'cooperage_ready',
      help: 'Whether the storage server responds, in operator mode the API server of the cluster: 1 or 0.',
      registers,
      collect() {
        this.set(isReady() ? 1 : 0)
      },
    })
    // Present from the start, so that their first increase is seen.
    for (const outcome of ['done', 'refused', 'failed']) this.#signIns.inc({ outcome }, 0)
    for (const outcome of ['delivered', 'failed']) this.#alertMessages.inc({ outcome }, 0)
    for (const direction of ['upload', 'download']) this.#transferBytes.inc({ direction }, 0)
  }

  /** Counts the requests of a console, whatever their outcome. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, reply, done) => {
      const { raw } = request
      const kind = kindOf(request)
      const startedAt = this.#open.get(raw)?.startedAt ?? performance.now()
      this.#open.set(raw, { request, startedAt, kind, counted: this.#begunAt(raw.socket, kind) })
      const end = () => this.#end(raw, reply.raw)
      reply.raw.once('close', end)
      // The response of an upgrade has lost its connection.
      upgradeOf(raw)?.connection.once('close', end)
      done()
    })
  }

  /** For the endpoint of a storage server. */
  readonly countStorageCall = ({ api, method, outcome, seconds }: StorageCall): void => {
    this.#storageCalls.inc({ api, method, outcome })
    if (seconds !== undefined) this.#storageDurations.observe({ api }, seconds)
  }

  countAlertMessage(isDelivered: boolean): void {
    this.#alertMessages.inc({ outcome: isDelivered ? 'delivered' : 'failed' })
  }

  /** How many requests have ended since the start, and how many of them with a server error. */
  responses(): { requests: number; errors: number } {
    return { ...this.#responses }
  }

  /** Counts the jobs of a console, which runs as long as this process: those of tenants have none. */
  countJobs(counts: JobCounts): void {
    this.#jobCounts = counts
  }

  /** All metrics in Prometheus's text format. */
  async text(isReady: boolean): Promise<string> {
    this.#isReady = isReady
    this.#watchProcess()
    for (const one of this.#open.values()) this.#countBytes(one)
    return await this.#registry.metrics()
  }

  /** From the first call on, because observing the event loop wakes the process a hundred times a second. */
  #watchProcess(): void {
    if (this.#isProcessWatched) return
    this.#isProcessWatched = true
    for (const register of [
      eventLoopLag,
      heapSizeAndUsed,
      osMemoryHeap,
      processOpenFileDescriptors,
      processStartTime,
    ]) {
      register(this.#registry)
    }
    new Counter({
      name: 'process_cpu_seconds_total',
      help: 'User and system CPU time of the console in seconds.',
      registers: [this.#registry],
      collect() {
        const { user, system } = process.cpuUsage()
        this.reset()
        this.inc((user + system) / 1e6)
      },
    })
  }

  #begunAt(socket: Socket, kind: OpenRequest['kind']): number {
    if (kind === 'upload') return this.#readBefore.get(socket) ?? 0
    return kind === 'download' ? socket.bytesWritten : 0
  }

  #end(raw: IncomingMessage, response: ServerResponse): void {
    const one = this.#open.get(raw)
    if (one === undefined) return
    this.#countBytes(one)
    this.#open.delete(raw)
    this.#readBefore.set(raw.socket, raw.socket.bytesRead)
    const { request, kind, startedAt } = one
    const { url: route = 'none', config } = request.routeOptions
    const { method } = request
    const status = statusOf(response, kind === 'live' && upgradeOf(raw) !== undefined)
    this.#requests.inc({ method, route, status })
    this.#responses.requests++
    if (/^5/.test(status)) this.#responses.errors++
    if (kind === 'call') this.#durations.observe({ method, route }, (performance.now() - startedAt) / 1000)
    const outcome = outcomeOf(status)
    if (kind === 'upload' || kind === 'download') this.#transfers.inc({ direction: kind, outcome })
    if (config.audit === 'sign-in') this.#signIns.inc({ outcome })
  }

  #countBytes(one: OpenRequest): void {
    const { kind, request, counted } = one
    if (kind !== 'upload' && kind !== 'download') return
    const { bytesRead, bytesWritten } = request.raw.socket
    one.counted = kind === 'upload' ? bytesRead : bytesWritten
    this.#transferBytes.inc({ direction: kind }, Math.max(0, one.counted - counted))
  }
}

function kindOf({ routeOptions: { config } }: FastifyRequest): OpenRequest['kind'] {
  if (config.isLive) return 'live'
  if (config.isForm || config.isStream) return 'upload'
  return config.isBytes ? 'download' : 'call'
}

function statusOf(response: ServerResponse, isUpgrade: boolean): string {
  if (isUpgrade && !response.headersSent) return '101'
  return response.writableFinished ? String(response.statusCode) : 'aborted'
}

function outcomeOf(status: string): 'done' | 'refused' | 'failed' {
  if (status === 'aborted' || status >= '500') return 'failed'
  return status >= '400' ? 'refused' : 'done'
}
