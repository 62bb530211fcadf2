/** An upload in parts, with the page's own logic, while everything on its way fails. */
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  type ConsoleProcess,
  type StorageServer,
  send,
  startConsoleProcess,
  startEngineProcess,
  tempFolder,
  waitUntil,
} from '@cooperage/testkit'
import { createChecksum } from '@cooperage/wire'
import { expect, onTestFinished, test } from 'vitest'
import { PARTS_OF_A_FILE } from '../src/transfers/console-turns.ts'
import { Slots } from '../src/transfers/slots.ts'
import {
  type PartCalls,
  PartFailure,
  type PartFailureKind,
  type PartsState,
  uploadInParts,
} from '../src/transfers/upload-in-parts.ts'

const MIB = 1024 * 1024
const PART = 5 * MIB
const PARTS = 20
const SCALE = Math.max(1, Number(process.env.COOPERAGE_TEST_SCALE ?? 1))
const BUCKET = 'faults'
const TEXTS = { unreadable: 'unreadable', otherFile: 'other file', otherChecksum: 'other checksum' }

/** One in twenty, the same ones in every run. */
function isUnlucky(attempt: number): boolean {
  return attempt % 20 === 7
}

const KINDS: Record<string, PartFailureKind> = {
  StorageUnreachable: 'outage',
  StorageTimeout: 'uncertain',
  NoSuchUpload: 'gone',
  PartsChanged: 'changed',
  ChecksumMismatch: 'damaged',
  UploadIncomplete: 'damaged',
}

/** A storage server and a console that can be killed and started again. */
async function stage() {
  const folder = tempFolder('upload-faults')
  const [engineData, consoleData] = [join(folder.path, 'engine'), join(folder.path, 'console')]
  const engine: StorageServer = await startEngineProcess({ dataDir: engineData })
  let [storage, web]: [StorageServer, ConsoleProcess] = [
    engine,
    await startConsoleProcess(engine.url, { dataDir: consoleData }),
  ]
  onTestFinished(async () => {
    await web.stop()
    await storage.stop()
    folder.remove()
  })
  return {
    storage: engine,
    url: () => web.url,
    async restartStorage() {
      if (storage.pid !== undefined) process.kill(storage.pid, 'SIGKILL')
      await storage.stop()
      storage = await startEngineProcess({ dataDir: engineData, port: Number(new URL(engine.url).port) })
    },
    async restartConsole() {
      web.child.process.kill('SIGKILL')
      await web.child.ended
      web = await startConsoleProcess(engine.url, { dataDir: consoleData })
    },
  }
}

/** The calls of the page, by fetch. */
function callsOf(url: () => string, cookie: string, key: string, onSending: (attempt: number) => void): PartCalls {
  let attempts = 0
  const turns = new Slots(PARTS_OF_A_FILE)
  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<unknown> => {
    const at = `${url()}/api/v1/buckets/${BUCKET}/objects/uploads${path}`
    const response = await fetch(at, { method, ...init, headers: { cookie, ...init.headers } }).catch((error) => {
      throw new PartFailure('uncertain', 'no response', { cause: error })
    })
    const body = (await response.json()) as { code?: string; message?: string }
    if (!response.ok) throw new PartFailure(KINDS[body.code ?? ''] ?? 'refused', `${body.code}: ${body.message}`)
    return body
  }
  const json = (value: object) => ({ body: JSON.stringify(value), headers: { 'content-type': 'application/json' } })
  const query = (more: Record<string, string>) => `?${new URLSearchParams({ prefix: key, ...more })}`
  return {
    begin: async () => ((await ask('POST', query({}), json({}))) as { upload_id: string }).upload_id,
    list: async (upload_id) =>
      ((await ask('GET', `/parts${query({ upload_id })}`)) as { parts: Awaited<ReturnType<PartCalls['list']>> }).parts,
    inTurn: (signal, work) => turns.run(signal, work),
    sign: async (_, parts) => parts.map(() => undefined),
    async send({ uploadId, partNumber, bytes, crc32c }) {
      attempts += 1
      onSending(attempts)
      const path = `/part${query({ upload_id: uploadId, part_number: String(partNumber), crc32c })}`
      const cut = new AbortController()
      const body = isUnlucky(attempts) ? cutOff(bytes, cut) : bytes
      const headers = { 'content-type': 'application/octet-stream' }
      const init = { body, headers, signal: cut.signal, duplex: 'half' } as RequestInit
      return ((await ask('PUT', path, init)) as { etag: string }).etag
    },
    complete: async (upload_id, parts) =>
      ((await ask('POST', `/complete${query({ upload_id })}`, json({ parts }))) as { crc32c: string }).crc32c,
    checksumOf: async (bytes) => checksumOf(new Uint8Array(await bytes.arrayBuffer())),
  }
}

/** The bytes up to the middle, then the connection is cut. */
function cutOff(bytes: Blob, cut: AbortController): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const half = await bytes.slice(0, bytes.size / 2).arrayBuffer()
      controller.enqueue(new Uint8Array(half))
      cut.abort()
    },
  })
}

function checksumOf(bytes: Uint8Array): string {
  const checksum = createChecksum('crc32c')
  checksum.update(bytes)
  return checksum.base64()
}

test('every byte is right although parts fail, connections are cut, and the storage and the console are killed', async () => {
  const { storage, url, restartStorage, restartConsole } = await stage()
  const { accessKey, secretKey } = storage.root
  const keys = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const login = await fetch(`${url()}/api/v1/login`, { ...keys, body: JSON.stringify({ accessKey, secretKey }) })
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const ask = { url: storage.url, credentials: storage.root, bucket: BUCKET }
  await send({ ...ask, method: 'PUT' })

  for (let round = 1; round <= SCALE; round++) {
    const key = `film ${round}.bin`
    const content = randomBytes(PARTS * PART - 12_345)
    const file = new Blob([content])
    const accidents: Promise<void>[] = []
    const kept: number[] = []
    const calls = callsOf(url, cookie, key, (attempt) => {
      if (attempt === 6) accidents.push(restartStorage())
      if (attempt === 14) accidents.push(restartConsole())
    })
    let state: PartsState = { partSize: PART, uploadId: undefined, parts: new Map(), isVerified: false }
    const refusals: unknown[] = []
    const events = {
      onBegun: async () => undefined,
      onProgress: () => undefined,
      onKept: (at: number) => kept.push(at),
    }
    const { signal } = new AbortController()
    await waitUntil('the upload is complete', async () => {
      try {
        await uploadInParts(file, state, { calls, events, texts: TEXTS, signal })
        return true
      } catch (error) {
        const isFinal = !(error instanceof PartFailure) || !['outage', 'uncertain'].includes(error.kind)
        if (isFinal) refusals.push(error)
        // As after a reload: only the id of the upload is left.
        const { uploadId } = state
        state = { partSize: PART, uploadId, parts: new Map(), isVerified: false }
        return isFinal
      }
    })
    await Promise.all(accidents)
    expect(refusals).toEqual([])
    expect(accidents).toHaveLength(2)
    expect(kept.length, 'parts from before the accidents are not sent again').toBeGreaterThan(0)
    const stored = await fetch(`${url()}/api/v1/buckets/${BUCKET}/objects/download?prefix=${encodeURIComponent(key)}`, {
      headers: { cookie },
    })
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(sha256(new Uint8Array(await stored.arrayBuffer()))).toBe(sha256(content))
    const uploads = await send({ ...ask, method: 'GET', query: { uploads: '' } })
    expect(uploads.text).not.toContain('<Upload>')
  }
})
