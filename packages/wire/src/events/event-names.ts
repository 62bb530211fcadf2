/** Names of object events, as MinIO spells them. */

const CREATED = [
  's3:ObjectCreated:CompleteMultipartUpload',
  's3:ObjectCreated:Copy',
  's3:ObjectCreated:Post',
  's3:ObjectCreated:Put',
  's3:ObjectCreated:PutRetention',
  's3:ObjectCreated:PutLegalHold',
  's3:ObjectCreated:PutTagging',
  's3:ObjectCreated:DeleteTagging',
]
const ACCESSED = [
  's3:ObjectAccessed:Get',
  's3:ObjectAccessed:Head',
  's3:ObjectAccessed:GetRetention',
  's3:ObjectAccessed:GetLegalHold',
  's3:ObjectAccessed:Attributes',
]
const REMOVED = [
  's3:ObjectRemoved:Delete',
  's3:ObjectRemoved:DeleteMarkerCreated',
  's3:ObjectRemoved:NoOP',
  's3:ObjectRemoved:DeleteAllVersions',
]
const REPLICATION = [
  's3:Replication:OperationFailedReplication',
  's3:Replication:OperationCompletedReplication',
  's3:Replication:OperationNotTracked',
  's3:Replication:OperationMissedThreshold',
  's3:Replication:OperationReplicatedAfterThreshold',
]
const RESTORE = ['s3:ObjectRestore:Post', 's3:ObjectRestore:Completed']
const TRANSITION = ['s3:ObjectTransition:Failed', 's3:ObjectTransition:Complete']

/** The events that a name covers: itself, or all that start with it. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['s3:ObjectCreated:*', CREATED],
  ['s3:ObjectAccessed:*', ACCESSED],
  ['s3:ObjectRemoved:*', REMOVED],
  ['s3:Replication:*', REPLICATION],
  ['s3:ObjectRestore:*', RESTORE],
  ['s3:ObjectTransition:*', TRANSITION],
  ...[
    ...CREATED,
    ...ACCESSED,
    ...REMOVED,
    ...REPLICATION,
    ...RESTORE,
    ...TRANSITION,
    's3:BucketCreated:*',
    's3:BucketRemoved:*',
    's3:LifecycleDelMarkerExpiration:Delete',
    's3:Scanner:ManyVersions',
    's3:Scanner:LargeVersions',
    's3:Scanner:BigPrefix',
  ].map((name): [string, string[]] => [name, [name]]),
])

/** The single events that a name covers; undefined for an unknown name. */
export function expandEventName(name: string): readonly string[] | undefined {
  return NAMES.get(name)
}
