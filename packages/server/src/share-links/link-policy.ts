/** What the access key behind a link may do: exactly what the link is for. */

interface LinkTarget {
  kind: 'download' | 'upload'
  bucket: string
  /** An object, or a folder, which ends in a slash; '' for the whole bucket. */
  path: string
  /** '' for the latest. */
  versionId: string
}

/**
 * Without this, the key could create keys with all permissions of its account, like the key of a job (see `jobs/job-keys.ts`), and
 * change the password of the account.
 */
const NO_ADMINISTRATION = { Effect: 'Deny', Action: ['admin:*'] }

/** The name must have passed `unlinkableName`. */
export function linkPolicy(target: LinkTarget) {
  return { Version: '2012-10-17', Statement: [...statements(target), NO_ADMINISTRATION] }
}

function statements({ kind, bucket, path, versionId }: LinkTarget): object[] {
  const resource = `arn:aws:s3:::${bucket}/${path}`
  if (kind === 'upload') return [{ Effect: 'Allow', Action: ['s3:PutObject'], Resource: [`${resource}*`] }]
  if (path.endsWith('/')) {
    return [
      { Effect: 'Allow', Action: ['s3:GetObject'], Resource: [`${resource}*`] },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket'],
        Resource: [`arn:aws:s3:::${bucket}`],
        Condition: { StringLike: { 's3:prefix': [`${path}*`] } },
      },
    ]
  }
  const read = { Effect: 'Allow', Resource: [resource] }
  if (versionId === '') return [{ ...read, Action: ['s3:GetObject'] }]
  const Condition = { StringEquals: { 's3:versionid': [versionId] } }
  return [{ ...read, Action: ['s3:GetObject', 's3:GetObjectVersion'], Condition }]
}
