import { uniqueName } from '@cooperage/testkit'
import { createChecksum } from '@cooperage/wire'
import type { CallOptions, Reply, Visitor } from '../visitor.ts'

/** What a feature is tried with. */
interface Trial {
  user: Visitor
  /** A bucket with two versions of the object `a.txt`, if the server has versions. */
  bucket: string
  /** Fails with the outcome unless the call succeeds. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
}

export interface ServerFeature {
  name: string
  /** Throws an `Outcome` if it doesn't work. */
  works(trial: Trial): Promise<unknown>
}

/** What the console says where a feature doesn't work. */
export class Outcome extends Error {
  override name = 'Outcome'
}

const object = 'prefix=a.txt'
const put = (path: string, json: unknown) => (trial: Trial) => trial.call('PUT', pathIn(trial, path), { json })
const post = (path: string, json: unknown) => (trial: Trial) => trial.call('POST', pathIn(trial, path), { json })
const read = (path: string) => (trial: Trial) => trial.call('GET', path.startsWith('/api') ? path : pathIn(trial, path))

function pathIn({ bucket }: Trial, path: string): string {
  return `/api/v1/buckets/${bucket}${path}`
}

/** Reads back what was set. */
function kept(set: ServerFeature['works'], path: string, expected: RegExp): ServerFeature['works'] {
  return async (trial) => {
    await set(trial)
    const { text } = await trial.call('GET', pathIn(trial, path))
    if (!expected.test(text)) throw new Outcome('not kept')
  }
}

/** Features of the console, as users know them, in the order of the table in the guide. */
export const FEATURES: readonly ServerFeature[] = [
  {
    name: 'Create buckets',
    works: async (trial) => trial.call('POST', '/api/v1/buckets', { json: { name: uniqueName('bucket') } }),
  },
  {
    name: 'Upload and download',
    async works(trial) {
      await upload(trial, 'b.txt', 'hello')
      const { text } = await trial.call('GET', pathIn(trial, '/objects/download?prefix=b.txt'))
      if (text !== 'hello') throw new Outcome('other bytes')
    },
  },
  {
    name: 'Uploads in parts',
    async works(trial) {
      const json = {}
      const { json: begun } = await trial.call('POST', pathIn(trial, '/objects/uploads?prefix=parts'), { json })
      const id = encodeURIComponent((begun as { upload_id: string }).upload_id)
      const body = Buffer.alloc(16, 'x')
      const checksum = createChecksum('crc32c')
      checksum.update(body)
      const crc32c = checksum.base64()
      const headers = { 'content-type': 'application/octet-stream' }
      const path = `/objects/uploads/part?prefix=parts&upload_id=${id}&part_number=1&crc32c=${encodeURIComponent(crc32c)}`
      const { json: part } = await trial.call('PUT', pathIn(trial, path), { body, headers })
      const parts = [{ part_number: 1, etag: (part as { etag: string }).etag, crc32c }]
      await trial.call('POST', pathIn(trial, `/objects/uploads/complete?prefix=parts&upload_id=${id}`), {
        json: { parts },
      })
    },
  },
  { name: 'Folders, search', works: read('/objects/search?text=a') },
  { name: 'Details of objects', works: read(`/objects/details?${object}`) },
  { name: 'Copy and rename', works: post('/objects/copy', { source: 'a.txt', target: 'copy.txt' }) },
  {
    name: 'Zip archives',
    async works(trial) {
      const form = [{ name: 'selection', content: JSON.stringify({ prefix: '', paths: ['a.txt'] }) }]
      await trial.call('POST', pathIn(trial, '/objects/download'), { form })
    },
  },
  {
    name: 'Versions',
    async works(trial) {
      const { json } = await trial.call('GET', pathIn(trial, '/objects?prefix=a.txt&with_versions=true'))
      if ((json as { objects: unknown[] }).objects.length < 2) throw new Outcome('one version only')
    },
  },
  { name: 'Rewind', works: async (trial) => read(`/rewind/${new Date().toISOString()}?prefix=`)(trial) },
  {
    name: 'Tags of objects',
    works: kept(put(`/objects/tags?${object}`, { tags: { a: 'b' } }), `/objects/details?${object}`, /"a":"b"/),
  },
  {
    name: 'Object locking',
    async works(trial) {
      const bucket = uniqueName('locked')
      await trial.call('POST', '/api/v1/buckets', { json: { name: bucket, locking: true, versioning: true } })
      const locked = { ...trial, bucket }
      await kept(
        put('/retention', { mode: 'governance', unit: 'days', validity: 1 }),
        '/retention',
        /governance/,
      )(locked)
      await upload(locked, 'a.txt', 'one')
      await kept(
        put(`/objects/legalhold?${object}`, { status: 'enabled' }),
        `/objects/details?${object}`,
        /"ON"/,
      )(locked)
    },
  },
  { name: 'Presigned links', works: read(`/objects/share?${object}&expires=3600000ms`) },
  { name: 'Versioning', works: kept(put('/versioning', { versioning: true }), '/versioning', /Enabled/i) },
  { name: 'Tags of buckets', works: kept(put('/tags', { tags: [{ key: 'a', value: 'b' }] }), '/tags', /"b"/) },
  { name: 'Lifecycle rules', works: kept(post('/lifecycle', { expiry_days: 30 }), '/lifecycle', /30/) },
  {
    name: 'CORS rules',
    works: kept(put('/cors', { rules: [{ origins: ['https://a.test'], methods: ['GET'] }] }), '/cors', /a\.test/),
  },
  {
    name: 'Encryption of buckets',
    works: kept(post('/encryption/enable', { encType: 'sse-s3' }), '/encryption/info', /AES256/i),
  },
  {
    name: 'Anonymous rules',
    works: kept(
      put('/anonymous-rules', { prefix: 'public/', access: 'readonly', previous: '' }),
      '/anonymous-rules',
      /readonly/,
    ),
  },
  { name: 'Public access', works: kept(put('/set-policy', { access: 'PUBLIC' }), '', /PUBLIC/) },
  { name: 'Events', works: read('/api/v1/admin/arns') },
  { name: 'Replication', works: read('/replication') },
  {
    name: 'Quotas',
    works: kept(put('/quota', { enabled: true, quota_type: 'hard', amount: 1_000_000 }), '/quota', /1000000/),
  },
  {
    name: 'Share links that last',
    works: async (trial) =>
      trial.call('POST', '/api/v1/share-links', {
        json: {
          kind: 'download',
          bucket: trial.bucket,
          path: 'a.txt',
          expiry: new Date(Date.now() + 3_600_000).toISOString(),
        },
      }),
  },
  {
    name: 'Users',
    async works(trial) {
      const accessKey = uniqueName('user')
      // Users of IAM have no secret key.
      const secretKey = (await has(trial, 'iam')) ? '' : 'long-enough-secret'
      await trial.call('POST', '/api/v1/users', { json: { accessKey, secretKey } })
      await trial.call('GET', `/api/v1/user?name=${accessKey}`)
      await trial.call('DELETE', `/api/v1/user?name=${accessKey}`)
    },
  },
  {
    name: 'Groups',
    async works(trial) {
      const group = uniqueName('group')
      await trial.call('POST', '/api/v1/groups', { json: { group } })
      await trial.call('GET', `/api/v1/group?name=${group}`)
      await trial.call('DELETE', `/api/v1/group?name=${group}`)
    },
  },
  {
    name: 'Policies',
    async works(trial) {
      const name = uniqueName('policy')
      const Statement = [{ Effect: 'Allow', Action: ['s3:GetObject'], Resource: ['arn:aws:s3:::photos/*'] }]
      const policy = JSON.stringify({ Version: '2012-10-17', Statement })
      await trial.call('POST', '/api/v1/policies', { json: { name, policy } })
      const { text } = await trial.call('GET', `/api/v1/policy?name=${name}`)
      if (!text.includes('photos')) throw new Outcome('not kept')
      await trial.call('DELETE', `/api/v1/policy?name=${name}`)
    },
  },
  {
    name: 'Access keys',
    async works(trial) {
      if (await has(trial, 'garage')) return await garageKey(trial)
      const { json } = await trial.call('POST', '/api/v1/service-accounts', { json: {} })
      const { accessKey } = json as { accessKey: string }
      await trial.call('PUT', `/api/v1/access-keys/${accessKey}`, { json: { status: 'disabled' } })
      await trial.call('GET', '/api/v1/access-keys')
      await trial.call('DELETE', `/api/v1/service-accounts/${accessKey}`)
    },
  },
  { name: 'Counting of usage by listing', works: kept(async () => undefined, '/usage', /"size":[1-9]/) },
  { name: 'Server settings', works: read('/api/v1/configs') },
  { name: 'Dashboard', works: read('/api/v1/admin/info') },
]

