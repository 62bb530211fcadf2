import { addMessages } from '../i18n.ts'

/** Tiers of the storage server: the Tiers tab of the settings. */
export const tiers = {
  list: 'Tiers',
  search: 'Filter',
  add: 'Add Tier',
  columns: {
    name: 'Tier Name',
    type: 'Type',
    endpoint: 'Endpoint',
    bucket: 'Bucket',
    prefix: 'Prefix',
    region: 'Region',
  },
  providers: { minio: 'MinIO', gcs: 'GCS', s3: 'S3', azure: 'Azure' },
  hints: {
    minio: 'A bucket of another MinIO server',
    gcs: 'A bucket of Google Cloud Storage',
    s3: 'A bucket of Amazon S3, or of a compatible service',
    azure: 'A container of Azure Blob Storage',
  },
  empty: 'No tiers',
  emptyHint:
    'A tier is a bucket in another storage system that lifecycle rules move objects to. Add one to use it in a rule.',
  count_one: '{{count}} tier',
  count_other: '{{count}} tiers',
  unsupported: 'This storage server doesn’t support tiers',
  unsupportedHint: 'Tiers need a MinIO server. The embedded engine keeps all objects in its own data folder.',
  notDistributed: 'Tiers need a distributed (erasure-coded) storage server.',
  back: 'Back To Tiers',
  backToTypes: 'Back to tier types',
  pick: 'Add Tier: choose the remote storage',
  form: {
    title: '{{provider}} - Add Tier Configuration',
    name: 'Name',
    nameHint: 'For example: COLD',
    nameWrong:
      'Please verify that string is uppercase only and contains valid characters (numbers, dashes & underscores).',
    nameReserved: 'S3 reserves this name. Choose another one.',
    endpoint: 'Endpoint',
    endpointHint: 'For example: {{example}}',
    endpointHintAzure:
      'For example: {{example}}. Other clouds need the address of the account, such as https://account.blob.core.usgovcloudapi.net',
    endpointWrong: 'Enter an address such as {{example}}, without a path.',
    bucket: 'Bucket',
    bucketHint: 'It must already exist.',
    prefix: 'Prefix',
    prefixHint: 'For example: archive/. Objects of this tier are stored under it.',
    region: 'Region',
    regionHint: 'For example: {{example}}',
    storageclass: 'Storage Class',
    storageclassHint: 'Storage class at the remote storage. Leave empty for its default.',
    accesskey: 'Access Key',
    secretkey: 'Secret Key',
    accountname: 'Account Name',
    accountkey: 'Account Key',
    creds: 'Credentials',
    chooseFile: 'Choose file',
    credsHint: 'Key file of a service account (.json)',
    notJson: 'Choose a .json file.',
    unreadable: 'The browser can’t read this file. Choose it again.',
    required: 'Field cannot be empty',
    fix: 'Fill in the required fields and correct the highlighted ones first',
    submit: 'Save Tier Configuration',
    test: 'The storage server writes, reads and deletes a test object before it adds the tier.',
    added: 'Tier {{name}} was added.',
  },
  credentials: {
    action: 'Update credentials',
    title: 'Update credentials of {{name}}',
    save: 'Save',
    note: 'The storage server tests the new credentials, and keeps the current ones if they don’t work.',
    account: 'The tier keeps its account name.',
    saved: 'The credentials of {{name}} were changed.',
    noTier: 'There was an error retrieving tier information',
  },
  details: {
    action: 'Details',
    title: 'Tier {{name}}',
    usage: 'Usage',
    objects: 'Objects',
    versions: 'Versions',
    size: 'Size',
    notCounted: 'Not counted yet. The storage server counts every few minutes.',
    counted: 'As last counted by the storage server.',
    rules: 'Lifecycle rules',
    rule: '{{bucket}}: rule {{id}}',
    ruleOff: '{{bucket}}: rule {{id}} (disabled)',
    noRules: 'No lifecycle rule uses this tier.',
    unread_one:
      'You don’t have permission to read the lifecycle rules of {{count}} bucket, which may use it too: {{buckets}}',
    unread_other:
      'You don’t have permission to read the lifecycle rules of {{count}} buckets, which may use it too: {{buckets}}',
    left_one: '{{count}} bucket wasn’t checked in time. Open the details again later.',
    left_other: '{{count}} buckets weren’t checked in time. Open the details again later.',
    loading: 'Looking for lifecycle rules',
    verify: 'Verify connection',
    works: 'The connection of {{name}} works.',
    close: 'Close',
  },
  remove: {
    action: 'Remove',
    title: 'Remove tier {{name}}',
    note: 'The tier is removed from the storage server. The remote bucket and its contents are kept.',
    inUse:
      'Delete the lifecycle rules that use it first. They would stop working, and MinIO would reject every change to the rules of their buckets.',
    checking: 'Wait until the lifecycle rules are checked',
    removed: 'Tier {{name}} was removed.',
  },
} as const

addMessages('tiers', tiers)

declare module '../i18n.ts' {
  interface Messages {
    tiers: typeof tiers
  }
}
