import {
  exportIam,
  IAM_BACKUP_FILE,
  IAM_BACKUP_FINGERPRINT,
  type IamImportResult,
  type IamPreview,
  importIam,
  previewIamImport,
} from '@cooperage/contract'
import { callForBytes, callWithForm } from '../shared/api/call.ts'

export function requestExport(): Promise<Blob> {
  return callForBytes(exportIam, {})
}

export function requestPreview(file: File): Promise<IamPreview> {
  const form = new FormData()
  form.append(IAM_BACKUP_FILE, file)
  return callWithForm(previewIamImport, {}, form)
}

/** Imports only what the preview with this fingerprint shows. */
export function requestImport(file: File, fingerprint: string): Promise<IamImportResult> {
  const form = new FormData()
  form.append(IAM_BACKUP_FINGERPRINT, fingerprint)
  form.append(IAM_BACKUP_FILE, file)
  return callWithForm(importIam, {}, form)
}
