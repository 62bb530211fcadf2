/** Tests of how fast a storage server is: with objects, on its drives, between its nodes, and from the console to it. */
import * as z from 'zod/mini'
import { route } from '../route.ts'
import { socket } from '../socket.ts'

/** `client` measures the way from the console to the storage server. */
export const SPEED_TESTS = ['object', 'drive', 'network', 'client'] as const
export type SpeedTest = (typeof SPEED_TESTS)[number]

/** The permission that the storage server checks. */
export const SPEED_TEST_ACTIONS: Readonly<Record<SpeedTest, string>> = {
  object: 'admin:OBDInfo',
  drive: 'admin:OBDInfo',
  network: 'admin:OBDInfo',
  client: 'admin:BandwidthMonitor',
}

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** What a test may be given: the least, the most, and what it has unless it is given. Sizes in bytes. */
export const SPEED_TEST_LIMITS = {
  /** Of an object. */
  size: { min: 4 * KIB, max: GIB, default: 64 * MIB },
  /** Requests at the same time, on each node. */
  concurrency: { min: 1, max: 512, default: 32 },
  /** What a test writes and reads at a time. */
  blockSize: { min: 4 * KIB, max: 16 * MIB, default: 4 * MIB },
  /** Of each of the files that a test writes to a drive. MinIO writes four at the same time. */
  fileSize: { min: MIB, max: 16 * GIB, default: GIB },
} as const

/** Seconds. Objects are uploaded for so long, then downloaded for so long. MinIO needs 10 seconds between nodes. */
export const SPEED_TEST_SECONDS = {
  object: { min: 2, max: 60, default: 10 },
  network: { min: 10, max: 60, default: 10 },
  client: { min: 5, max: 30, default: 10 },
} as const

/** Blocks and files are multiples of this, as direct I/O needs them. */
export const SECTOR_BYTES = 4096

const limited = (
  { min, max, default: usual }: { min: number; max: number; default: number },
  ...checks: ReturnType<typeof z.multipleOf>[]
) => z._default(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max), ...checks), usual)

const flag = z._default(z.enum(['true', 'false']), 'false')

/** One of several kinds of test, each with its own options. Those of other kinds are ignored. */
const options = z
  .strictObject({
    kind: z.enum(SPEED_TESTS),
    /** SPEED_TEST_SECONDS has the limits of each kind; a test of drives isn't limited by time. */
    seconds: z.optional(z.coerce.number().check(z.int(), z.minimum(2), z.maximum(60))),
    size: limited(SPEED_TEST_LIMITS.size),
    concurrency: limited(SPEED_TEST_LIMITS.concurrency),
    /** Repeats the test with more requests at the same time until that isn't faster. */
    tune: flag,
    /** Where the objects are stored, and deleted afterwards; '' for a bucket that the server creates for the test. */
    bucket: z._default(z.string().check(z.regex(/^([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])?$/)), ''),
    block_size: limited(SPEED_TEST_LIMITS.blockSize, z.multipleOf(SECTOR_BYTES)),
    /** A block at least. */
    file_size: limited(SPEED_TEST_LIMITS.fileSize, z.multipleOf(SECTOR_BYTES)),
    /** One drive of each node at a time. */
    serial: flag,
  })
  .check(
    z.refine(({ kind, seconds }) => {
      const limits = kind === 'drive' || seconds === undefined ? undefined : SPEED_TEST_SECONDS[kind]
      return limits === undefined || (limits.min <= (seconds ?? 0) && (seconds ?? 0) <= limits.max)
    }, 'seconds is out of range for this kind of test'),
    z.refine(({ kind, block_size, file_size }) => {
      return kind !== 'drive' || block_size <= file_size
    }, 'block_size is larger than file_size'),
  )

/** Bytes per second, null for what wasn't measured. */
const rate = z.nullable(z.number())

/** What a node, or one of its drives, reached. */
const place = z.object({
  /** `http://10.0.0.1:9000`; '' for the console. */
  node: z.string(),
  /** Path of the drive; '' for the node. */
  drive: z.string(),
  /** For a network what it sent, and what it received. */
  write: rate,
  read: rate,
  /** Why it couldn't be measured; '' otherwise. */
  error: z.string(),
})
export type SpeedOfPlace = z.infer<typeof place>

/** Of requests, in milliseconds. */
const times = z.object({ average: z.number(), median: z.number(), p99: z.number() })
export type SpeedTimes = z.infer<typeof times>

const ofObjects = z.object({
  size: z.number(),
  concurrency: z.number(),
  drives: z.number(),
  uploadsPerSecond: z.number(),
  downloadsPerSecond: z.number(),
  uploadTimes: times,
  downloadTimes: times,
  /** Until the first byte of a download. */
  firstByteTimes: times,
})

const measured = z.object({
  /** Of all places together. */
  write: rate,
  read: rate,
  /** At most MAX_SPEED_PLACES. */
  places: z.array(place),
  /** How many more there are. */
  left: z.number(),
  /** null for a test without objects. */
  objects: z.nullable(ofObjects),
})
export type SpeedMeasured = z.infer<typeof measured>

/** A drive of a larger cluster is only counted. */
export const MAX_SPEED_PLACES = 2_000

/** Those of the kind of test. */
const runOptions = z.object({
  seconds: z.optional(z.number()),
  size: z.optional(z.number()),
  concurrency: z.optional(z.number()),
  tune: z.optional(z.string()),
  bucket: z.optional(z.string()),
  block_size: z.optional(z.number()),
  file_size: z.optional(z.number()),
  serial: z.optional(z.string()),
})

const run = z.object({
  id: z.string(),
  kind: z.enum(SPEED_TESTS),
  /** ISO 8601. */
  started: z.string(),
  /** How long it took. */
  seconds: z.number(),
  /** Who ran it; '' for an account without a name. */
  account: z.string(),
  options: runOptions,
  measured,
})
export type SpeedRun = z.infer<typeof run>

/** The names of what a run was given. */
export const SPEED_OPTIONS = Object.keys(runOptions.shape) as (keyof typeof runOptions.shape)[]

const message = z.object({
  /** ISO 8601. */
  started: z.string(),
  /** Seconds since then. */
  at: z.number(),
  /**
   * What is known so far; null before the first result, and beside the finished run. A test of drives only sends the places that
   * earlier messages don't have.
   */
  measured: z.nullable(measured),
  /** The finished run; null while it runs. */
  run: z.nullable(run),
  /** Whether the console keeps the run. */
  isKept: z.boolean(),
})
export type SpeedMessage = z.infer<typeof message>

export const runSpeedTest = socket({
  id: 'speedTests.run',
  audit: 'change',
  path: '/ws/speed-test',
  summary:
    'Runs a speed test, sends the results as they come, and ends the test with the connection. During all tests but `client`, MinIO answers no S3 requests.',
  query: options,
  message,
})

/** How many runs of each kind the console keeps. */
export const MAX_SPEED_RUNS = 20

export const listSpeedTests = route('speedTests.list', 'GET /api/v1/admin/speed-tests', {
  summary: 'Lists the latest speed tests of a kind, the newest first, as the console keeps them.',
  query: z.strictObject({ kind: z.enum(SPEED_TESTS) }),
  response: z.object({
    runs: z.array(run),
    /** Name and port of the storage server, which pages have typed before a test. */
    host: z.string(),
    /** Whether the server has this test: `oneNode` for a network with only one node. */
    offered: z.enum(['yes', 'no', 'oneNode']),
  }),
})
export type SpeedRuns = z.infer<NonNullable<(typeof listSpeedTests)['response']>>
