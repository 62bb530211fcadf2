/** Generates the README of the package, with operation lists from the route tables. */
import { ADMIN_ROUTES } from '../admin/routes.ts'
import { SUPPORTED_ROUTES, UNSET_FEATURE_ROUTES, UNSUPPORTED_ROUTES } from '../s3/routes.ts'
import { STS_ACTIONS } from '../sts/actions.ts'
import { DIFFERENCES } from './differences.ts'

const FOLDERS: readonly Row[] = [
  ['`src/http`', 'the HTTP server: limits, request and response bodies, selection of the protocol'],
  ['`src/s3`, `src/sts`, `src/admin`', 'the protocols: a route table, and one file per operation'],
  ['`src/iam`', 'users, groups, policies, service accounts and temporary credentials'],
  ['`src/identity`', 'authentication of callers and evaluation of their permissions'],
  ['`src/lifecycle`', 'evaluation of lifecycle rules, and the scanner that applies them'],
  ['`src/config`', 'settings: sections as data, text format, history and effective values'],
  ['`src/events`', 'bucket notifications and live listeners'],
  ['`src/observe`', 'traces, log, audit entries and metrics'],
  ['`src/outbound`', 'webhooks with a durable queue'],
  ['`src/store`', 'durable storage of buckets, objects, uploads and documents, encryption at rest'],
  ['`src/check`, `src/backup`', 'offline verification and online backup of a data folder'],
]