async function has({ call }: Trial, feature: string): Promise<boolean> {
  const { json } = await call('GET', '/api/v1/session')
  return (json as { features: string[] }).features.includes(feature)
}

/** Keys of Garage are disabled by expiry, and have rights on buckets. */
async function garageKey({ bucket, call }: Trial): Promise<void> {
  const settings = { name: 'trial', expiry: '', createsBuckets: false }
  const { json } = await call('POST', '/api/v1/garage/keys', { json: settings })
  const { accessKey } = json as { accessKey: string }
  await call('PUT', `/api/v1/garage/buckets/${bucket}/keys/${accessKey}`, {
    json: { read: true, write: false, owner: false },
  })
  await call('GET', '/api/v1/garage/keys')
  await call('DELETE', `/api/v1/garage/keys/${accessKey}`)
}

async function upload({ user, bucket }: Pick<Trial, 'user' | 'bucket'>, name: string, content: string): Promise<void> {
  const form = [{ name: String(Buffer.byteLength(content)), fileName: name, content }]
  const reply = await user.call('POST', `/api/v1/buckets/${bucket}/objects/upload`, { form })
  if (reply.status !== 200) throw new Outcome(outcomeOf(reply))
}

/** Tries a feature: `yes`, `no` where the console says that the server doesn't have it, otherwise the error's code. */
export async function tried(user: Visitor, bucket: string, { works }: ServerFeature): Promise<string> {
  const call: Trial['call'] = async (method, path, options) => {
    const reply = await user.call(method, path, options)
    if (reply.status >= 400) throw new Outcome(outcomeOf(reply))
    return reply
  }
  try {
    await works({ user, bucket, call })
    return 'yes'
  } catch (error) {
    if (error instanceof Outcome) return error.message
    throw error
  }
}

/** A bucket to try features in. */
export async function bucketToTry(user: Visitor): Promise<string> {
  const bucket = uniqueName('bucket')
  for (const versioning of [true, false]) {
    const { status } = await user.call('POST', '/api/v1/buckets', { json: { name: bucket, versioning } })
    if (status === 201) break
  }
  await upload({ user, bucket }, 'a.txt', 'one')
  await upload({ user, bucket }, 'a.txt', 'two')
  return bucket
}

function outcomeOf({ json, status }: Reply): string {
  const { code = String(status) } = (json ?? {}) as { code?: string }
  return code === 'NotInThisSetup' ? 'no' : code
}
