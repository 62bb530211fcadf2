import i18next from 'i18next'
import { showNotice } from '../shared/feedback/messages.ts'

/** A download above this many bytes starts with a notice (spec object-browser 9). */
const LARGE_DOWNLOAD_BYTES = 100 * 1024 * 1024

export function announceDownload(bytes: number): void {
  if (bytes > LARGE_DOWNLOAD_BYTES) showNotice(i18next.t('objects:downloadStarted'))
}
