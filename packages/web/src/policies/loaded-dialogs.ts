/** What dialogs.ts loads, as one chunk. */
export { CreatePolicyModal } from './CreatePolicyModal.tsx'
export { DeletePolicyDialog } from './DeletePolicyDialog.tsx'
export { PolicyEditor } from './editor/PolicyEditor.tsx'
export { ExposurePage } from './exposure/ExposurePage.tsx'
export { SavePolicyDialog } from './SavePolicyDialog.tsx'
export { PolicySimulator } from './simulator/PolicySimulator.tsx'
