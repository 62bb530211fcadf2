/** The servers that administrators add in the console (decision 46), beside those of the file, which only the file changes. */
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import { type AddedServer, AppError, addedServer, MAX_SERVERS, reasonText, SERVER_NAME } from '@cooperage/contract'
import * as z from 'zod/mini'
import { readOptional, writeDurably } from './data-folder.ts'
import type { OutboundGuard } from './outbound-guard.ts'
import { remoteAddress } from './remote-server.ts'
import type { ServerEntry } from './settings.ts'

const stored = z.extend(addedServer, {
  name: z.string().check(z.regex(SERVER_NAME)),
  url: z.string().check(z.minLength(1)),
  id: z.string(),
})
type Stored = z.infer<typeof stored>

const contents = z.object({ servers: z.array(stored).check(z.maxLength(MAX_SERVERS)) })

/** One for all consoles of a process. */
export class AddedServers {
  readonly #ofFile: readonly ServerEntry[]
  readonly #file: string
  readonly #guard: OutboundGuard
  #added: readonly Stored[] = []
  #entries: readonly ServerEntry[]
  /** The last change: one waits for the other. */
  #turn: Promise<unknown> = Promise.resolve()
  /** Called with the name of a server after it was added, changed or removed. */
  onChange: (name: string) => Promise<void> = async () => {}

  constructor(ofFile: readonly ServerEntry[], dataDir: string, guard: OutboundGuard) {
    this.#ofFile = ofFile
    this.#file = join(dataDir, 'servers.json')
    this.#guard = guard
    this.#entries = ofFile
  }

  /** @throws Error if the file was damaged: a console that forgot servers would look as if they had been removed */
  async load(): Promise<void> {
    const text = await readOptional(this.#file)
    if (text === undefined) return
    const names = new Set(this.#ofFile.map(({ name }) => name))
    // The file has precedence: it is what an administrator wrote last for certain.
    this.#use(read(text, this.#file).filter(({ name }) => !names.has(name)))
  }

  /** Those of the file first. */
  all(): readonly ServerEntry[] {
    return this.#entries
  }

  find(name: string): ServerEntry | undefined {
    return this.#entries.find((one) => one.name === name)
  }

  /** The server whose administrators add others. */
  get main(): ServerEntry | undefined {
    return this.#ofFile[0]
  }

  list(): AddedServer[] {
    return this.#added.map(({ id: _id, ...server }) => server)
  }

  /** @throws AppError NoSuchServer */
  require(name: string): ServerEntry {
    const entry = this.#added.some((one) => one.name === name) ? this.find(name) : undefined
    if (entry === undefined) throw new AppError('NoSuchServer', { server: name })
    return entry
  }

  /** Names are checked at each connection, IP addresses aren't resolved. @throws AppError RemoteAddressRefused */
  requireAllowed({ id, storageUrl }: ServerEntry): void {
    if (id !== undefined) this.#requireHost(storageUrl)
  }

  #requireHost(url: URL): void {
    this.#guard.sockets().checkHost(url.hostname.replace(/^\[|\]$/g, ''))
  }

  /** @throws AppError InvalidInput, ServerNameTaken, TooManyServers, RemoteAddressRefused */
  async add(server: AddedServer): Promise<AddedServer> {
    const checked = this.#checked(server)
    return await this.#inTurn(async () => {
      if (!SERVER_NAME.test(checked.name)) throw new AppError('InvalidInput', { reason: reasonText('serverName') })
      if (this.find(checked.name)) throw new AppError('ServerNameTaken', { server: checked.name })
      if (this.#entries.length >= MAX_SERVERS) throw new AppError('TooManyServers', { limit: MAX_SERVERS })
      await this.#store([...this.#added, { ...checked, id: randomUUID() }])
      await this.onChange(checked.name)
      return checked
    })
  }

  /** @throws AppError NoSuchServer, InvalidInput, RemoteAddressRefused */
  async change(server: AddedServer): Promise<AddedServer> {
    const checked = this.#checked(server)
    return await this.#inTurn(async () => {
      this.require(checked.name)
      const changed = (one: Stored) => ({ ...checked, id: one.url === checked.url ? one.id : randomUUID() })
      await this.#store(this.#added.map((one) => (one.name === checked.name ? changed(one) : one)))
      await this.onChange(checked.name)
      return checked
    })
  }

  /** @throws AppError NoSuchServer */
  async remove(name: string): Promise<void> {
    await this.#inTurn(async () => {
      this.require(name)
      await this.#store(this.#added.filter((one) => one.name !== name))
      await this.onChange(name)
    })
  }

  async #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(change, change)
    this.#turn = turn.catch(() => {})
    return await turn
  }

  async #store(added: readonly Stored[]): Promise<void> {
    await mkdir(join(this.#file, '..'), { recursive: true })
    await writeDurably(this.#file, `${JSON.stringify({ servers: added }, null, 2)}\n`)
    this.#use(added)
  }

  #use(added: readonly Stored[]): void {
    this.#added = added
    this.#entries = [...this.#ofFile, ...added.map((one) => this.#entryOf(one))]
  }

  #checked(server: AddedServer): AddedServer {
    const url = remoteAddress(server.url)
    this.#requireHost(url)
    const publicUrl = server.public_url === '' ? '' : remoteAddress(server.public_url).origin
    const ca = server.ca.trim() === '' ? '' : certificatesIn(server.ca)
    return { ...server, url: url.origin, public_url: publicUrl, ca }
  }

  #entryOf({ id, name, title, color, url, public_url: publicUrl, ca }: Stored): ServerEntry {
    return {
      id,
      name,
      title,
      color,
      storageUrl: new URL(url),
      // Somebody typed it, so it is checked at every connection.
      storageLookup: this.#guard.sockets().lookup,
      ...(publicUrl !== '' && { storagePublicUrl: new URL(publicUrl) }),
      ...(ca !== '' && { storageCa: [...getCACertificates('default'), ca] }),
    }
  }
}

function read(text: string, file: string): Stored[] {
  try {
    const { servers } = z.parse(contents, JSON.parse(text))
    const names = new Set(servers.map(({ name }) => name))
    if (names.size < servers.length) throw new Error('Two servers have one name')
    for (const { url, public_url: publicUrl } of servers)
      for (const one of [url, publicUrl]) if (one !== '') remoteAddress(one)
    return servers
  } catch (cause) {
    throw new Error(`${file} is damaged. Restore it, or delete it and add the servers again`, { cause })
  }
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Nothing but the certificates of a text: somebody may have pasted a private key with them. @throws AppError InvalidInput */
function certificatesIn(pem: string): string {
  const found = pem.match(CERTIFICATES) ?? []
  try {
    if (found.length === 0) throw new Error('no certificate')
    for (const one of found) new X509Certificate(one)
  } catch (cause) {
    throw new AppError('InvalidInput', { reason: reasonText('caIsNoPem') }, { cause })
  }
  return found.join('\n')
}
