import { useTexts } from '../../../../messages/use-texts.ts'
import { extensionOf } from '../extension.ts'
import { decodeText } from '../text/decode-text.ts'
import { useContent } from '../use-content.ts'
import type { ViewerProps } from '../viewer.ts'
import { DataGrid } from './DataGrid.tsx'
import { readDelimitedTable, TABLE_BYTES } from './delimited-table.ts'

/** A text of comma- or tab-separated values as a table. */
export function DelimitedViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('previewDocuments')
  const data = useContent(async () => {
    const bytes = await readRange(0, TABLE_BYTES)
    const isWhole = bytes.length >= object.size
    const decoded = decodeText(bytes, isWhole)
    if (decoded === undefined) throw new Error(t('table.noText'))
    const isTabbed = extensionOf(object.key) === 'tsv' || object.contentType.startsWith('text/tab-separated-values')
    return readDelimitedTable(decoded.text, isTabbed ? '\t' : undefined, isWhole)
  })
  return data === undefined ? null : <DataGrid data={data} />
}