export function renderReadme(): string {
  return `# @cooperage/engine

The embedded storage engine: S3, STS and the MinIO admin API over one folder on one machine. \`mc\`, the console and S3 SDKs
work with it unchanged. It is meant for trials, development, tests and small single-machine deployments. To move to a MinIO
cluster, copy the objects over S3 and point Cooperage at the cluster.

\`\`\`ts
import { startEngine } from '@cooperage/engine'

const engine = await startEngine({ dataDir: './data' })
console.log(engine.url, engine.root.accessKey)
await engine.close()
\`\`\`

To run it as a separate process: \`COOPERAGE_DATA=./data node packages/engine/src/engine-process.ts\`. The root credentials are
generated at the first start and stored in \`root-credentials\` in the data folder.

## Source folders

${table(['folder', 'contents'], FOLDERS)}

Each operation is a file in \`operations/\` and a row of the route table. This page is generated from the tables by
\`node packages/engine/src/readme/write-readme.ts\`.

## Signatures

S3 requests, presigned URLs and form policies can be signed with signature version 4 or version 2. Version 2 is weaker: it uses
SHA-1, doesn't limit the lifetime of URLs and doesn't sign the prefix of a listing. Some clients support nothing else, and boto3
uses it for presigned URLs and forms unless it is configured with \`Config(signature_version='s3v4')\`.
\`COOPERAGE_SIGNATURE_V2=off\` (\`acceptsSignatureV2\` of \`startEngine\`) disables it: such requests fail with 400
\`InvalidRequest\`. A policy that denies \`s3:signatureversion\` \`AWS\` disables it for some callers. The admin API and STS accept
version 4 only.

## Access control lists

The bucket owner owns every object, and policies grant access to others. An ACL in the headers or form of an upload, of a copy or of
CreateBucket is ignored, as in MinIO, because many applications always send one. Nothing becomes public by it: use a bucket policy.
\`COOPERAGE_CANNED_ACLS=refuse\` (\`cannedAcls\` of \`startEngine\`) refuses ACLs that grant access to others with 400
\`AccessControlListNotSupported\`. PutBucketAcl and PutObjectAcl always do.

## Connections

The engine serves at most 2000 connections at a time (\`COOPERAGE_STORAGE_CONNECTIONS\`, \`maxConnections\` of \`startEngine\`), which
limits the memory that unauthenticated clients can use. A request over a further connection returns 503 \`SlowDown\`, and
its connection is closed.

## Full disks

When the free disk space falls to the reserve, writes fail with 507 \`XMinioStorageFull\`. The reserve is 5% of the disk, at least
1 MiB and at most 64 MiB (\`reserveBytes\` of \`openStore\`). Free space is checked while an upload arrives, so an upload that is too
large stops at the reserve and leaves nothing behind. Reads continue to work, and so do changes that free space (deleting objects
and versions, aborting uploads) or revoke permissions, even if other programs fill the disk completely: they use the space of the
file \`ballast\` in the data folder, which is recreated when there is space again. Sign-ins and delete markers may use the reserve.

## Damaged objects

Files are stored in blocks of 512 KiB with a checksum each; small objects have one checksum. Every read verifies them. In addition,
a scrubber reads all stored data once every 30 days (\`COOPERAGE_SCRUB_DAYS\`, 0 to disable), with lower priority than requests.
Reading a damaged object fails as in single-drive MinIO: with 503 \`SlowDownRead\`, or with an aborted connection if a later block
is damaged, but never with wrong bytes. The log, and with it \`mc admin logs\` and logger webhooks, names the object, and
\`engine.damage.list()\` lists it until it is replaced or deleted. \`cooperage engine check\` verifies a data folder that is not in
use, \`cooperage engine backup\` copies one that is: see \`docs/data-folder.md\`.

## Encrypted objects

Objects written with \`x-amz-server-side-encryption: AES256\`, or to a bucket with default encryption, are encrypted before they
are stored: with AES-256-GCM in chunks of one block, under a separate key for each version and part. The index stores these keys
encrypted with a master key. The order of chunks, the end of the data and the identity of the object are authenticated. Blocks have
checksums as well, so that damage is detected without a key. ETags, sizes and checksums are those of the plaintext. The master key
is stored in \`encryption-keys\` in the data folder, or in the file named by \`COOPERAGE_ENCRYPTION_KEY_FILE\`
(\`encryptionKeyFile\` of \`startEngine\`). Without the master key, encrypted objects are lost. See \`docs/data-folder.md\`.

## Lifecycle rules

The lifecycle scanner runs when rules are set, when a request finds an expired object, and otherwise every 300 seconds
(\`COOPERAGE_LIFECYCLE_SECONDS\`, 0 to disable; \`lifecycleSeconds\` of \`startEngine\`), less often if a scan takes long. It reads the
index page by page and deletes like a client would, so locked versions stay. Each deletion is decided again in its commit. The
scanner stores no progress: after a crash, the next scan finds what is still due. Expired objects are hidden before they are
removed.

## Object lock

Object lock is enabled when a bucket is created and requires versioning, which can't be suspended. Whether a version may be removed
is decided in the commit that would remove it (\`src/store/versions/lock-rules.ts\`), so no call, lifecycle rule or crash can bypass a lock.

## Supported S3 operations

${table(['operation', 'request'], routeRows(SUPPORTED_ROUTES))}

## Features that are never set

Reading such a feature responds as for a bucket or object without it, so that clients which probe for it work.

${table(['operation', 'request'], routeRows(UNSET_FEATURE_ROUTES))}

## Unsupported S3 operations

Each returns 501 \`NotImplemented\` and the operation name in the message. Request headers for unsupported features, such as
keys of a key management service, are rejected in the same way: nothing is accepted and ignored. An unsupported method for a
sub-resource returns 405 \`MethodNotAllowed\`.

${table(['operation', 'request'], routeRows(UNSUPPORTED_ROUTES))}

## STS actions

${table(['action'], stsRows())}

## Admin calls

Under \`/minio/admin/v3/\`. All other calls return 426, which tells clients that a server doesn't support them. Calls for a key
management service (\`KMS…\`, also under \`/minio/kms/v1/\`) return 501, as on a server without one.

${table(['operation', 'request'], routeRows(ADMIN_ROUTES))}

## Intentional differences from MinIO

"–" means that nothing comparable was observed.

${table(['subject', 'engine', 'MinIO'], DIFFERENCES)}
`
}

type Row = readonly string[]

function routeRows(lines: readonly (readonly [operation: string, pattern: string, ...unknown[]])[]): Row[] {
  return lines.map(([operation, pattern]) => [operation, `\`${pattern}\``])
}

function stsRows(): Row[] {
  return Object.keys(STS_ACTIONS).map((action) => [action])
}

/** Pads columns with spaces, like the formatter. */
function table(header: Row, rows: readonly Row[]): string {
  const widths = header.map((_, column) => Math.max(...[header, ...rows].map((row) => (row[column] ?? '').length)))
  const line = (row: Row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
