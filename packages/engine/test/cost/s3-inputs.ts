/** The largest and most awkward input of each S3 operation that its limits admit. */
import { createHash } from 'node:crypto'
import { awkwardPolicies, awkwardXml, fill, KIB, MIB } from '@cooperage/testkit'
import { type Credentials, encodeUnsignedTrailer, objectPath, PAYLOAD } from '@cooperage/wire'
import { SUPPORTED_ROUTES, UNSET_FEATURE_ROUTES, UNSUPPORTED_ROUTES } from '../../src/s3/routes.ts'
import type { Input } from './measured-engine.ts'

/** A key of the maximum length that wildcards nearly match in many ways. */
const KEY = `${'a'.repeat(250)}/`.repeat(4).slice(0, 1000)
const MARKUP_KEY = `${'&<>"\''.repeat(40)}/`.repeat(5).slice(0, 1000)

/** Documents by operation: root element, an inner element, and the size that the operation reads. */
const DOCUMENTS: Record<string, [root: string, child: string, bytes: number, valid: (bytes: number) => string]> = {
  CreateBucket: [
    'CreateBucketConfiguration',
    'LocationConstraint',
    64 * KIB,
    (bytes) =>
      `<CreateBucketConfiguration><LocationConstraint>${fill('a', bytes - 200)}</LocationConstraint></CreateBucketConfiguration>`,
  ],
  DeleteObjects: ['Delete', 'Object', 2 * MIB, deleteDocument],
  PutBucketAcl: ['AccessControlPolicy', 'Grant', 64 * KIB, aclDocument],
  PutObjectAcl: ['AccessControlPolicy', 'Grant', 64 * KIB, aclDocument],
  PutBucketOwnershipControls: [
    'OwnershipControls',
    'Rule',
    64 * KIB,
    (bytes) => `<OwnershipControls>${fill('<Rule/>', bytes - 100)}</OwnershipControls>`,
  ],
  PutBucketTagging: ['Tagging', 'TagSet', 64 * KIB, tagDocument],
  PutObjectTagging: ['Tagging', 'TagSet', 64 * KIB, tagDocument],
  PutBucketCors: ['CORSConfiguration', 'CORSRule', 64 * KIB, corsDocument],
  PutBucketEncryption: [
    'ServerSideEncryptionConfiguration',
    'Rule',
    64 * KIB,
    (bytes) => `<ServerSideEncryptionConfiguration>${fill('<Rule/>', bytes - 200)}</ServerSideEncryptionConfiguration>`,
  ],
  PutBucketNotificationConfiguration: [
    'NotificationConfiguration',
    'QueueConfiguration',
    2 * MIB,
    notificationDocument,
  ],
  PutBucketLifecycleConfiguration: ['LifecycleConfiguration', 'Rule', 2 * MIB, lifecycleDocument],
  PutBucketVersioning: [
    'VersioningConfiguration',
    'Status',
    64 * KIB,
    (bytes) =>
      `<VersioningConfiguration>${fill('<ExcludedPrefixes><Prefix>*a*</Prefix></ExcludedPrefixes>', bytes - 200)}</VersioningConfiguration>`,
  ],
  PutObjectLockConfiguration: [
    'ObjectLockConfiguration',
    'Rule',
    64 * KIB,
    (bytes) => `<ObjectLockConfiguration>${fill('<Rule/>', bytes - 200)}</ObjectLockConfiguration>`,
  ],
  PutObjectRetention: [
    'Retention',
    'Mode',
    64 * KIB,
    (bytes) => `<Retention>${fill('<Mode/>', bytes - 200)}</Retention>`,
  ],
  PutObjectLegalHold: [
    'LegalHold',
    'Status',
    64 * KIB,
    (bytes) => `<LegalHold>${fill('<Status/>', bytes - 200)}</LegalHold>`,
  ],
  CompleteMultipartUpload: ['CompleteMultipartUpload', 'Part', 8 * MIB, completeDocument],
}

