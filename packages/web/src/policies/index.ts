/** What other features may use of the policies. */
export { PolicySimulator } from './dialogs.ts'
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
