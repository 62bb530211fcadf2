import { useMemo } from 'react'
import { type Entry, isFolder } from '../entry.ts'
import { PreviewDialog } from './PreviewDialog.tsx'

interface FolderPreviewProps {
  bucket: string
  entry: Entry
  /** The rows of the folder in the order of the page. */
  rows: readonly Entry[]
  onClose: () => void
}

/** The preview of an object from its folder, with the others that the folder shows. */
export function FolderPreview({ bucket, entry, rows, onClose }: FolderPreviewProps) {
  const keys = useMemo(() => rows.filter((row) => !isFolder(row)).map(({ key }) => key), [rows])
  return <PreviewDialog object={{ bucket, key: entry.key, versionId: '' }} keys={keys} onClose={onClose} />
}
