/** Direct transfers: a client that sends what the page does, beside plain S3 with as many connections. */
import { randomBytes } from 'node:crypto'
import { directHeaders } from '@cooperage/contract'
import { createChecksum } from '@cooperage/wire'
import type { ConsoleClient } from '../console-client.ts'
import { DirectClient } from '../direct-client.ts'
import { type BodyPart, HttpConnection, type HttpResponse } from '../http-connection.ts'
import type { Options } from '../options.ts'
import { cpuDuring } from '../process-cost.ts'
import { inTurn, shared } from '../repeat.ts'
import { atLeastOfDirect, atMost, type Row, type Target } from '../result.ts'
import { SCALE, scaled } from '../scale.ts'
import { onStage, type Stage } from '../stage.ts'

const BUCKET = 'bench-direct'
const OBJECTS = `/api/v1/buckets/${BUCKET}/objects`
const MIB = 1 << 20
const PART_MIB = 16
const SMALL_BYTES = 4096
/** As the page: groups of files at a time, files of one group, files of all groups and parts at a time. */
const GROUPS = 6
const GROUP_FILES = 16
const CONNECTIONS = 6
const PARTS = 3
/** As the page: parts that are signed in one call, at first and later. */
const FIRST_SIGNED_PARTS = 2
const SIGNED_PARTS = 8
/** As the page: how long a file waits to be signed with others, and while so many are signed, longer. */
const SIGN_WAIT_MS = 20
const ENOUGH_SIGNED = 32
/** As a folder download: objects at a time, and URLs of one call. */
const DOWNLOADS = 3
const SIGNED = 100
/** Of the console. */
const CPU_SECONDS_OF_GIB = 0.05
const CPU_MS_OF_FILE = 0.1

type DirectUpload = Parameters<typeof directHeaders>[0]

interface Signed {
  url: string
  headers: Record<string, string>
}

/** A page: its connections to the console, and those to the storage server for the bytes. */
class Page {
  readonly #console: readonly ConsoleClient[]
  readonly #storage: readonly HttpConnection[]
  readonly #free: HttpConnection[]
  readonly #waiting: ((connection: HttpConnection) => void)[] = []
  #toSign: { upload: DirectUpload; resolve: (signed: Signed) => void; reject: (error: unknown) => void }[] = []
  #signing: Promise<void> = Promise.resolve()
  readonly #origin: string

  constructor({ console, storage }: Stage, visitor: ConsoleClient) {
    this.#console = Array.from({ length: CONNECTIONS }, () => visitor.twin())
    this.#storage = Array.from({ length: CONNECTIONS }, () => new HttpConnection(storage.url))
    this.#free = [...this.#storage]
    this.#origin = console.url
  }

