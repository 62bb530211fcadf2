/** Makes the README of the package: what it is, and the lists of operations from the tables that answer the requests. */
import { ADMIN_ROUTES } from '../admin/routes.ts'
import { SUPPORTED_ROUTES, UNSET_FEATURE_ROUTES, UNSUPPORTED_ROUTES } from '../s3/routes.ts'
import { STS_ACTIONS } from '../sts/actions.ts'
import { assumeRole } from '../sts/operations/assume-role.ts'
import { assumeRoleWithWebIdentity } from '../sts/operations/assume-role-with-web-identity.ts'
import { DIFFERENCES } from './differences.ts'

const FOLDERS: readonly Row[] = [
  ['`src/http`', 'the listener: limits, bodies with back-pressure and a minimum rate, choosing the protocol'],
  ['`src/s3`, `src/sts`, `src/admin`', 'the protocols: a table of routes, one file an operation'],
  ['`src/iam`', 'users, groups, policies, service accounts, temporary credentials: their rules and records'],
  ['`src/identity`', 'who calls, and what a caller may do'],
  ['`src/lifecycle`', 'rules by which objects go, and the scanner that carries them out'],
  ['`src/locking`', 'retention and legal holds: what requests ask for, may do and are told'],
  ['`src/encryption`', 'how bytes are encrypted at rest, and where the keys are'],
  ['`src/config`', 'the settings: sections as data, their text, history and what is in force'],
  ['`src/events`', 'bucket notifications and live listeners'],
  ['`src/observe`', 'trace, log, audit entries and metrics of finished requests'],
  ['`src/outbound`', 'webhooks with a durable queue'],
  ['`src/store`', 'durable buckets, objects, uploads and documents'],
  ['`src/check`, `src/backup`', 'verifying and copying a data folder from outside'],
]

