/** The interface of policies for other features. */
export {
  EffectivePermissions,
  loadEffectivePermissions,
  loadSetPoliciesModal,
  PolicyEditor,
  PolicySimulator,
  SetPoliciesModal,
} from './dialogs.ts'
export { bucketExposureKey, useExposureChange } from './exposure/scan-cache.ts'
export { START_TEXT as NEW_POLICY } from './start-text.ts'
