/** Work on documents of buckets, accounts and settings. */
import { BUCKETS, nameOf, SPACES } from './names.ts'
import { type Work, write } from './workload.ts'

const IDS = ['alice', 'bob'] as const
const SECTIONS = ['region', 'api'] as const

export const changeDocuments: Work = async (options) => {
  const { store, random } = options
  const value = random.chance(0.2) ? undefined : String(options.nextId())
  const kind = random.pick(['account', 'setting', 'bucket'])
  if (kind === 'bucket') {
    const bucket = random.pick([BUCKETS.plain, BUCKETS.versioned])
    await write(options, { [nameOf.bucketDocument(bucket, 'policy')]: value }, () =>
      store.setBucketDocument(bucket, 'policy', value),
    )
  } else if (kind === 'account') {
    const id = random.pick(IDS)
    await write(options, { [nameOf.pair(id)]: value }, () =>
      store.documents.change([
        { space: SPACES.user, id, value },
        { space: SPACES.mapping, id, value },
      ]),
    )
  } else {
    const id = random.pick(SECTIONS)
    const { documents } = store
    await write(options, { [nameOf.document(SPACES.config, id)]: value }, () =>
      value === undefined ? documents.delete(SPACES.config, id) : documents.put(SPACES.config, id, value),
    )
  }
}