export function renderReadme(): string {
  return `# @cooperage/engine

The embedded storage engine: S3, STS and the MinIO admin API over one folder on one machine. \`mc\`, the console and S3 SDKs
work with it unchanged. It is for trying, developing, testing and small single-machine use; whoever outgrows it points
Cooperage at MinIO and moves over with an S3 copy.

\`\`\`ts
import { startEngine } from '@cooperage/engine'

const engine = await startEngine({ dataDir: './data' })
console.log(engine.url, engine.root.accessKey)
await engine.close()
\`\`\`

As a process of its own: \`COOPERAGE_DATA=./data node packages/engine/src/engine-process.ts\`. The root keys are made at the first start
and kept in \`root-credentials\` in the data folder.

## Where things are

${table(['folder', 'what'], FOLDERS)}

An operation is a file in \`operations/\` and a line in the table of routes; this page is made from the tables by
\`node packages/engine/src/readme/write-readme.ts\`.

## Signatures

S3 requests, presigned URLs and form policies are signed with signature version 4 or version 2. Version 2 is older: SHA-1, no
limit to how long a URL lasts, and a listing's prefix isn't signed. Some clients know nothing else, and boto3 uses it for presigned
URLs and forms unless it is given \`Config(signature_version='s3v4')\`. \`COOPERAGE_SIGNATURE_V2=off\` (\`acceptsSignatureV2\` of
\`startEngine\`) refuses it with 400 \`InvalidRequest\`; a policy that denies \`s3:signatureversion\` \`AWS\` refuses it for some.
The admin API and STS accept version 4 only.

## Connections

At most 2000 connections are served at a time (\`COOPERAGE_STORAGE_CONNECTIONS\`, \`maxConnections\` of \`startEngine\`), which bounds
the memory that clients can take before they are authenticated. A request over a further connection is answered with 503
\`SlowDown\`, and its connection is closed.

## A full disk

Writes are refused with 507 \`XMinioStorageFull\` when the disk has no more free than a reserve: 5 % of it, at least 1 MiB and
at most 64 MiB (\`reserveBytes\` of \`openStore\`). An upload is measured while it arrives, so one that is too large ends when
the reserve is reached and leaves nothing. Reading goes on; so does what makes room (deletions of objects and versions,
aborting uploads) or takes a right away, even when others filled the disk to the last byte: the file \`ballast\` in the data
folder is given up for it, and made again when there is room. Signing in and delete markers may use the reserve.

## Damaged objects

Files are kept in blocks of 512 KiB with a checksum each, small objects with one of their own. Every read compares them, and
everything that is stored is read once in 30 days besides (\`COOPERAGE_SCRUB_DAYS\`, 0 for never), slowly, giving way to
traffic. A damaged object is answered as MinIO does on a single drive: 503 \`SlowDownRead\`, or a connection that breaks off
where the damage lies further in; never wrong bytes. It is named in the log, which \`mc admin logs\` and logger webhooks show
too, and by \`engine.damage.list()\`, until it is replaced or deleted. \`cooperage engine check\` verifies a data folder that no
engine has open, \`cooperage engine backup\` copies one that is in use: see \`docs/data-folder.md\`.

## Encrypted objects

What is asked for with \`x-amz-server-side-encryption: AES256\`, or what a bucket encrypts by default, is encrypted before it
is written: AES-256-GCM in chunks of a block each, under a key for each version and part, which the index keeps sealed by a
master key. The order of chunks, where they end and whose they are is authenticated. Blocks have their checksums all the
same, so that damage is found without a key. ETags, sizes and checksums are those of the plain bytes. The master key is in
\`encryption-keys\` in the data folder, or where \`COOPERAGE_ENCRYPTION_KEY_FILE\` (\`encryptionKeyFile\` of \`startEngine\`)
says: who loses it loses the objects. See \`docs/data-folder.md\`.

## Objects that go by rules

The lifecycle rules of a bucket are carried out when they are set, when something is met that is due, and otherwise every
300 seconds (\`COOPERAGE_LIFECYCLE_SECONDS\`, 0 for never; \`lifecycleSeconds\` of \`startEngine\`); a scan that takes long
comes the more seldom. It reads the index a page at a time, deletes as a visitor would, so that what is locked stays, decides
again in the commit, and keeps no progress: what a crash broke off is still due. What is due is shown no more before it is
gone.

## Locked versions

A bucket gets object lock when it is made, with versions that cannot be suspended. Whether a version may go is decided in the
commit that would remove it (\`src/store/versions/lock-rules.ts\`), so no other call, no rule of the lifecycle and no crash
gets round it.

## S3 operations that work

${table(['operation', 'request'], routeRows(SUPPORTED_ROUTES))}

## Features that can be asked for and are not set

Reading one answers as a bucket or object without it, so that clients which look around carry on.

${table(['operation', 'request'], routeRows(UNSET_FEATURE_ROUTES))}

## S3 operations that are refused by name

Each answers 501 \`NotImplemented\` with its name in the message. Request headers that ask for something not kept
(keys of a key management service) refuse the request in the same way: nothing is accepted and ignored. Changing a sub-resource in a way S3 does not have answers 405 \`MethodNotAllowed\`.

${table(['operation', 'request'], routeRows(UNSUPPORTED_ROUTES))}

## STS actions

${table(['action', 'answer'], stsRows())}

## Admin calls

Under \`/minio/admin/v3/\`. Every other call answers 426, by which clients learn what a server can do. Those for keys of a key management
service (\`KMS…\`, also under \`/minio/kms/v1/\`) answer 501, as a server without one.

${table(['operation', 'request'], routeRows(ADMIN_ROUTES))}

## Where it differs from MinIO on purpose

"–" means that nothing comparable was observed.

${table(['what', 'engine', 'MinIO'], DIFFERENCES)}
`
}

type Row = readonly string[]

function routeRows(lines: readonly (readonly [operation: string, pattern: string, ...unknown[]])[]): Row[] {
  return lines.map(([operation, pattern]) => [operation, `\`${pattern}\``])
}

function stsRows(): Row[] {
  return Object.entries(STS_ACTIONS).map(([action, run]) => [
    action,
    run === assumeRole || run === assumeRoleWithWebIdentity ? 'works' : 'answers as a server without such a provider',
  ])
}

/** Columns are filled up with blanks, as the formatter of the repository leaves them. */
function table(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)))
  const line = (row: Row) => `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
