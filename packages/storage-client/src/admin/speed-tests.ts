import { randomFillSync } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type JsonObject, listField, numberField, objectField, textField } from '@cooperage/wire'
import type { StorageClient } from '../client.ts'
import { responseLines } from '../live-lines.ts'
import { sendAdmin, sendAdminForObject } from './send-admin.ts'

const PATH = '/minio/admin/v3/speedtest'

/** A result with a line for each of a thousand drives. */
const MAX_RESULT_BYTES = 16 * 1024 * 1024

/** What a node or one of its drives reached, in bytes per second; undefined for what wasn't measured. */
export interface PlaceSpeed {
  /** `http://10.0.0.1:9000` */
  node: string
  /** '' for the node. */
  drive: string
  write: number | undefined
  read: number | undefined
  /** The server's words; '' if it was measured. */
  error: string
}

/** In milliseconds. */
export interface RequestTimes {
  average: number
  median: number
  p99: number
}

export interface ObjectSpeed {
  places: PlaceSpeed[]
  /** Of all nodes together, in bytes per second. */
  write: number
  read: number
  /** In bytes. */
  size: number
  /** Requests at the same time. */
  concurrency: number
  drives: number
  uploadsPerSecond: number
  downloadsPerSecond: number
  uploadTimes: RequestTimes
  downloadTimes: RequestTimes
  firstByteTimes: RequestTimes
}

export interface ObjectTest {
  /** In bytes. */
  size: number
  seconds: number
  concurrency: number
  /** Repeats it with more requests at the same time until that isn't faster. */
  isTuned: boolean
  /** Whose folder `speedtest/` is deleted afterwards, with all that is in it; '' for a bucket of the test's own. */
  bucket: string
}

/**
 * How fast objects are uploaded and then downloaded: null once the server has begun, then the best result so far, whenever there
 * is a better one. No other S3 request is answered meanwhile. Needs admin:OBDInfo.
 * @throws StorageError `XMinioSpeedtestInsufficientCapacity`
 */
export async function* testObjectSpeed(client: StorageClient, test: ObjectTest): AsyncGenerator<ObjectSpeed | null> {
  const { size, seconds, concurrency, isTuned, bucket } = test
  const query = {
    size: String(size),
    duration: `${seconds}s`,
    concurrent: String(concurrency),
    ...(isTuned && { autotune: 'true' }),
    ...(bucket !== '' && { bucket }),
  }
  for await (const result of results(client, PATH, query)) {
    if (result === null) {
      yield null
      continue
    }
    // An empty one keeps the connection alive.
    if (textField(result, 'version') === '') continue
    const [put, get] = [objectField(result, 'PUTStats'), objectField(result, 'GETStats')]
    yield {
      places: placesOf(put, get),
      write: rateIn(put, 'throughputPerSec') ?? 0,
      read: rateIn(get, 'throughputPerSec') ?? 0,
      size: rateIn(result, 'size') ?? 0,
      concurrency: rateIn(result, 'concurrent') ?? 0,
      drives: rateIn(result, 'disks') ?? 0,
      uploadsPerSecond: rateIn(put, 'objectsPerSec') ?? 0,
      downloadsPerSecond: rateIn(get, 'objectsPerSec') ?? 0,
      uploadTimes: timesIn(put, 'responseTime'),
      downloadTimes: timesIn(get, 'responseTime'),
      firstByteTimes: timesIn(get, 'ttfb'),
    }
  }
}

/** The nodes in the statistics of uploads, with what those of downloads say of them. */
function placesOf(put: JsonObject, get: JsonObject): PlaceSpeed[] {
  const downloads = new Map(
    listField(get, 'servers').map((entry) => {
      const node = objectField(entry)
      return [textField(node, 'endpoint'), node]
    }),
  )
  return listField(put, 'servers').map((entry) => {
    const node = objectField(entry)
    const endpoint = textField(node, 'endpoint')
    const download = downloads.get(endpoint) ?? {}
    const error = textField(node, 'err') || textField(download, 'err')
    return {
      node: endpoint,
      drive: '',
      write: error === '' ? rateIn(node, 'throughputPerSec') : undefined,
      read: error === '' ? rateIn(download, 'throughputPerSec') : undefined,
      error,
    }
  })
}

export interface DriveTest {
  /** In bytes; a multiple of 4096. */
  blockSize: number
  /** Of each file that it writes, in bytes. */
  fileSize: number
  /** One drive of each node at a time. */
  isSerial: boolean
}

/**
 * How fast files are written to drives and read from them: null once the server has begun, then the drives of each node, as soon
 * as it has tested them. No S3 request is answered meanwhile. Needs admin:OBDInfo.
 * @throws StorageError
 */
