/** Work in buckets that are versioned. */
import { NULL_VERSION, type ObjectRecord } from '../../src/store/store.ts'
import { BUCKETS, MARKER, nameOf, TAGGED } from './names.ts'
import { newObject, type Work, type WorkloadOptions, write, writeUnnamed } from './workload.ts'

export const putVersion: Work = (options, key) => putInto(options, BUCKETS.versioned, key)

async function putInto(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  const object = newObject(options)
  await write(options, { [nameOf.version(bucket, key, object.id)]: object.held }, () =>
    options.store.putObject(bucket, key, object.body, object.options),
  )
}

export const removeLatest: Work = (options, key) => removeLatestOf(options, BUCKETS.versioned, key)

/** Creates a delete marker, unless there is nothing to delete. */
async function removeLatestOf(options: WorkloadOptions, bucket: string, key: string): Promise<void> {
  await writeUnnamed(
    options,
    {
      group: `marker ${bucket}/${key}`,
      holds: MARKER,
      nameOf: ({ found, versionId }) => (found && versionId ? nameOf.marker(bucket, key, versionId) : undefined),
    },
    () => options.store.deleteObject(bucket, key),
  )
}

const MANY = 60

/** Permanently removes any version or delete marker, and more of them if there are many, so that their number stays limited. */
export const removeVersion: Work = async (options) => {
  await removeOneOf(options, BUCKETS.versioned)
  const { entries } = options.store.listVersions(BUCKETS.versioned, { prefix: '', limit: 1000 })
  for (let excess = entries.length - MANY; excess > 0; excess--) await removeOneOf(options, BUCKETS.versioned)
}

async function removeOneOf(options: WorkloadOptions, bucket: string): Promise<void> {
  const { store, random } = options
  const { entries } = store.listVersions(bucket, { prefix: '', limit: 1000 })
  const records = entries.flatMap((entry) => (entry.kind === 'object' ? [entry.record] : []))
  const removable = records.filter(({ key }) => key !== TAGGED)
  const [record] = removable.splice(random.int(0, Math.max(0, removable.length - 1)), 1)
  if (!record) return
  const { key, versionId } = record
  await write(options, { [nameOfVersion(record)]: undefined }, () => store.deleteObject(bucket, key, { versionId }))
}

function nameOfVersion({ bucket, key, versionId, isDeleteMarker, metadata }: ObjectRecord): string {
  if (versionId === NULL_VERSION) return nameOf.nullVersion(bucket, key)
  return isDeleteMarker ? nameOf.marker(bucket, key, versionId) : nameOf.version(bucket, key, metadata.user.id ?? '')
}

export const tag: Work = async (options) => {
  const n = String(options.nextId())
  await write(options, { [nameOf.tags(BUCKETS.versioned, TAGGED)]: n }, () =>
    options.store.setObjectTags(BUCKETS.versioned, TAGGED, undefined, { n }),
  )
}

const turns = new WeakMap<object, Promise<void>>()

/** One client at a time, so that each write knows whether it creates a version or replaces the null version. */
export const workSuspended: Work = async (options, key) => {
  const { store } = options
  const turn = (turns.get(store) ?? Promise.resolve()).then(() => workInTurn(options, key))
  turns.set(store, turn)
  await turn
}

async function workInTurn(options: WorkloadOptions, key: string): Promise<void> {
  const { store, random } = options
  const bucket = BUCKETS.suspended
  if (random.chance(0.4)) {
    const versioning = random.pick(['Enabled', 'Suspended'] as const)
    await write(options, { [nameOf.versioning(bucket)]: versioning }, () => store.setVersioning(bucket, versioning))
  }
  const isEnabled = store.getBucket(bucket)?.versioning === 'Enabled'
  const doing = random.pick(['put', 'put', 'remove latest', 'remove version'])
  if (doing === 'remove version') return await removeOneOf(options, bucket)
  if (isEnabled) {
    return doing === 'put' ? await putInto(options, bucket, key) : await removeLatestOf(options, bucket, key)
  }
  const name = nameOf.nullVersion(bucket, key)
  if (doing === 'put') {
    const object = newObject(options)
    await write(options, { [name]: object.held }, () => store.putObject(bucket, key, object.body, object.options))
  } else if (isThere(options, key)) {
    await write(options, { [name]: MARKER }, () => store.deleteObject(bucket, key))
  }
}

/** Deleting something that is missing or already deleted creates no marker. */
function isThere({ store }: WorkloadOptions, key: string): boolean {
  return store
    .listVersions(BUCKETS.suspended, { prefix: key, limit: 1000 })
    .entries.some(
      (entry) =>
        entry.kind === 'object' && entry.record.key === key && entry.record.isLatest && !entry.record.isDeleteMarker,
    )
}
