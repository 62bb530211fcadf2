/** A small LDAP directory (RFC 4511): simple binds and searches over a few entries. */

import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export interface DirectoryEntry {
  dn: string
  /** Without one, nobody can bind as the entry. */
  password?: string
  attributes: Record<string, string>
}

export interface Directory {
  /** `127.0.0.1:<port>`, without TLS. */
  address: string
  /** Makes a MinIO server take its users from the directory. */
  minioEnv: Record<string, string>
  stop(): Promise<void>
}

export const DIRECTORY_SECRET = 'secret-of-the-directory'

const BASE = 'dc=example,dc=org'
const READER = `cn=reader,${BASE}`

/** A directory with one person for each name; all have the password {@link DIRECTORY_SECRET}. */
export async function startDirectory(people: readonly string[]): Promise<Directory> {
  const entries: DirectoryEntry[] = [
    { dn: BASE, attributes: { objectClass: 'domain' } },
    { dn: READER, password: DIRECTORY_SECRET, attributes: { objectClass: 'person' } },
    ...people.map((uid) => ({
      dn: `uid=${uid},${BASE}`,
      password: DIRECTORY_SECRET,
      attributes: { objectClass: 'person', uid },
    })),
  ]
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A client that leaves without a goodbye is no failure of the directory.
    socket.on('error', () => socket.destroy())
    answer(socket, entries)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    address,
    minioEnv: {
      MINIO_IDENTITY_LDAP_SERVER_ADDR: address,
      MINIO_IDENTITY_LDAP_SERVER_INSECURE: 'on',
      MINIO_IDENTITY_LDAP_LOOKUP_BIND_DN: READER,
      MINIO_IDENTITY_LDAP_LOOKUP_BIND_PASSWORD: DIRECTORY_SECRET,
      MINIO_IDENTITY_LDAP_USER_DN_SEARCH_BASE_DN: BASE,
      MINIO_IDENTITY_LDAP_USER_DN_SEARCH_FILTER: '(uid=%s)',
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

const BIND = { request: 0x60, response: 0x61 }
const SEARCH = { request: 0x63, entry: 0x64, done: 0x65 }
const UNBIND = 0x42
const SUCCESS = 0
const PROTOCOL_ERROR = 2
const NO_SUCH_OBJECT = 32
const INVALID_CREDENTIALS = 49

function answer(socket: Socket, entries: readonly DirectoryEntry[]): void {
  let received = Buffer.alloc(0)
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    for (let message = readElement(received); message !== undefined; message = readElement(received)) {
      received = received.subarray(message.end)
      const [id, operation] = elementsOf(message.content)
      if (id === undefined || operation === undefined || operation.tag === UNBIND) {
        socket.end()
        return
      }
      for (const response of responsesTo(operation, entries)) {
        socket.write(element(0x30, element(0x02, id.content), response))
      }
    }
  })
}

function responsesTo({ tag, content }: Element, entries: readonly DirectoryEntry[]): Buffer[] {
  const parts = elementsOf(content)
  if (tag === BIND.request) {
    const [dn, password] = [textOf(parts[1]), textOf(parts[2])]
    const isKnown = entries.some((entry) => isSameDn(entry.dn, dn) && entry.password === password)
    return [result(BIND.response, isKnown ? SUCCESS : INVALID_CREDENTIALS)]
  }
  if (tag === SEARCH.request) {
    const [base, scope, filter] = [textOf(parts[0]), parts[1]?.content[0], parts[6]]
    if (!entries.some(({ dn }) => isSameDn(dn, base))) return [result(SEARCH.done, NO_SUCH_OBJECT)]
    const isInScope = ({ dn }: DirectoryEntry) =>
      isSameDn(dn, base) || (scope !== 0 && dn.toLowerCase().endsWith(`,${base.toLowerCase()}`))
    const found = entries.filter((entry) => isInScope(entry) && matches(entry, filter))
    return [...found.map(searchEntry), result(SEARCH.done, SUCCESS)]
  }
  return [result(SEARCH.done, PROTOCOL_ERROR)]
}

/** The filters that are needed: and, or, equality and presence. */
function matches({ attributes }: DirectoryEntry, filter: Element | undefined): boolean {
  const [tag, parts] = [filter?.tag, elementsOf(filter?.content ?? Buffer.alloc(0))]
  if (tag === 0x87) return textOf(filter) in attributes
  if (tag === 0xa3) return attributes[textOf(parts[0])] === textOf(parts[1])
  const each = (part: Element) => matches({ dn: '', attributes }, part)
  return tag === 0xa0 ? parts.every(each) : tag === 0xa1 && parts.some(each)
}

const isSameDn = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

function searchEntry({ dn, attributes }: DirectoryEntry): Buffer {
  const lists = Object.entries(attributes).map(([name, value]) =>
    element(0x30, octets(name), element(0x31, octets(value))),
  )
  return element(SEARCH.entry, octets(dn), element(0x30, ...lists))
}

const result = (tag: number, code: number) => element(tag, element(0x0a, Buffer.of(code)), octets(''), octets(''))
const octets = (text: string) => element(0x04, Buffer.from(text))

/** A tagged value in BER, of which LDAP uses definite lengths only. */
interface Element {
  tag: number
  content: Buffer
}

/** Undefined while the buffer doesn't hold all of it. */
function readElement(bytes: Buffer): (Element & { end: number }) | undefined {
  const [tag, first] = bytes
  if (tag === undefined || first === undefined) return undefined
  const start = 2 + (first < 0x80 ? 0 : first & 0x7f)
  if (bytes.length < start) return undefined
  const end = start + (start === 2 ? first : bytes.readUIntBE(2, start - 2))
  return bytes.length < end ? undefined : { tag, content: bytes.subarray(start, end), end }
}

function elementsOf(bytes: Buffer): Element[] {
  const one = readElement(bytes)
  return one === undefined ? [] : [one, ...elementsOf(bytes.subarray(one.end))]
}

function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.of(tag, 0x84), length, content])
}

const textOf = (one: Element | undefined) => one?.content.toString() ?? ''
