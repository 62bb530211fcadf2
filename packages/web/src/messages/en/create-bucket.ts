import { addMessages } from '../i18n.ts'

/** The dialog that creates a bucket. Messages of the specification are quoted with its spelling (core-console 5). */
export const createBucket = {
  title: 'Create Bucket',
  name: 'Bucket Name',
  namePlaceholder: 'For example: photos',
  nameHint: '3 to 63 lowercase letters, digits, dots and hyphens',
  nameMissing: 'Enter a name first',
  nameProblem: 'This isn’t a valid bucket name: {{reason}}.',
  notDistributed: 'Some these features are disabled as server is running in non-erasure coded mode.',
  versioning: 'Versioning',
  versioningHint: 'Keeps earlier versions of objects that are overwritten or deleted.',
  locking: 'Object Locking',
  lockingHint: 'Lets you protect versions from deletion. It turns versioning on, and can only be enabled now.',
  lockingFixed: 'Retention requires object locking.',
  quota: 'Quota',
  quotaHint: 'Limits the size of the bucket.',
  quotaSize: 'Size',
  quotaType: 'Quota Type',
  quotaTypes: { hard: 'Hard', fifo: 'FIFO' },
  quotaMissing: 'Enter a size above 0 for the quota',
  quotaTooLarge: 'The quota is too large. Enter a smaller size.',
  retention: 'Retention',
  retentionHint: 'Protects every new version for a set time.',
  retentionNeedsVersioning: 'Retention requires versioning.',
  mode: 'Retention Mode',
  modes: { compliance: 'Compliance', governance: 'Governance' },
  modeHints: {
    compliance: 'No one can delete a version before its retention ends, not even root.',
    governance: 'Only users with s3:BypassGovernanceRetention can delete a version before its retention ends.',
  },
  validity: 'Validity',
  unit: 'Validity unit',
  units: { days: 'Days', years: 'Years' },
  validityMissing: 'Enter a validity of at least 1',
  validityTooLong: 'Retention can’t be longer than 100 years. Enter a smaller number.',
  created: 'Bucket {{name}} was created.',
  partly: 'Bucket {{name}} was created, but some of its settings weren’t applied.',
  partlyHint: 'Retry applies only the settings that failed. You can also change them later on the bucket’s page.',
  stepsLabel: 'Results',
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
