import { addMessages } from '../i18n.ts'

/** The dialog that makes a bucket. Where the specification fixes a sentence it is quoted, with its spelling (core-console 5). */
export const createBucket = {
  title: 'Create Bucket',
  name: 'Bucket Name',
  namePlaceholder: 'for example, photos',
  nameHint: '3 to 63 lower-case letters, digits, dots and hyphens',
  nameMissing: 'Enter a name first',
  nameProblem: 'This is not a valid bucket name: {{reason}}.',
  notDistributed: 'Some these features are disabled as server is running in non-erasure coded mode.',
  versioning: 'Versioning',
  versioningHint: 'Keeps earlier versions of objects that are overwritten or deleted.',
  locking: 'Object Locking',
  lockingHint: 'Lets versions be kept from deletion. It turns versioning on, and can only be enabled now.',
  lockingFixed: 'Retention needs object locking.',
  quota: 'Quota',
  quotaHint: 'Limits how much the bucket holds.',
  quotaSize: 'Size',
  quotaType: 'Quota Type',
  quotaTypes: { hard: 'Hard', fifo: 'FIFO' },
  quotaMissing: 'Enter a size above 0 for the quota',
  quotaTooLarge: 'No server holds this much. Enter a smaller size.',
  retention: 'Retention',
  retentionHint: 'Keeps every new version for a time.',
  retentionNeedsVersioning: 'Retention needs versioning.',
  mode: 'Retention Mode',
  modes: { compliance: 'Compliance', governance: 'Governance' },
  modeHints: {
    compliance: 'Nobody deletes a version before its time, root neither.',
    governance: 'Whoever has s3:BypassGovernanceRetention may delete a version before its time.',
  },
  validity: 'Validity',
  unit: 'Unit of validity',
  units: { days: 'Days', years: 'Years' },
  validityMissing: 'Enter a validity of at least 1',
  validityTooLong: 'Retention goes no further than a hundred years. Enter a smaller number.',
  created: 'Bucket {{name}} was created.',
  partly: 'Bucket {{name}} was created, but not all of it was set up.',
  partlyHint: 'Retry does only what failed. The settings can also be made later, on the page of the bucket.',
  stepsLabel: 'What was done',
  steps: { bucket: 'Bucket', versioning: 'Versioning', quota: 'Quota', retention: 'Retention' },
  stepDone: 'Done',
  done: 'Close',
} as const

addMessages('createBucket', createBucket)

declare module '../i18n.ts' {
  interface Messages {
    createBucket: typeof createBucket
  }
}
