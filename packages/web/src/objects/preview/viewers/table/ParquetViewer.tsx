import { useTexts } from '../../../../messages/use-texts.ts'
import { useContent } from '../use-content.ts'
import type { ViewerProps } from '../viewer.ts'
import { DataGrid } from './DataGrid.tsx'
import { UnreadableFile } from './parquet/parquet-metadata.ts'
import { readParquetTable } from './parquet/parquet-table.ts'

/** The first rows of a Parquet file. */
export function ParquetViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('previewDocuments')
  const data = useContent(async (signal) => {
    try {
      return await readParquetTable(readRange, object.size, signal)
    } catch (error) {
      throw error instanceof UnreadableFile ? new Error(t(`table.file.${error.reason}`)) : error
    }
  })
  return data === undefined ? null : <DataGrid data={data} />
}