  /** The page computes checksums in another thread; the same bytes each time have the same. */
  async uploadFiles(count: number, file: BodyPart): Promise<void> {
    const crc32c = checksumOf(file)
    const send = async (index: number) => {
      const signed = await this.#signWithOthers({ name: `${index}.bin`, size: file.length, crc32c })
      await this.#inTurn(async (connection) => {
        const { headers } = await this.#put(connection, signed, file)
        if (headers.get('x-amz-checksum-crc32c') !== crc32c) throw new Error('the page would have it confirmed')
      })
    }
    await shared([...Array(GROUPS).keys()], Math.ceil(count / GROUP_FILES), async (_, group) => {
      const first = group * GROUP_FILES
      const size = Math.min(GROUP_FILES, count - first)
      await Promise.all(Array.from({ length: size }, (_, index) => send(first + index)))
    })
  }

  async uploadInParts(count: number, part: BodyPart): Promise<void> {
    const name = 'parts.bin'
    const { upload_id } = (await this.#post(0, `/uploads?prefix=${name}`, {})) as { upload_id: string }
    const crc32c = checksumOf(part)
    const etags: string[] = []
    const groups = groupsOfParts(count).map((group) =>
      group.map((part_number) => ({ name, size: part.length, crc32c, upload_id, part_number })),
    )
    const signing: Promise<Signed[]>[] = []
    const sign = (group: number) => {
      const uploads = groups[group]
      if (uploads) signing[group] ??= this.#sign(group % CONNECTIONS, uploads)
    }
    const places = groups.flatMap((group, at) => group.map((_, index) => ({ group: at, index })))
    await shared([0, 1, 2], count, async (worker, number) => {
      const { group = 0, index = 0 } = places[number] ?? {}
      sign(group)
      sign(group + 1)
      const { headers } = await this.#put(this.#storage[worker], (await signing[group])?.[index], part)
      etags[number] = (headers.get('etag') ?? '').replaceAll('"', '')
    })
    const parts = etags.map((etag, at) => ({ part_number: at + 1, etag, crc32c }))
    await this.#post(0, `/uploads/complete?${new URLSearchParams({ prefix: name, upload_id })}`, { parts })
  }

  async download(name: string): Promise<HttpResponse> {
    const reply = await this.#console[0]?.plain(`${OBJECTS}/direct/download?prefix=${name}`)
    const { url } = JSON.parse(String(reply)) as { url: string }
    return await get(this.#storage[0], url)
  }

  /** A folder of files of 1 MiB. */
  async downloadFiles(count: number): Promise<void> {
    const signed: Promise<string[]>[] = []
    const sign = async (from: number) => {
      const names = Array.from({ length: Math.min(SIGNED, count - from) }, (_, at) => `${from + at}.bin`)
      return ((await this.#post(0, '/direct/downloads', { names })) as { urls: string[] }).urls
    }
    await shared(this.#storage.slice(0, DOWNLOADS), count, async (connection, index) => {
      const batch = Math.floor(index / SIGNED)
      signed[batch] ??= sign(batch * SIGNED)
      const { bodyBytes } = await get(connection, (await signed[batch])[index % SIGNED] ?? '')
      if (bodyBytes !== MIB) throw new Error(`${bodyBytes} bytes arrived`)
    })
  }

  close(): void {
    for (const each of [...this.#console, ...this.#storage]) each.close()
  }

  async #inTurn(work: (connection: HttpConnection) => Promise<void>): Promise<void> {
    const connection = this.#free.pop() ?? (await new Promise<HttpConnection>((resolve) => this.#waiting.push(resolve)))
    await work(connection)
    const next = this.#waiting.shift()
    if (next) next(connection)
    else this.#free.push(connection)
  }

  #signWithOthers(upload: DirectUpload): Promise<Signed> {
    return new Promise((resolve, reject) => {
      if (this.#toSign.length === 0) setTimeout(() => this.#signAll(), SIGN_WAIT_MS)
      this.#toSign.push({ upload, resolve, reject })
    })
  }

  #signAll(): void {
    if (this.#toSign.length < SIGNED && this.#waiting.length >= ENOUGH_SIGNED) {
      setTimeout(() => this.#signAll(), SIGN_WAIT_MS)
      return
    }
    const some = this.#toSign
    this.#toSign = []
    const sign = async () => {
      const signed = await this.#sign(
        0,
        some.map(({ upload }) => upload),
      )
      for (const [index, one] of signed.entries()) some[index]?.resolve(one)
    }
    this.#signing = this.#signing.then(sign).catch((error: unknown) => {
      for (const { reject } of some) reject(error)
    })
  }

  async #sign(worker: number, uploads: readonly DirectUpload[]): Promise<Signed[]> {
    const reply = await this.#post(worker, '/direct/uploads', { uploads })
    const { origin, query, paths } = reply as { origin: string; query: string; paths: string[] }
    return paths.map((path, index) => ({
      url: `${origin}${path}&${query}`,
      headers: directHeaders(uploads[index] as DirectUpload),
    }))
  }

  #post(worker: number, path: string, json: object): Promise<unknown> {
    const client = this.#console[worker]
    if (client === undefined) throw new Error(`there is no connection ${worker}`)
    return client.post(OBJECTS + path, json)
  }

  /** With the preflight request that a browser sends before each: every URL is another one. */
  async #put(
    connection: HttpConnection | undefined,
    signed: Signed | undefined,
    body: BodyPart,
  ): Promise<HttpResponse> {
    const { url = '', headers = {} } = signed ?? {}
    const { pathname, search } = new URL(url)
    const path = pathname + search
    await succeeded(
      connection?.request({
        method: 'OPTIONS',
        path,
        headers: {
          origin: this.#origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': Object.keys(headers).join(','),
        },
      }),
    )
    const sent = { method: 'PUT', path, headers: { ...headers, origin: this.#origin }, body: { parts: [body] } }
    return await succeeded(connection?.request(sent))
  }
}

/** Plain S3. */
class Plain {
  readonly clients: readonly DirectClient[]

  constructor({ storage }: Stage) {
    this.clients = Array.from({ length: CONNECTIONS }, () => new DirectClient(storage))
  }

  uploadFiles(count: number, file: BodyPart): Promise<void> {
    return shared(this.clients, count, (client, index) => client.put(BUCKET, `${index}.bin`, [file]))
  }

  async uploadInParts(count: number, part: BodyPart): Promise<void> {
    const [first] = this.clients
    if (first === undefined) throw new Error('an upload needs a connection')
    const uploadId = await first.createUpload(BUCKET, 'plain.bin')
    const etags: string[] = []
    await shared(this.clients.slice(0, PARTS), count, async (client, index) => {
      etags[index] = await client.uploadPart(BUCKET, 'plain.bin', { uploadId, partNumber: index + 1 }, [part])
    })
    await first.completeUpload(BUCKET, 'plain.bin', uploadId, etags)
  }

  close(): void {
    for (const client of this.clients) client.close()
  }
}

export function measureDirect(options: Options): Promise<Row[]> {
  return onStage(options, async (stage) => {
    await stage.direct.createBucket(BUCKET)
    const page = new Page(stage, stage.visitor)
    const plain = new Plain(stage)
    try {
      const mib = Math.ceil(scaled(SCALE.largeMib, options) / PART_MIB) * PART_MIB
      const files = scaled(SCALE.files, options)
      const small = scaled(SCALE.smallFiles, options)
      const part = { bytes: randomBytes(MIB), length: PART_MIB * MIB }
      const file = { bytes: randomBytes(MIB), length: MIB }
      const tiny = { bytes: randomBytes(SMALL_BYTES), length: SMALL_BYTES }
      const compare = (what: Omit<Compared, 'stage' | 'options'>) => compared({ ...what, stage, options })
      const cpuOfFiles = (count: number) => ({ unit: 'ms' as const, per: count / 1000, limit: CPU_MS_OF_FILE })
      const cpuOfGib = { unit: 's' as const, per: mib / 1024, limit: CPU_SECONDS_OF_GIB }
      return [
        ...(await compare({
          what: `upload ${mib} MiB directly, ${PARTS} parts at a time`,
          amount: mib,
          unit: 'MiB/s',
          share: 0.97,
          cpu: cpuOfGib,
          ours: () => page.uploadInParts(mib / PART_MIB, part),
          theirs: () => plain.uploadInParts(mib / PART_MIB, part),
        })),
        ...(await compare({
          what: `upload ${files} files of 1 MiB directly, ${CONNECTIONS} at a time`,
          amount: files,
          unit: '/s',
          share: 0.95,
          cpu: cpuOfFiles(files),
          ours: () => page.uploadFiles(files, file),
          theirs: () => plain.uploadFiles(files, file),
        })),
        ...(await compare({
          what: `download ${files} files of 1 MiB directly, ${DOWNLOADS} at a time`,
          amount: files,
          unit: '/s',
          share: 0.98,
          cpu: cpuOfFiles(files),
          ours: () => page.downloadFiles(files),
          theirs: () =>
            shared(plain.clients.slice(0, DOWNLOADS), files, (client, index) => client.get(BUCKET, `${index}.bin`)),
        })),
        ...(await compare({
          what: `download ${mib} MiB directly`,
          amount: mib,
          unit: 'MiB/s',
          share: 0.98,
          cpu: cpuOfGib,
          ours: () => page.download('parts.bin'),
          theirs: () => stage.direct.get(BUCKET, 'plain.bin'),
        })),
        ...(await compare({
          what: `upload ${small} files of 4 KiB directly, ${CONNECTIONS} at a time`,
          amount: small,
          unit: '/s',
          share: 0.9,
          cpu: cpuOfFiles(small),
          ours: () => page.uploadFiles(small, tiny),
          theirs: () => plain.uploadFiles(small, tiny),
        })),
      ]
    } finally {
      page.close()
      plain.close()
    }
  })
}

interface Compared {
  stage: Stage
  options: Options
  what: string
  /** What a run moves, in MiB or files. */
  amount: number
  unit: 'MiB/s' | '/s'
  share: number
  /** Of the console: seconds per GiB, or milliseconds per file. */
  cpu: { unit: 's' | 'ms'; per: number; limit: number }
  ours: () => Promise<unknown>
  theirs: () => Promise<unknown>
}

async function compared({ stage, options, what, amount, unit, share, cpu, ours, theirs }: Compared): Promise<Row[]> {
  const cpuSeconds: number[] = []
  const rate = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return (amount * 1000) / (performance.now() - startedAt)
  }
  const results = await inTurn(options.repetitions, {
    ours: async () => {
      let perSecond = 0
      const run = async () => {
        perSecond = await rate(ours)
      }
      cpuSeconds.push(await cpuDuring(stage.console.pid, run))
      return perSecond
    },
    theirs: () => rate(theirs),
  })
  const target: Target = atMost(cpu.limit, cpu.unit)
  const cpuRow = `… console CPU for each ${cpu.unit === 's' ? 'GiB' : 'file'}`
  return [
    { what, unit, ours: results.ours, direct: results.theirs, target: atLeastOfDirect(share) },
    { what: cpuRow, unit: cpu.unit, ours: cpuSeconds.slice(1).map((seconds) => seconds / cpu.per), target },
  ]
}

/** The numbers of parts that are signed together. */
function groupsOfParts(count: number): number[][] {
  const groups: number[][] = []
  let size = FIRST_SIGNED_PARTS
  for (let first = 1; first <= count; first += groups.at(-1)?.length ?? 0) {
    groups.push(Array.from({ length: Math.min(size, count - first + 1) }, (_, index) => first + index))
    size = Math.min(SIGNED_PARTS, size * 2)
  }
  return groups
}

function checksumOf({ bytes, length }: BodyPart): string {
  const checksum = createChecksum('crc32c')
  for (let at = 0; at < length; at += bytes.length) checksum.update(bytes)
  return checksum.base64()
}

function get(connection: HttpConnection | undefined, url: string): Promise<HttpResponse> {
  const { pathname, search } = new URL(url)
  return succeeded(connection?.request({ method: 'GET', path: pathname + search }))
}

async function succeeded(sent: Promise<HttpResponse> | undefined): Promise<HttpResponse> {
  const response = await sent
  if (response === undefined) throw new Error('there is no such connection')
  if (response.status >= 300) throw new Error(`the storage server returned ${response.status}: ${response.body}`)
  return response
}
