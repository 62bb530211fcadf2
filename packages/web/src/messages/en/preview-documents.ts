import { addMessages } from '../i18n.ts'

/** The viewers of documents in a preview: texts, tables, archives, bytes. */
export const previewDocuments = {
  firstPart: 'The first {{shown}} of {{size}}.',
  more: 'Load more',
  text: {
    label: 'Text of the object',
    notText: 'This isn’t text. Choose another view, or download it.',
    encoding: 'Encoding: {{encoding}}',
    indented: 'Indented for reading; the object is stored without line breaks.',
    fold: 'Fold all',
    unfold: 'Unfold all',
  },
  hex: {
    label: 'Bytes of the object',
    limit: 'The preview shows the first {{limit}}. Download the object for the rest.',
  },
  table: {
    label: 'First rows',
    row: 'Row',
    empty: 'This table has no rows.',
    noText: 'This isn’t a table that can be shown. Choose another view, or download it.',
    rows_one: '{{number}} row',
    rows_other: '{{number}} rows',
    firstRows: 'The first {{number}} rows',
    firstRowsOf: 'The first {{number}} of {{all}} rows',
    firstColumnsOf: 'the first {{number}} of {{all}} columns',
    missing: 'null',
    problem: {
      codec: 'The compression {{detail}} isn’t supported here.',
      encoding: 'The encoding {{detail}} isn’t supported here.',
      tooLarge: 'Too large to show.',
      notRead: 'Not read: the columns before it were large.',
      damaged: 'Damaged.',
    },
    file: {
      notParquet: 'This isn’t a Parquet file. Choose another view, or download it.',
      encrypted: 'This Parquet file is encrypted. Download it to open it.',
      tooLarge: 'This Parquet file has too many columns or row groups to show. Download it to open it.',
      damaged: 'This Parquet file is damaged. Choose another view, or download it.',
    },
  },
  markdown: { label: 'Markdown' },
  archive: {
    label: 'Contents of the archive',
    name: 'Name',
    size: 'Size',
    modified: 'Modified',
    empty: 'This archive is empty.',
    encrypted: 'encrypted',
    entries_one: '{{number}} entry, as the archive states it',
    entries_other: '{{number}} entries, as the archive states them',
    firstEntries: 'The first {{number}} entries, as the archive states them',
    damaged: 'The list can’t be read further: the archive is damaged or incomplete.',
    notOne: 'This isn’t an archive that can be listed. Choose another view, or download it.',
    gzip: 'This file is compressed with gzip. Its contents can’t be listed without unpacking all of it. Download it to open it.',
    original: 'Name before compression:',
  },
} as const

addMessages('previewDocuments', previewDocuments)

declare module '../i18n.ts' {
  interface Messages {
    previewDocuments: typeof previewDocuments
  }
}
