/** Feeds finished requests into counters, and into traces and audit entries when there are receivers. */
import { Webhooks } from '../outbound/webhooks.ts'
import { auditEntry } from './audit.ts'
import { ConsoleAudit } from './console-audit.ts'
import { logWebhookOptions } from './log-webhooks.ts'
import type { Observation, ObserverServices } from './observation.ts'
import { RequestCounters } from './request-counters.ts'
import { isTraced, type TraceFilter, traceLine } from './trace.ts'

interface Tracer {
  filter: TraceFilter
  receive(line: string): void
}

export class Observer {
  readonly counters = new RequestCounters()
  readonly auditWebhooks: Webhooks
  readonly #consoleAudit: ConsoleAudit
  readonly #host: ObserverServices
  readonly #tracers = new Set<Tracer>()
  readonly #hasBucket: (name: string) => boolean

  constructor(host: ObserverServices) {
    this.#host = host
    this.#hasBucket = (name) => host.store.getBucket(name) !== undefined
    this.auditWebhooks = new Webhooks({
      section: 'audit_webhook',
      config: host.config,
      documents: host.store.documents,
      log: host.log,
      optionsOf: (target) => logWebhookOptions(target, host.deploymentId),
    })
    this.#consoleAudit = new ConsoleAudit(host.dataDir, host.log)
  }

  /** Called once for each request, after its response. Never throws. */
  completed(observation: Observation): void {
    try {
      this.counters.count(observation, this.#hasBucket)
      if (this.#tracers.size > 0) this.#trace(observation)
      if (isAudited(observation)) this.#audit(observation)
    } catch (error) {
      this.#host.log({ level: 'error', message: 'cannot record a finished request', error: String(error) })
    }
  }

  /** Returns a function that ends the trace. */
  trace(tracer: Tracer): () => void {
    this.#tracers.add(tracer)
    return () => this.#tracers.delete(tracer)
  }

  async close(): Promise<void> {
    await Promise.all([this.auditWebhooks.close(), this.#consoleAudit.close()])
  }

  #audit(observation: Observation): void {
    const hasWebhooks = !this.auditWebhooks.isEmpty
    if (!hasWebhooks && !this.#consoleAudit.hasReceiver) return
    const entry = auditEntry(observation, this.#host.deploymentId)
    if (hasWebhooks) this.auditWebhooks.send(entry)
    if (this.#consoleAudit.hasReceiver) this.#consoleAudit.send(entry)
  }

  #trace(observation: Observation): void {
    let line: string | undefined
    for (const { filter, receive } of this.#tracers) {
      if (!isTraced(filter, observation)) continue
      line ??= traceLine(observation, this.#host.endpoint)
      receive(line)
    }
  }
}

/** Health checks and metrics are frequent and read-only, so they aren't audited. */
function isAudited({ exchange: { facts } }: Observation): boolean {
  return facts.operation !== undefined && facts.protocol !== 'health' && facts.protocol !== 'metrics'
}
