import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { AppError } from '@cooperage/contract'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { buildFrame, type Frame, type FrameOptions } from './frame.ts'
import { type Passed, passToServers, serverListRoute } from './servers/index.ts'
import { AddedServers } from './shared/added-servers.ts'
import { forwardedUrlOf } from './shared/base-path.ts'
import { OtherServers } from './shared/other-servers.ts'
import { OutboundAllow } from './shared/outbound-allow.ts'
import { OutboundGuard } from './shared/outbound-guard.ts'
import { createRouteRegistry } from './shared/register-route.ts'
import type { AnySession } from './shared/session/sealed-session.ts'
import type { ServerEntry, ServerSettings, SeveralServersSettings } from './shared/settings.ts'

/** The list of the storage servers, and the guide. */
const PAGES = ['/servers', '/documentation']

/** There is no session for all of them: visitors sign in to each storage server with their own keys. */
const NO_SESSIONS: FrameOptions<AnySession>['sessions'] = async () => ({
  refuseAmbiguous: () => undefined,
  isIn: () => false,
  of: async () => {
    throw new AppError('NotLoggedIn')
  },
  start: async () => {
    throw new Error('A session starts in the console of a storage server')
  },
  refuse: async () => undefined,
  forget: () => undefined,
})

/** Between two consoles that nobody waits for: opening one keeps requests waiting. */
const PAUSE_MS = 20

/** The consoles of the storage servers, each opened when it is first needed. */
class Consoles {
  readonly #settings: SeveralServersSettings
  readonly #frame: Frame<AnySession>
  readonly #passed: Passed
  readonly #others: OtherServers
  readonly #opening = new Map<string, Promise<FastifyInstance>>()
  /** Consoles whose settings have changed, until they are closed: two can't have one folder. */
  readonly #closing = new Map<string, Promise<void>>()
  readonly #servers: AddedServers
  #isClosed = false

  constructor(settings: SeveralServersSettings, frame: Frame<AnySession>, passed: Passed, servers: AddedServers) {
    this.#servers = servers
    servers.onChange = (name) => this.#openAnew(name)
    this.#settings = settings
    this.#frame = frame
    this.#passed = passed
    const open = async (name: string) => {
      await this.of(name)
    }
    const addresses = { get: (name: string) => servers.find(name)?.storageUrl.origin }
    this.#others = new OtherServers(frame.now, open, addresses, servers)
  }

  /** Undefined for an unknown name. One that can't be opened is tried again for the next request. @throws AppError */
  of(name: string): Promise<FastifyInstance> | undefined {
    const entry = this.#servers.find(name)
    if (entry === undefined) return undefined
    const known = this.#opening.get(name)
    if (known !== undefined) return known
    const opening = this.#open(entry).catch((cause: unknown) => {
      if (this.#opening.get(name) === opening) this.#opening.delete(name)
      this.#frame.app.log.error({ err: cause, server: name }, 'the console of a storage server can’t be opened')
      throw new AppError('ServerConsoleFailed', { server: entry.title }, { cause })
    })
    this.#opening.set(name, opening)
    return opening
  }

  async openAll(): Promise<void> {
    for (const { name } of this.#servers.all()) {
      await setTimeout(PAUSE_MS, undefined, { ref: false })
      if (this.#isClosed) return
      // A failure is in the log, and visitors of this one get it too.
      await this.of(name)?.catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const opened = await Promise.allSettled(this.#opening.values())
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)))
    await Promise.all(this.#closing.values())
  }

  /** Opens it with its new settings, unless the server was removed: its jobs and syncs don't wait for a visitor. */
  async #openAnew(name: string): Promise<void> {
    await this.#closeOne(name)
    // A failure is in the log, and visitors get it too.
    void this.of(name)?.catch(() => {})
  }

  async #closeOne(name: string): Promise<void> {
    const opening = this.#opening.get(name)
    this.#opening.delete(name)
    this.#others.forget(name)
    const closing = (async () => {
      const app = await opening?.catch(() => undefined)
      await app?.close()
    })().catch((error: unknown) => this.#frame.app.log.error({ err: error, server: name }, 'a console was not closed'))
    this.#closing.set(name, closing)
    await closing.finally(() => this.#closing.delete(name))
  }

  async #open(entry: ServerEntry): Promise<FastifyInstance> {
    await this.#closing.get(entry.name)
    if (this.#isClosed) throw new Error('The console is closed')
    this.#servers.requireAllowed(entry)
    const inner = await buildApp(settingsOf(entry, this.#settings, this.#frame, this.#servers), {
      around: { ...this.#frame, others: this.#others },
      place: { server: entry.name },
      locate: (raw) => {
        const found = this.#passed.get(raw)
        if (found === undefined)
          throw new Error('The console of a storage server got a request that was not passed to it')
        return found
      },
    })
    await inner.ready()
    return inner
  }
}

/** The consoles of several storage servers (decision 39) without their listening port. */
export function buildServersApp(settings: SeveralServersSettings): Promise<FastifyInstance> {
  const options = { locate: forwardedUrlOf, sessions: NO_SESSIONS, onlyPages: PAGES }
  return buildFrame(settings, options, async (frame) => {
    const { app } = frame
    const passed: Passed = new WeakMap()
    const { outboundLoopback: allowsLoopback = false, outboundAllow } = settings
    const guard = new OutboundGuard({
      allowsLoopback,
      allowsShared: true,
      ...(outboundAllow && { allow: new OutboundAllow(outboundAllow) }),
    })
    const servers = new AddedServers(settings.servers, settings.dataDir, guard)
    await servers.load()
    const consoles = new Consoles(settings, frame, passed, servers)
    // After the start, which it would delay: what each console has to do without visitors, as its jobs and samples, waits for it.
    app.addHook('onListen', (done) => {
      void consoles.openAll()
      done()
    })
    app.addHook('onClose', () => consoles.close())
    const routes = createRouteRegistry(app, {
      sessionOf: (request) => frame.sessions.of(request),
      clientOf: () => ({}),
      explain: async (error) => error,
    })
    serverListRoute(routes, () => servers.all())
    passToServers(app, (name) => consoles.of(name), passed)
    return { findProblem: async () => undefined, silence: '' }
  })
}

function settingsOf(
  { name, title, color, id = '', ...ofStorage }: ServerEntry,
  { servers: _servers, tls: _tls, openId, ...common }: SeveralServersSettings,
  { secretFor }: Frame<AnySession>,
  all: AddedServers,
): ServerSettings {
  return {
    ...common,
    ...ofStorage,
    ...(openId && { openId: openId.map((one) => ({ ...one, callbackUrl: callbackOf(one.callbackUrl, name) })) }),
    // What one console has sealed, no other one opens, nor this one once its storage server is another one.
    secret: secretFor(`console of server ${name} at ${ofStorage.storageUrl.origin}${id && ` ${id}`}`),
    // One that was added in the console has a folder of its own, which no other server of this name gets.
    dataDir: join(common.dataDir, 'servers', id === '' ? name : `${name}-${id}`),
    server: { name, title, color, all: () => all.all() },
  }
}

/** The callback page of each console: a provider has to know all of them. */
function callbackOf(callbackUrl: string, name: string): string {
  return callbackUrl.replace(/\/oauth_callback$/, `/servers/${name}/oauth_callback`)
}