function deleteDocument(): string {
  const keys = Array.from(
    { length: 1000 },
    (_, at) => `<Object><Key>${`${at}${KEY}`.slice(0, 1000)}</Key><VersionId>${'0'.repeat(36)}</VersionId></Object>`,
  )
  return `<Delete>${keys.join('')}</Delete>`
}
function aclDocument(bytes: number): string {
  return `<AccessControlPolicy><Owner/><AccessControlList>${fill('<Grant><Grantee/><Permission>FULL_CONTROL</Permission></Grant>', bytes - 200)}</AccessControlList></AccessControlPolicy>`
}
function tagDocument(bytes: number): string {
  return `<Tagging><TagSet>${fill((at) => `<Tag><Key>${at}</Key><Value>${at}</Value></Tag>`, bytes - 200)}</TagSet></Tagging>`
}
function corsDocument(bytes: number): string {
  const rule = `<CORSRule><AllowedMethod>GET</AllowedMethod>${'<AllowedOrigin>http://*.a.example</AllowedOrigin>'.repeat(4)}<AllowedHeader>*a*</AllowedHeader></CORSRule>`
  return `<CORSConfiguration>${fill(rule, bytes - 200)}</CORSConfiguration>`
}
function notificationDocument(bytes: number): string {
  const rule = (at: number) =>
    `<QueueConfiguration><Id>${at}</Id><Queue>arn:minio:sqs::x:webhook</Queue><Event>s3:ObjectCreated:*</Event><Filter><S3Key><FilterRule><Name>prefix</Name><Value>a${at}</Value></FilterRule></S3Key></Filter></QueueConfiguration>`
  return `<NotificationConfiguration>${fill(rule, bytes - 200)}</NotificationConfiguration>`
}
function lifecycleDocument(bytes: number): string {
  const tag = (at: number) => `<Tag><Key>k${at}</Key><Value>v</Value></Tag>`
  const rule = (at: number) =>
    `<Rule><ID>${at}</ID><Status>Enabled</Status><Filter><And><Prefix>p${at}</Prefix>${fill(tag, 400)}</And></Filter><Expiration><Days>1</Days></Expiration></Rule>`
  const rules = Array.from({ length: 1000 }, (_, at) => rule(at)).join('')
  return `<LifecycleConfiguration>${rules.slice(0, bytes)}</LifecycleConfiguration>`
}
function completeDocument(): string {
  const parts = Array.from(
    { length: 10_000 },
    (_, at) =>
      `<Part><ChecksumCRC32>AAAAAA==</ChecksumCRC32><ETag>&quot;d41d8cd98f00b204e9800998ecf8427e&quot;</ETag><PartNumber>${at + 1}</PartNumber></Part>`,
  )
  return `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
}

const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('base64')

export interface S3Setup {
  /** A user whose policy is as awkward as possible. */
  visitor: Credentials
  uploadId: string
}

/** Requests by operation. Every route has at least those with the longest key, query and headers, by each kind of caller. */
export async function s3Inputs({ visitor, uploadId }: S3Setup): Promise<Map<string, Input[]>> {
  const inputs = new Map<string, Input[]>()
  const unsupported = new Set<string>(UNSUPPORTED_ROUTES.map(([operation]) => operation))
  for (const [operation, pattern] of [...SUPPORTED_ROUTES, ...UNSET_FEATURE_ROUTES, ...UNSUPPORTED_ROUTES]) {
    const match = /^([A-Z]+) ([^? ]+)(?:\?(\S+))?(?: ([a-z-]+)(?:: (.*))?)?$/.exec(pattern)
    const [, method = '', level = '', demanded = '', header, start = ''] = match ?? []
    const path = { '/': '/', '/bucket': '/nasty', '/bucket/key': objectPath('nasty', KEY) }[level] ?? ''
    const query = demanded
      .replace('uploadId', `uploadId=${operation === 'AbortMultipartUpload' ? 'none' : uploadId}`)
      .replace('partNumber', 'partNumber=1')
    const value = header === 'x-amz-copy-source' ? objectPath('nasty', KEY) : start || '1'
    const headers = header === undefined ? {} : { [header]: value }
    const plain: Input = { method, path, query, headers, ...(operation.startsWith('Listen') ? { isLive: true } : {}) }
    const also = (parameters: string) => (query === '' ? parameters : `${query}&${parameters}`)
    const list: Input[] = [
      plain,
      { ...plain, as: visitor },
      { ...plain, as: null },
      { ...plain, query: also(fill((at) => `x-a${at}=&`, 12 * KIB)) },
      {
        ...plain,
        query: also(
          `x-a=${'%41'.repeat(4 * KIB)}&prefix=${encodeURIComponent(KEY)}&delimiter=${encodeURIComponent(KEY.slice(0, 200))}`,
        ),
        as: visitor,
      },
      { ...plain, headers: { ...headers, ...manyHeaders() } },
      { ...plain, headers: { ...headers, 'x-amz-tagging': fill((at) => `k${at}=v&`, 6 * KIB) } },
      { ...plain, headers: { ...headers, range: `bytes=${fill('0-1,', 6 * KIB)}`, 'if-match': fill('"a",', KIB) } },
      {
        ...plain,
        headers: {
          ...headers,
          origin: `http://${'a'.repeat(2000)}.example`,
          'access-control-request-method': 'GET',
          'access-control-request-headers': fill('a,', 4 * KIB),
        },
        as: null,
      },
    ]
    if (operation.startsWith('List')) {
      for (const extra of [
        'max-keys=1000&fetch-owner=true&metadata=true',
        'delimiter=a',
        'prefix=a&delimiter=%2F&encoding-type=url',
        `start-after=a&delimiter=${'a'.repeat(100)}`,
        'delimiter=a&marker=a',
        'delimiter=a&key-marker=a&max-uploads=1000&max-parts=1000',
      ]) {
        list.push({ ...plain, query: also(extra) }, { ...plain, query: also(extra), as: visitor })
      }
    }
    if (unsupported.has(operation)) {
      inputs.set(operation, list)
      continue
    }
    const document = DOCUMENTS[operation]
    if (document !== undefined) {
      const [root, child, bytes, valid] = document
      for (const body of [...awkwardXml(root, child, bytes), valid(bytes)]) {
        list.push({ ...plain, body, headers: { ...headers, 'content-md5': md5(body) } })
      }
    } else if (method === 'PUT' || method === 'POST') {
      list.push({ ...plain, body: 'x'.repeat(MIB) })
    }
    inputs.set(operation, list)
  }
  const add = (operation: string, ...more: Input[]) =>
    inputs.set(operation, [...(inputs.get(operation) ?? []), ...more])

  for (const body of awkwardPolicies(20 * KIB, '"Principal":"*",')) {
    const plain = { method: 'PUT', path: '/nasty', query: 'policy', body }
    add('PutBucketPolicy', plain)
  }
  for (const body of [...awkwardPolicies(MIB, '"Principal":"*",')]) {
    add('PutBucketPolicy', { method: 'PUT', path: '/nasty', query: 'policy', body })
  }
  const deletion = deleteDocument()
  add('DeleteObjects', {
    method: 'POST',
    path: '/nasty',
    query: 'delete',
    body: deletion,
    headers: { 'content-md5': md5(deletion) },
    as: visitor,
  })

  const tiny = Buffer.alloc(60_000, 'x')
  async function* pieces() {
    yield tiny
  }
  const chunks = Buffer.concat(
    await Array.fromAsync(encodeUnsignedTrailer(pieces(), { checksum: 'crc32', chunkBytes: 1 })),
  )
  const chunked = (body: Uint8Array): Partial<Input> => ({
    body,
    payloadHash: PAYLOAD.unsignedTrailer,
    headers: {
      'x-amz-decoded-content-length': String(tiny.length),
      'x-amz-trailer': 'x-amz-checksum-crc32',
      'content-encoding': 'aws-chunked',
    },
  })
  add('PutObject', { method: 'PUT', path: objectPath('nasty', MARKUP_KEY), ...chunked(chunks) })
  add('UploadPart', {
    method: 'PUT',
    path: objectPath('nasty', KEY),
    query: `partNumber=1&uploadId=${uploadId}`,
    ...chunked(chunks),
  })

  const boundary = 'b'.repeat(70)
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const forms = [
    fill((at) => field(`x-ignore-${at}`, ''), 60 * KIB),
    field(
      'policy',
      Buffer.from(
        `{"expiration":"2099-01-01T00:00:00Z","conditions":[${fill('["starts-with","$key",""],', 12 * KIB)}{"bucket":"nasty"}]}`,
      ).toString('base64'),
    ),
    field('policy', Buffer.from('['.repeat(14 * KIB)).toString('base64')),
    fill(`--${boundary}\r\n`, MIB),
    fill('\r\n--', MIB),
    `--${boundary}\r\n${fill('a: b\r\n', 60 * KIB)}`,
    field('file', fill(`\r\n--${boundary.slice(1)}`, MIB)),
  ]
  for (const form of forms) {
    add('PostObject', {
      method: 'POST',
      path: '/nasty',
      as: null,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `${form}--${boundary}--\r\n`,
    })
  }
  return inputs
}

function manyHeaders(): Record<string, string> {
  return Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`x-a${at}`, 'b']))
}
