/** What other features may use of the policies. */
export { PolicyEditor, PolicySimulator } from './dialogs.ts'
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
export { START_TEXT as NEW_POLICY } from './start-text.ts'