export async function* testDriveSpeed(
  client: StorageClient,
  { blockSize, fileSize, isSerial }: DriveTest,
): AsyncGenerator<PlaceSpeed[] | null> {
  const query = {
    blocksize: String(blockSize),
    filesize: String(fileSize),
    ...(isSerial && { serial: 'true' }),
  }
  for await (const result of results(client, `${PATH}/drive`, query)) {
    if (result === null) {
      yield null
      continue
    }
    const node = textField(result, 'endpoint')
    // A result has its error under this name.
    const problem = textField(result, 'string')
    const drives = listField(result, 'drivePerf').map((entry) => {
      const drive = objectField(entry)
      const error = textField(drive, 'error')
      const [write, read] = [rateIn(drive, 'writeThroughput'), rateIn(drive, 'readThroughput')]
      // Versions of MinIO that are asked for one drive at a time measure nothing, and say so only by zeros.
      const isMeasured = error === '' && (write || read)
      return {
        node,
        drive: textField(drive, 'path'),
        write: isMeasured ? write : undefined,
        read: isMeasured ? read : undefined,
        error,
      }
    })
    if (drives.length > 0) yield drives
    else if (problem !== '') yield [{ node, drive: '', write: undefined, read: undefined, error: problem }]
  }
}

/** What a network test takes beyond its duration: the nodes find each other, and report to one of them. */
const NETWORK_GRACE_MS = 60_000

/**
 * How fast each node sends to all others, and receives; needs admin:OBDInfo.
 * @throws StorageError `NotImplemented` from a single node
 */
export async function testNetworkSpeed(client: StorageClient, seconds: number): Promise<PlaceSpeed[]> {
  const headersTimeoutMs = seconds * 1000 + NETWORK_GRACE_MS
  const query = { duration: `${seconds}s` }
  return listField(
    await sendAdminForObject(client, { method: 'POST', path: `${PATH}/net`, query, headersTimeoutMs }),
    'nodeResults',
  ).map((entry) => {
    const node = objectField(entry)
    const error = textField(node, 'error')
    return {
      node: textField(node, 'endpoint'),
      drive: '',
      write: error === '' ? rateIn(node, 'tx') : undefined,
      read: error === '' ? rateIn(node, 'rx') : undefined,
      error,
    }
  })
}

/** Servers read so much at most. */
const MAX_SENT_BYTES = 100 * 1024 ** 3
const CHUNK_BYTES = 1024 * 1024
const SAMPLE_MS = 500

/**
 * How fast this process sends to the server, which throws it away: what was sent since the start, twice a second. Servers
 * accept 30 seconds. Needs admin:BandwidthMonitor.
 * @throws StorageError
 */
export async function* testClientSpeed(
  client: StorageClient,
  seconds: number,
): AsyncGenerator<{ bytes: number; ms: number }> {
  const over = new AbortController()
  const signal = AbortSignal.any([over.signal, ...(client.signal ? [client.signal] : [])])
  const chunk = randomFillSync(Buffer.allocUnsafe(CHUNK_BYTES))
  let began = performance.now()
  let bytes = 0
  async function* sent() {
    began = performance.now()
    for (let left = MAX_SENT_BYTES; left > 0; left -= CHUNK_BYTES) {
      yield chunk
      bytes += CHUNK_BYTES
    }
  }
  let isAnswered = false
  let failure: unknown
  const answered = sendAdmin(
    { ...client, signal },
    {
      method: 'POST',
      path: `${PATH}/client/devnull`,
      headers: { 'content-length': String(MAX_SENT_BYTES) },
      stream: { bytes: sent(), payloadHash: 'UNSIGNED-PAYLOAD' },
    },
  ).then(
    async (response) => {
      isAnswered = true
      await response.body.dump()
    },
    (error: unknown) => {
      isAnswered = true
      if (!over.signal.aborted) failure = error
    },
  )
  try {
    let ms = 0
    do {
      await Promise.race([answered, delay(SAMPLE_MS, undefined, { ref: false })])
      if (failure !== undefined) throw failure
      ms = performance.now() - began
      if (bytes > 0) yield { bytes, ms }
      // The server only notices that it was enough when the connection ends.
    } while (!isAnswered && ms < seconds * 1000)
  } finally {
    over.abort()
    await answered
  }
}

/** null once the server has accepted the test, then each result. */
async function* results(
  client: StorageClient,
  path: string,
  query: Record<string, string>,
): AsyncGenerator<JsonObject | null> {
  const response = await sendAdmin(client, { method: 'POST', path, query })
  yield null
  let last = ''
  for await (const line of responseLines(response.body, client.signal, MAX_RESULT_BYTES)) {
    // Servers repeat the last result to keep the connection alive.
    if (line === last) continue
    last = line
    yield objectField(resultIn(line))
  }
}

/** One damaged line doesn't end a test. */
function resultIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return {}
  }
}

/** undefined for what can't be a rate. */
function rateIn(fields: JsonObject, name: string): number | undefined {
  const value = numberField(fields, name)
  return Number.isFinite(value) && value >= 0 ? value : undefined
}

/** Servers send nanoseconds. */
function timesIn(fields: JsonObject, name: string): RequestTimes {
  const times = objectField(fields, name)
  const ms = (part: string) => (rateIn(times, part) ?? 0) / 1_000_000
  return { average: ms('avg'), median: ms('p50'), p99: ms('p99') }
}
