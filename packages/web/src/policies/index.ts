/** What other features may use of the policies. */
export { PolicySimulator } from './dialogs.ts'
export { PolicyEditor } from './editor/PolicyEditor.tsx'
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
export { START_TEXT as NEW_POLICY } from './start-text.ts'
