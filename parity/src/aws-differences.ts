/**
 * Where the engine and MinIO agree, but AWS documents something else. `docs/reference/aws-differences.md` is generated from this;
 * a test checks that each is marked in a parity case with `againstAws`.
 */
export interface AwsDifference {
  subject: string
  /** What both servers do. */
  here: string
  /** What AWS documents. */
  aws: string
  /** Why the engine stays with MinIO. */
  decision: string
}

const GUIDE = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide'
const API = 'https://docs.aws.amazon.com/AmazonS3/latest/API'
const KEYS = `${GUIDE}/object-keys.html`
const NO_CLUSTER = 'kept: an object with such a key could not be copied to a MinIO cluster'

export const AWS_DIFFERENCES = {
  emptySegments: {
    subject: 'Keys with two slashes in a row',
    here: 'refused: `XMinioInvalidObjectName`',
    aws: `[valid](${KEYS})`,
    decision: NO_CLUSTER,
  },
  longSegments: {
    subject: 'Keys with more than 255 bytes between two slashes',
    here: 'refused: `XMinioInvalidObjectName`',
    aws: `[valid up to 1,024 bytes in all](${KEYS})`,
    decision: NO_CLUSTER,
  },
  dotSegments: {
    subject: 'Keys with `.` or `..` between two slashes',
    here: 'refused: `XMinioInvalidResourceName`',
    aws: `[valid, unless they lead above the bucket](${KEYS})`,
    decision: NO_CLUSTER,
  },
  leadingSlash: {
    subject: 'A slash in front of a key',
    here: 'ignored: `/a` is the object `a`',
    aws: `[part of the key](${KEYS})`,
    decision: 'kept: clients that always send the slash would no longer find the objects that they stored',
  },
  ifNoneMatchEtag: {
    subject: 'PutObject with an ETag in `If-None-Match`',
    here: 'compared',
    aws: `[only \`*\` is accepted](${API}/API_PutObject.html)`,
    decision: 'kept: the condition is evaluated, so nobody is misled',
  },
  largeRequests: {
    subject: 'PutObject and CopyObject of more than 5 GiB',
    here: 'up to 5 TiB',
    aws: `[refused: \`EntityTooLarge\`, \`InvalidRequest\`](${GUIDE}/upload-objects.html)`,
    decision: 'kept: `mc cp --disable-multipart` sends and copies files of any size in one request',
  },
  storageClasses: {
    subject: 'Storage classes such as `STANDARD_IA`',
    here: 'refused: `InvalidStorageClass`',
    aws: `[supported](${GUIDE}/storage-class-intro.html)`,
    decision: 'kept: there is only one kind of storage',
  },
  reservedTags: {
    subject: 'Tags whose key begins with `aws:`',
    here: 'accepted',
    aws: `[reserved for AWS](${GUIDE}/tagging-managing.html)`,
    decision: 'kept: objects that are copied from AWS may have such tags',
  },
  defaultChecksum: {
    subject: 'An upload without a checksum',
    here: 'has none',
    aws: `[gets a CRC64NVME checksum](${GUIDE}/checking-object-integrity.html)`,
    decision: 'kept: computing it would slow every upload down, and clients accept objects without one',
  },
  missingObject: {
    subject: 'GetObject of a missing object without permission to list the bucket',
    here: '404 `NoSuchKey`',
    aws: `[403 \`AccessDenied\`](${API}/API_GetObject.html)`,
    decision: 'kept: applications that look for an object before they write it would fail without `s3:ListBucket`',
  },
  ignoredAcls: {
    subject: 'An ACL with an upload',
    here: 'ignored; the engine refuses it with `COOPERAGE_CANNED_ACLS=refuse`',
    aws: `[refused by default: \`AccessControlListNotSupported\`](${GUIDE}/about-object-ownership.html)`,
    decision: 'kept: many applications always send one',
  },
  partsOfAttributes: {
    subject: 'GetObjectAttributes: parts of an object that was not uploaded in parts, or without checksums',
    here: 'returned',
    aws: `[not returned](${API}/API_GetObjectAttributes.html)`,
    decision: 'kept: an addition that clients can ignore',
  },
  lockedVersions: {
    subject: 'Deletion of a locked version',
    here: '400 `InvalidRequest`',
    aws: `[403 \`AccessDenied\`](${GUIDE}/object-lock-managing.html)`,
    decision: 'kept: `mc rm` recognizes this error',
  },
  lockWithoutDigest: {
    subject: 'PutObject with a retention, without `Content-MD5` or a checksum',
    here: 'accepted',
    aws: `[refused: \`InvalidRequest\`](${API}/API_PutObject.html)`,
    decision: 'kept: applications that were written for MinIO may omit it',
  },
  lockOfExistingBuckets: {
    subject: 'Object lock for an existing bucket',
    here: '409 `InvalidBucketState`',
    aws: `[accepted with versioning](${GUIDE}/object-lock-configure.html)`,
    decision: 'kept: on a MinIO cluster, a bucket is created with it or never has it',
  },
  defaultEncryption: {
    subject: 'Encryption of a new bucket',
    here: 'none: GetBucketEncryption returns 404',
    aws: `[SSE-S3](${API}/API_GetBucketEncryption.html)`,
    decision: 'kept: encryption is a choice, because without its key the objects are lost',
  },
  otherRegions: {
    subject: 'A signature for another region',
    here: 'accepted, if the server has no region',
    aws: `[refused: \`AuthorizationHeaderMalformed\`](${API}/ErrorResponses.html)`,
    decision: 'kept: clients that are configured for any region work',
  },
  versionActions: {
    subject: 'Permission to read or delete a named version',
    here: '`s3:GetObject`, `s3:DeleteObject`',
    aws: `[\`s3:GetObjectVersion\`, \`s3:DeleteObjectVersion\`](${API}/API_GetObject.html)`,
    decision: 'kept: policies that were written for MinIO grant only the former',
  },
  tagsOfUploads: {
    subject: 'Permission to upload an object with tags',
    here: '`s3:PutObject`',
    aws: `[\`s3:PutObjectTagging\` too](${API}/API_PutObject.html)`,
    decision: 'kept: policies that were written for MinIO grant only the former',
  },
  unsignedHeaders: {
    subject: 'A signature that lacks a header which has to be signed',
    here: '400 `AccessDenied`',
    aws: `[403 \`AccessDenied\`](${API}/ErrorResponses.html)`,
    decision: 'kept: clients look at the code, which is the same',
  },
  nextMarker: {
    subject: 'ListObjects: `NextMarker` without a delimiter',
    here: 'returned',
    aws: `[returned only with a delimiter](${API}/API_ListObjects.html)`,
    decision: 'kept: an addition that clients can ignore',
  },
  longPages: {
    subject: 'ListParts: parts on a page',
    here: 'up to 10,000',
    aws: `[up to 1,000](${API}/API_ListParts.html)`,
    decision: 'kept: clients of MinIO that read one page see every part of an upload',
  },
  reservedBucketNames: {
    subject: 'Bucket names with a reserved prefix or suffix (`xn--`, `-s3alias`)',
    here: 'accepted',
    aws: `[refused](${GUIDE}/bucketnamingrules.html)`,
    decision: 'kept: AWS reserves them for features that exist only there, and a MinIO cluster may have such buckets',
  },
  bucketTwice: {
    subject: 'CreateBucket for a bucket of your own in `us-east-1`',
    here: '409 `BucketAlreadyOwnedByYou`',
    aws: `[200 in that region only](${API}/API_CreateBucket.html)`,
    decision: 'kept: `mc mb` reports it, and every other region of AWS responds like this',
  },
  otherLocation: {
    subject: 'CreateBucket with the location constraint of another region',
    here: 'accepted, if the server has no region',
    aws: `[refused: \`IllegalLocationConstraintException\`](${API}/ErrorResponses.html)`,
    decision: 'kept: clients that are configured for any region work',
  },
  noMarkerOfNothing: {
    subject: 'DeleteObject of a key that never existed, with versioning',
    here: 'no delete marker',
    aws: `[a delete marker](${GUIDE}/DeletingObjectVersions.html)`,
    decision: 'kept: a marker that hides nothing would only keep the bucket from being deleted',
  },
  hiddenBuckets: {
    subject: 'Anonymous request to a bucket that does not exist',
    here: '403 `AccessDenied`',
    aws: `[404 \`NoSuchBucket\`](${API}/ErrorResponses.html)`,
    decision: 'kept: does not tell strangers which buckets exist',
  },
} as const satisfies Record<string, AwsDifference>

export function awsDifferencesPage(): string {
  const rows = Object.values(AWS_DIFFERENCES).map(
    ({ subject, here, aws, decision }) => `| ${subject} | ${here} | ${aws} | ${decision} |`,
  )
  return `# Differences from AWS that the engine shares with MinIO

What the engine does differently from MinIO is in [its README](../../packages/engine/README.md). Here is where both agree, but AWS
documents something else, as far as parity cases mark it. This page is generated by \`npm run reference\`.

| Subject | Engine and MinIO | AWS | Decision |
|---|---|---|---|
${rows.join('\n')}
`
}
