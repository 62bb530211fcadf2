/** What other features may use of the policies. */
export { AccessQuestion } from './dialogs.ts'
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
