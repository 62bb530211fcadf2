import { type Text, textsOf } from './text.ts'

/** What some storage servers don't have: completes "The storage server doesn’t support {{feature}}." Each is its own name. */
const PHRASES = [
  'this operation',
  'CORS rules of single buckets',
  'IAM export',
  'IAM import',
  'a key management service (KMS)',
  'access keys that expire',
  'batch jobs',
  'bucket notifications',
  'built-in users and groups, because it takes its users from LDAP',
  'chosen access keys',
  'decommissioning and rebalancing, which need several pools',
  'deleting keys of its KMS',
  'disabled groups',
  'disabled users',
  'downloads of its raw files',
  'encryption',
  'encryption: it has no key management service (KMS), and needs one for this',
  'ending sessions',
  'event targets',
  'export and import of the configuration',
  'healing, which needs several drives',
  'health reports',
  'importing keys into its KMS',
  'keys of a key management service (KMS)',
  'lifecycle rules',
  'listing sessions',
  'listing the access keys of all users',
  'locks of a cluster, which need several nodes',
  'names of access keys',
  'new secret keys of access keys',
  'object locking',
  'policies for users and groups of LDAP',
  'policies of AWS',
  'policies of access keys',
  'pools: it has a single drive, or its drives aren’t given as a range such as /data{1...4}',
  'profiles of its processes',
  'quotas',
  'quotas of the type fifo',
  'remote targets',
  'replication',
  'revoking temporary credentials',
  'secret keys of users',
  'site replication',
  'speed tests of objects',
  'speed tests of drives',
  'speed tests of the network, which need several nodes',
  'speed tests of the way to it',
  'tags of buckets',
  'tags of objects',
  'the administration of Garage',
  'the exclusion of prefixes or folders from versioning',
  'the configuration of identity providers',
  'the list of the API of its KMS',
  'tiers',
  'versioning',
  'versions of objects',
] as const
export type ServerFeature = (typeof PHRASES)[number]

export const SERVER_FEATURES = Object.fromEntries(PHRASES.map((phrase) => [phrase, phrase]))
const featureTexts = textsOf('feature', SERVER_FEATURES)

/** A feature in the sentence of an error. */
export function featureText(feature: ServerFeature): Text {
  return featureTexts(feature)
}
