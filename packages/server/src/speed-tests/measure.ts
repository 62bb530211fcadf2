import {
  AppError,
  MAX_SPEED_PLACES,
  type runSpeedTest,
  type SocketQuery,
  SPEED_TEST_ACTIONS,
  SPEED_TEST_SECONDS,
  type SpeedMeasured,
  type SpeedRun,
  type SpeedTest,
} from '@cooperage/contract'
import {
  listObjectVersionsPage,
  type ObjectSpeed,
  type PlaceSpeed,
  type StorageClient,
  serverInfo,
  testClientSpeed,
  testDriveSpeed,
  testNetworkSpeed,
  testObjectSpeed,
} from '@cooperage/storage-client'
import { shortWords, withStorageErrors } from '../shared/storage-errors.ts'

type Options = SocketQuery<typeof runSpeedTest>

const FEATURES = {
  object: 'speed tests of objects',
  drive: 'speed tests of drives',
  network: 'speed tests of the network, which need several nodes',
  client: 'speed tests of the way to it',
} as const

/** What a storage server deletes in a bucket that it has tested with. */
const TEST_FOLDER = 'speedtest/'

/**
 * What is measured so far, whenever there is more. null once the server has begun, if it says so before its first result.
 * @throws AppError
 */
export async function* measure(storage: StorageClient, options: Options): AsyncGenerator<SpeedMeasured | null> {
  try {
    yield* MEASURES[options.kind](storage, options)
  } catch (error) {
    const subject = { action: SPEED_TEST_ACTIONS[options.kind], feature: FEATURES[options.kind] }
    await withStorageErrors(subject, Promise.reject(error))
  }
}

type Measure = (storage: StorageClient, options: Options) => AsyncGenerator<SpeedMeasured | null>

const MEASURES: Record<SpeedTest, Measure> = {
  async *object(storage, options) {
    const { size, concurrency, bucket, tune } = options
    if (bucket !== '') await requireEmptyFolder(storage, bucket)
    const test = { size, concurrency, bucket, isTuned: tune === 'true', seconds: secondsOf(options) }
    for await (const speed of testObjectSpeed(storage, test)) yield speed && ofObjects(speed)
  },

  async *drive(storage, { block_size: blockSize, file_size: fileSize, serial }) {
    await requireRoom(storage, fileSize)
    let measured = ofPlaces([])
    for await (const more of testDriveSpeed(storage, { blockSize, fileSize, isSerial: serial === 'true' })) {
      if (more === null) {
        yield null
        continue
      }
      measured = withPlaces(measured, more)
      yield measured
    }
  },

  async *network(storage, options) {
    yield ofPlaces(await testNetworkSpeed(storage, secondsOf(options)))
  },

  async *client(storage, options) {
    for await (const { bytes, ms } of testClientSpeed(storage, secondsOf(options))) {
      const write = ms === 0 ? 0 : Math.round((bytes * 1000) / ms)
      yield { ...ofPlaces([]), write }
    }
  },
}

function secondsOf({ kind, seconds }: Options): number {
  return seconds ?? (kind === 'drive' ? 0 : SPEED_TEST_SECONDS[kind].default)
}

/** Nothing of the bucket's own may be where the server deletes everything, with old versions that no list of objects has. */
async function requireEmptyFolder(storage: StorageClient, bucket: string): Promise<void> {
  const page = listObjectVersionsPage(storage, bucket, { prefix: TEST_FOLDER, maxKeys: 1 })
  const { versions } = await withStorageErrors({ action: 's3:ListBucketVersions', bucket }, page)
  if (versions.length > 0) throw new AppError('SpeedTestFolderInUse', { bucket })
}

/** MinIO writes so many files to each drive at the same time, and doesn't check whether they fit. */
const FILES_OF_MINIO = 4

async function requireRoom(storage: StorageClient, fileSize: number): Promise<void> {
  // The engine writes one file, and checks its drive itself.
  if ((await storage.endpoint.profile()).product === 'Cooperage') return
  // The visitor may have no permission for this, and may test nevertheless.
  const info = await serverInfo(storage).catch(() => undefined)
  const drives = info?.servers.flatMap((server) => server.drives).filter(({ totalBytes }) => totalBytes > 0) ?? []
  if (drives.some(({ freeBytes }) => freeBytes < FILES_OF_MINIO * fileSize)) throw new AppError('SpeedTestSpace')
}

function ofObjects({ places, write, read, ...objects }: ObjectSpeed): SpeedMeasured {
  return { ...ofPlaces(places), write, read, objects }
}

function ofPlaces(places: readonly PlaceSpeed[]): SpeedMeasured {
  return withPlaces({ write: null, read: null, places: [], left: 0, objects: null }, places)
}

/** What a server sends has no limit; what is kept of it has. */
function withPlaces(measured: SpeedMeasured, more: readonly PlaceSpeed[]): SpeedMeasured {
  const shown = more.slice(0, MAX_SPEED_PLACES - measured.places.length)
  const places = shown.map(({ node, drive, write = null, read = null, error }) => {
    return { node: shortWords(node), drive: shortWords(drive), write, read, error: shortWords(error) }
  })
  return {
    ...measured,
    write: sumOf(measured.write, more, ({ write }) => write),
    read: sumOf(measured.read, more, ({ read }) => read),
    places: [...measured.places, ...places],
    left: measured.left + more.length - shown.length,
  }
}

/** null if nothing was measured. */
function sumOf(
  sum: number | null,
  places: readonly PlaceSpeed[],
  rateOf: (place: PlaceSpeed) => number | undefined,
): number | null {
  return places.reduce((total, place) => {
    const rate = rateOf(place)
    return rate === undefined ? total : (total ?? 0) + rate
  }, sum)
}

/** What a run was given, without the options of other kinds. */
export function optionsOf(options: Options): SpeedRun['options'] {
  const { kind, size, concurrency, tune, bucket, block_size, file_size, serial } = options
  const seconds = secondsOf(options)
  if (kind === 'object') return { seconds, size, concurrency, tune, bucket }
  if (kind === 'drive') return { block_size, file_size, serial }
  return { seconds }
}
