/** Delivers object events to webhooks and live listeners. */
import { type EventFacts, eventRecord, type QueueArn, writeQueueArn } from '@cooperage/wire'
import type { Config } from '../config/config.ts'
import { canonicalHeaderName } from '../http/canonical-header-name.ts'
import type { Log } from '../log.ts'
import { authorization, Webhooks } from '../outbound/webhooks.ts'
import { NULL_VERSION, type Store } from '../store/store.ts'
import { BucketRules } from './bucket-rules.ts'
import { type EventFilter, matchesFilter } from './event-filter.ts'
import type { ObjectEvent } from './object-event.ts'

const KIND = 'webhook'
/** The limit for `queue_limit=0`. */
const DEFAULT_LIMIT = 100_000
const TIMEOUT_MS = 5_000
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 10_000

interface Listener extends EventFilter {
  /** Empty for all buckets. */
  bucket: string
  receive(record: Record<string, unknown>): void
}

/** The parts of the engine that delivering events uses. */
interface EventsServices {
  store: Store
  config: Config
  log: Log
  region: string
  hostId: string
  deploymentId: string
  endpoint: string
}

export class Events {
  readonly #host: EventsServices
  readonly #rules: BucketRules
  readonly #listeners = new Set<Listener>()
  readonly webhooks: Webhooks

  constructor(host: EventsServices) {
    this.#host = host
    this.#rules = new BucketRules(host.store)
    this.webhooks = new Webhooks({
      section: 'notify_webhook',
      config: host.config,
      documents: host.store.documents,
      log: host.log,
      optionsOf: ({ values }) => ({
        headers: authorization(values.auth_token ?? ''),
        timeoutMs: TIMEOUT_MS,
        pauseMs: (failures) => Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS),
        maxRetries: 0,
        limit: Number(values.queue_limit) || DEFAULT_LIMIT,
      }),
    })
  }

  /** ARNs of the targets that a bucket's configuration may name. */
  arns(): string[] {
    const { region } = this.#host
    return Array.from(this.webhooks, ([target]) => writeQueueArn({ region, target, kind: KIND }))
  }

  hasTarget({ target, kind }: Pick<QueueArn, 'target' | 'kind'>): boolean {
    return kind === KIND && this.webhooks.get(target) !== undefined
  }

  /**
   * Never throws. Resolves when the event is queued durably for every matching webhook; undefined when there is none. Returns
   * early when there are neither webhooks nor listeners.
   */
  publish(event: ObjectEvent): Promise<unknown> | undefined {
    if (this.#listeners.size === 0 && this.webhooks.isEmpty) return undefined
    try {
      return this.#deliver(event)
    } catch (error) {
      this.#host.log({ level: 'error', message: 'an event was lost', error: String(error) })
      return undefined
    }
  }

  /** Returns a function that removes the listener. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  close(): Promise<void> {
    return this.webhooks.close()
  }

  #deliver(event: ObjectEvent): Promise<unknown> | undefined {
    const { bucket, key } = event.object
    const rules = this.webhooks.isEmpty
      ? []
      : this.#rules.of(bucket).filter((rule) => matchesFilter(rule, event.name, key))
    const listeners = [...this.#listeners].filter(
      (one) => (one.bucket === '' || one.bucket === bucket) && matchesFilter(one, event.name, key),
    )
    if (rules.length === 0 && listeners.length === 0) return undefined
    const facts = this.#facts(event)
    if (listeners.length > 0) {
      const record = eventRecord(facts, { escapesKey: false })
      for (const { receive } of listeners) receive(record)
    }
    if (rules.length === 0) return undefined
    const record = eventRecord(facts, { escapesKey: true })
    // A target that several rules match gets the event once.
    const targets = [...new Set(rules.map((rule) => rule.target))]
    const entry = { EventName: event.name, Key: `${bucket}/${key}`, Records: [record] }
    return Promise.all(targets.map((target) => this.webhooks.get(target)?.send(entry)))
  }

  #facts({ name, object, time, ...who }: ObjectEvent): EventFacts {
    const { region, hostId, deploymentId, endpoint } = this.#host
    const { bucket, key, versionId, size, etag, metadata } = object
    const isRemoved = name.startsWith('s3:ObjectRemoved:')
    return {
      name,
      bucket,
      key,
      ...(versionId === NULL_VERSION || versionId === '' ? {} : { versionId }),
      ...(isRemoved
        ? {}
        : { content: { size, etag, contentType: metadata.contentType, metadata: shownMetadata(metadata) } }),
      time,
      objectTime: object.lastModified ?? time,
      ...who,
      region,
      hostId,
      deploymentId,
      endpoint: `http://${endpoint}`,
    }
  }
}

function shownMetadata({ contentType, headers, user }: ObjectEvent['object']['metadata']): Record<string, string> {
  const users = Object.entries(user).map(([name, value]) => [canonicalHeaderName(`x-amz-meta-${name}`), value])
  return { ...Object.fromEntries(users), ...headers, 'content-type': contentType }
}
