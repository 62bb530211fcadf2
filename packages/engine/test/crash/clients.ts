import type { Store } from '../../src/store/store.ts'
import { collect, digestOf } from './content.ts'
import { BUCKETS, contentEntry, EXISTS, KEYS, nameOf, TAGGED } from './names.ts'
import { changeDocuments } from './work-documents.ts'
import { abandonedPut, copy, dropBucket, passBucket, put, remove, upload } from './work-objects.ts'
import { putVersion, removeLatest, removeVersion, tag, workSuspended } from './work-versions.ts'
import { expectingRefusals, newObject, type Work, type WorkloadOptions, write } from './workload.ts'

const WORK: readonly [Work, ...Work[]] = [
  put,
  put,
  put,
  abandonedPut,
  remove,
  upload,
  upload,
  copy,
  copy,
  putVersion,
  putVersion,
  removeLatest,
  removeVersion,
  removeVersion,
  tag,
  workSuspended,
  workSuspended,
  changeDocuments,
  read,
  read,
  dropBucket,
  passBucket,
]

/** Several clients that do all kinds of work on the same few keys until they are stopped. */
export async function runClients(count: number, options: WorkloadOptions): Promise<void> {
  await prepare(options)
  await Promise.all(Array.from({ length: count }, () => runClient(options)))
}

async function runClient(options: WorkloadOptions): Promise<void> {
  while (options.isRunning()) {
    await options.pause()
    await options.random.pick(WORK)(options, options.random.pick(KEYS))
  }
}

/** Creates what the work relies on, unless an earlier run has. */
async function prepare(options: WorkloadOptions): Promise<void> {
  const { store } = options
  for (const bucket of [BUCKETS.plain, BUCKETS.versioned, BUCKETS.suspended]) {
    while (!store.getBucket(bucket))
      await write(options, { [nameOf.bucket(bucket)]: EXISTS }, () => store.createBucket(bucket))
  }
  for (const bucket of [BUCKETS.versioned, BUCKETS.suspended]) {
    while (store.getBucket(bucket)?.versioning === 'Off') {
      const outcome = bucket === BUCKETS.suspended ? { [nameOf.versioning(bucket)]: 'Enabled' } : {}
      await write(options, outcome, () => store.setVersioning(bucket, 'Enabled'))
    }
  }
  while (!hasTagged(store)) {
    const { body, options: put } = newObject(options)
    await expectingRefusals(options, () => store.putObject(BUCKETS.versioned, TAGGED, body, put))
  }
}

function hasTagged(store: Store): boolean {
  return store.listVersions(BUCKETS.versioned, { prefix: TAGGED, limit: 1 }).entries.length > 0
}

async function read(options: WorkloadOptions, key: string): Promise<void> {
  const { store, ledger, report } = options
  await expectingRefusals(options, async () => {
    const object = await store.openObject(BUCKETS.plain, key)
    try {
      await options.pause()
      const bytes = await collect(object.read())
      const name = nameOf.object(BUCKETS.plain, key)
      if (bytes.length !== object.record.size) report(`${name} was read with a wrong length`)
      else if (!ledger.wasOffered(name, contentEntry(object.record.metadata.user.id, digestOf(bytes)))) {
        report(`${name} was read torn`)
      }
    } finally {
      await object.close()
    }
  })
}
