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
    noText: 'This isn’t a table in a supported format. Choose another view, or download it.',
    rows_one: '{{number}} row',
    rows_other: '{{number}} rows',
    firstRows: 'The first {{number}} rows',
    firstRowsOf: 'The first {{number}} of {{all}} rows',
    firstColumnsOf: 'the first {{number}} of {{all}} columns',
    missing: 'null',
    problem: {
      codec: '{{detail}} compression isn’t supported.',
      encoding: '{{detail}} encoding isn’t supported.',
      tooLarge: 'Too large to show.',
      notRead: 'Not read, because the columns before it are large.',
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
    entries_one: '{{number}} entry according to the archive',
    entries_other: '{{number}} entries according to the archive',
    firstEntries: 'The first {{number}} entries according to the archive',
    damaged: 'The rest of the list can’t be read: the archive is damaged or incomplete.',
    notOne: 'This isn’t an archive in a supported format. Choose another view, or download it.',
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
