import { lazy } from 'react'

/** What is opened from the pages of policies is loaded then: it brings the editor along. */
export const loadPolicyDialogs = () => import('./loaded-dialogs.ts')

export const CreatePolicyModal = lazy(async () => ({ default: (await loadPolicyDialogs()).CreatePolicyModal }))
export const DeletePolicyDialog = lazy(async () => ({ default: (await loadPolicyDialogs()).DeletePolicyDialog }))
export const SavePolicyDialog = lazy(async () => ({ default: (await loadPolicyDialogs()).SavePolicyDialog }))
export const PolicySimulator = lazy(async () => ({ default: (await loadPolicyDialogs()).PolicySimulator }))
export const ExposurePage = lazy(async () => ({ default: (await loadPolicyDialogs()).ExposurePage }))
export const PolicyEditor = lazy(async () => ({ default: (await loadPolicyDialogs()).PolicyEditor }))
