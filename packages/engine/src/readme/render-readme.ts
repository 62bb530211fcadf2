/** Makes the README of the package: what it is, and the lists of operations from the tables that answer the requests. */
import { ADMIN_ROUTES } from '../admin/routes.ts'
import { NOT_SET, OFFERED, REFUSED } from '../s3/routes.ts'
import { STS_ACTIONS } from '../sts/actions.ts'
import { assumeRole } from '../sts/operations/assume-role.ts'
import { assumeRoleWithWebIdentity } from '../sts/operations/assume-role-with-web-identity.ts'

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
commit that would remove it (\`src/store/lock-rules.ts\`), so no other call, no rule of the lifecycle and no crash gets round
it.

## S3 operations that work

${table(['operation', 'request'], routeRows(OFFERED))}

## Features that can be asked for and are not set

Reading one answers as a bucket or object without it, so that clients which look around carry on.

${table(['operation', 'request'], routeRows(NOT_SET))}

## S3 operations that are refused by name

Each answers 501 \`NotImplemented\` with its name in the message. Request headers that ask for something not kept
(keys of a key management service) refuse the request in the same way: nothing is accepted and ignored. Changing a sub-resource in a way S3 does not have answers 405 \`MethodNotAllowed\`.

${table(['operation', 'request'], routeRows(REFUSED))}

## STS actions

${table(['action', 'answer'], stsRows())}

## Admin calls

Under \`/minio/admin/v3/\`. Every other call answers 426, by which clients learn what a server can do. Those for keys of a key management
service (\`KMS…\`, also under \`/minio/kms/v1/\`) answer 501, as a server without one.

${table(['operation', 'request'], routeRows(ADMIN_ROUTES))}

## Where it differs from MinIO on purpose

- A request for something that is not offered is refused, also where MinIO accepts and ignores it
  (\`x-amz-website-redirect-location\`). \`REDUCED_REDUNDANCY\` is kept and answered; objects are stored as in \`STANDARD\`.
- Access control lists work as at AWS since 2023 (bucket owner enforced): \`private\`, \`bucket-owner-full-control\` and a
  document that grants the owner full control are accepted and change nothing; any other list, and every \`x-amz-grant-*\`,
  answers 400 \`AccessControlListNotSupported\`, in uploads, forms, copies and new buckets too. MinIO ignores lists there,
  looks at the first grant of a document only, and answers 501 to others. Permissions are MinIO's: \`s3:GetBucketPolicy\` and
  \`s3:PutBucketPolicy\` on the bucket.
- Exceptions from versioning (\`ExcludedPrefixes\`, \`ExcludeFolders\`) and MFA delete are refused, and so is versioning for
  a bucket that does not exist; MinIO keeps the first, ignores the second and answers 200 to the third.
- \`If-Match\` and \`If-None-Match\` of a CopyObject are conditions on its destination, and those of a DeleteObject on
  what is deleted, like \`x-amz-if-match-size\`, \`x-amz-if-match-last-modified-time\` and \`ETag\`, \`Size\` and
  \`LastModifiedTime\` in a DeleteObjects document; MinIO ignores them.
- A CompleteMultipartUpload that is repeated is answered again while its version is there; MinIO says \`NoSuchUpload\`. The
  answers to it, CreateMultipartUpload and CopyObject tell the encryption, and its document tells \`ChecksumType\`.
- A part that is copied into an upload with checksums gets one; MinIO refuses it.
- Uploads under way are listed by prefix and delimiter, a page at a time; MinIO lists those of exactly one key.
- The listing of versions goes on behind a key; MinIO adds an internal mark to \`NextKeyMarker\`.
- DeleteObjects makes no delete marker for a key that never was, and answers each key that is named twice; MinIO makes
  one, and answers an empty element.
- A name that ends with a slash has versions like any other; to MinIO it is a folder with one version. Who is denied
  \`s3:ListBucketVersions\` lists none, also if \`s3:ListBucket\` is allowed.
- \`x-amz-mp-object-size\` is compared with the parts; MinIO ignores it.
- \`DELETE ?versioning\` and its like are refused; MinIO deletes the bucket. A sub-resource that is not known
  (\`PUT ?renameObject\`) is refused with its name where the plain operation writes or deletes; MinIO carries that out.
- \`x-amz-expected-bucket-owner\` and \`x-amz-source-expected-bucket-owner\` are compared with the owner that ListBuckets names,
  and ListBuckets has pages, prefixes and regions; MinIO ignores them.
- An upload id without a part number is refused; MinIO overwrites the object.
- A checksum by an algorithm that is not known (\`x-amz-checksum-sha512\`) is refused with 400 \`InvalidRequest\`, also where
  it is only named or promised for the trailer; MinIO ignores it.
- The digest of a DeleteObjects list is verified; MinIO asks for one and does not compare it.
- DeleteObjects refuses a key longer than 1,024 bytes, as S3 does; MinIO reports it as deleted. It refuses an anonymous
  request before it reads the list when the bucket policy allows deleting nothing; MinIO refuses key by key. A Deny of
  \`s3:DeleteObjectVersion\` in a bucket policy holds for anonymous requests too.
- A part named twice in a completion is refused; MinIO stores it twice. So is to abort an upload that does not exist (404
  \`NoSuchUpload\`); MinIO answers 204.
- An object \`a\` and objects under \`a/\` are listed side by side; MinIO's listing leaves the latter out.
- There is no key management service: \`aws:kms\` is refused by name. Encryption is not asked for with a part or the end of
  an upload that was begun without (MinIO ignores it), nor by a form with a method that there is not. The attributes of an
  encrypted object have the plain sizes of its parts; MinIO tells the encrypted ones. A default encryption has to say with
  what; MinIO keeps one that does not.
- All \`x-amz-*\` headers have to be signed, as AWS asks, the session token too.
- The names in \`x-amz-object-attributes\` may have blanks between them, as the AWS SDK for JavaScript writes them; MinIO
  refuses those.
- Signature version 2 signs every query parameter that makes a request another operation; MinIO leaves out some
  (\`object-lock\`, \`attributes\`, \`replication\`). No value of a parameter may read like another signed parameter. \`Date\`
  isn't signed beside an \`x-amz-date\`, a bucket may be signed with a slash behind it, and headers in the query of a link
  count as signed headers, as at AWS, which presigned URLs of boto3 for listings, metadata and temporary credentials need;
  MinIO applies such headers without a signature, and lets what was added to a link meet conditions of policies. Declared
  hashes of bodies are compared. The condition key \`s3:signatureversion\` is \`AWS\` for forms too; MinIO calls them version 4.
- A chunked body ends as its form says: MinIO takes one without its last chunk, with something behind it, or with a trailer
  that its headers did not speak of. Of a checksum in the headers and another in the trailer both are compared.
- A bucket has a CORS configuration of its own, which is enforced; without one no answer allows another origin. MinIO has
  one for the whole server, which lets every origin in with credentials unless it is told otherwise.
- An anonymous request cannot ask for headers of the answer (\`response-content-type\`), as at S3.
- Every condition in the policy of a form upload is checked, an empty policy is refused, and a form leads on only to an
  address of a page; MinIO passes over conditions on fields that it does not know. Form fields that ask for something not
  kept (\`x-amz-tagging\`, a storage class) are refused by name; MinIO ignores them. So is MinIO's fan-out.
  The fields before the file have at most 20 KiB, as at S3, because they are held before it is known who sent them.
- A tagging document that cannot be read is the client's fault (400); MinIO answers 500. The tags of a bucket that does
  not exist are \`NoSuchBucket\`.
- Making governance less needs \`s3:BypassGovernanceRetention\` in PutObjectRetention too; in MinIO whoever may set retention
  shortens it with the header alone, and deletes the version then. The default retention is given to uploads by form and beside
  a legal hold, and a form may ask for a lock; MinIO gives and heeds none of them. That of an upload in parts is the default
  when it is completed, counted from then; MinIO's is the default when it was begun. Conditions on locks are asked with what the
  request sets, days included, and a bypass with the days that are left; MinIO knows some of them only from headers. A listing
  with metadata tells the lock to those who may see it. \`DELETE ?object-lock\`, \`?retention\` and \`?legal-hold\` are refused;
  MinIO deletes the bucket, or puts a delete marker over the object.
- A quota is held against what the bucket has at that moment, in the commit of the write: of writes that come together none
  passes that would not alone. It is asked for forms and completed uploads too, and of a range that is copied for the range;
  MinIO goes by the usage that its scanner found last, lets forms and completions in, and counts the whole source. Parts
  count once their upload is completed, as in MinIO. A payload that is no quota is the client's fault (400, at MinIO 500),
  and limits of the rate are refused; MinIO keeps and ignores them.
- Lifecycle rules abort incomplete uploads (\`AbortIncompleteMultipartUpload\`), and answers about an upload say when
  (\`x-amz-abort-date\`); MinIO drops the element.
- A lifecycle configuration is kept as it was said, or refused: an element that is not known by name, and so is a condition that MinIO drops, which makes its rule one
  for more objects (a tag without a name, the first of two tags, an empty \`And\`; a size of zero is kept). Its digest is
  compared, it needs a bucket that is there, and one that cannot be read is the client's fault (400, at MinIO 500). There are
  no tiers, so every transition is \`InvalidStorageClass\`. \`DelMarkerExpiration\` is carried out; MinIO was not seen to.
- Policies may speak of everything but an action (\`NotAction\`) wherever they stand; MinIO fails when it writes one down.
- A policy of the wrong shape is refused in plain words; MinIO's message names types of its program. A star as resource is
  shown as it was put; MinIO shows two.
- What conditions of policies ask for is never taken from a header that is named like it (\`sourceip\`, \`username\`,
  \`X-Forwarded-For\`), from a second query parameter, from a query parameter that is named like a header, or from an
  \`x-amz-tagging\` that the operation ignores; at MinIO those stand in for the real values. Of a form the fields count, and
  not the headers that it is sent with. The source of a copy is compared as \`bucket/key\`, however the header writes it, and
  the id of a version in lower case; MinIO compares what was sent. The age of a presigned
  link is known to uploads too, and tags that are replaced are those the object has.
- A Deny of \`s3:ListBucketVersions\` holds although \`s3:ListBucket\` is allowed, and a Deny that goes by the tags of an
  object also forbids to copy it and to read its attributes. A star in the name of a user is no wildcard where a policy
  names \`\${aws:username}\`.
- Settings are those that are honoured; sections and keys that only MinIO has are refused by name, unless they are set to
  what the engine does anyway. A time after which uploads are abandoned has to be above zero, and that of a delivery one
  that a timer can wait. The history of the settings ends at a hundred entries.
- Events, log and audit entries always wait for their webhook in the data folder (no \`queue_dir\`), over a restart and a
  crash, in order, and may come twice. A write is answered once its event is kept. Bucket rules for a webhook that is
  deleted, and what waits for it, are forgotten.
- Live streams (events, trace, log) flush at once. Signatures, tokens and keys of customers are not shown in traces and
  audit entries, nor are bodies.
- A request that a freeze holds is answered 503 when the server restarts or stops; MinIO cuts its connection. The dry run of
  a freeze freezes nothing.
- Metrics as clients follow them (\`metrics\`, \`mc admin scanner status\`) are those of the scanner that carries out lifecycle
  rules; other types are refused by name.
- A restart keeps the address: requests that come meanwhile wait, instead of being refused.
- Metrics are those of what exists here, by MinIO's names and without those of Go, erasure coding, healing, replication,
  tiers and other servers.
- Removing a user ends its sessions; at MinIO they come back with the next user of that name. Keys that are no service
  account are not found when they are to be deleted; MinIO says that it did, and does nothing. A policy that comes with a
  new user (\`add-user\`) is refused; MinIO ignores it. The keys of a disabled account remove no service account of it.
- A session or service account with a policy of its own lists, reads and deletes the other keys of its account, and revokes
  other sessions, only if that policy allows \`admin:ListServiceAccounts\` or \`admin:RemoveServiceAccount\`. It can always
  end its own session. MinIO asks for no permission.
- A service account keeps its policy when its name or status changes; MinIO drops it, which gives the keys all rights of
  their account.
- An import of accounts keeps disabled service accounts and groups disabled, where MinIO enables them, and names what it
  could not import in a form that \`mc\` reads.
- An import of the settings of buckets (\`mc admin cluster bucket import ALIAS/BUCKET\`) sets those of the bucket that is
  named; MinIO those of all buckets in the archive. CORS configurations are exported and imported too.
- A policy that denies deleting one object under a prefix refuses \`x-minio-force-delete\` on the prefix; MinIO deletes it.
- Tokens of web identities have to be signed with a private key of the provider (not with the secret of the client), to come
  from the issuer that the provider names and to have an end; keys that the provider has withdrawn count no more. MinIO
  takes tokens without any of these but the end, and answers 500 without that.
- Session tokens are opaque instead of JWTs. An account has at most 10,000 temporary credentials that haven't expired; then
  STS answers 409 \`LimitExceeded\`. MinIO has no limit.
`
}

type Row = readonly [string, string]

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
  const [left, right] = [0, 1].map((column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)))
  const line = ([first, second]: Row) => `| ${first.padEnd(left ?? 0)} | ${second.padEnd(right ?? 0)} |`
  return [line(head), line(['-'.repeat(left ?? 0), '-'.repeat(right ?? 0)]), ...rows.map(line)].join('\n')
}
