import { extensionOf } from './extension.ts'
import { isTextFile } from './text/languages.ts'
import type { Viewer } from './viewer.ts'

const ARCHIVES = [
  ...['zip', 'jar', 'war', 'ear', 'apk', 'aab', 'ipa', 'epub', 'whl', 'nupkg', 'vsix', 'xpi', 'cbz', 'kmz'],
  ...['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'tar', 'gz', 'tgz'],
]
const ARCHIVE_TYPES = [
  ...['application/zip', 'application/x-zip-compressed', 'application/java-archive', 'application/epub+zip'],
  ...['application/x-tar', 'application/gzip', 'application/x-gzip', 'application/vnd.android.package-archive'],
]
const MARKDOWN_TYPES = ['text/markdown', 'text/x-markdown']
const TABLE_TYPES = ['text/csv', 'text/tab-separated-values', 'application/csv']
const PARQUET_TYPES = ['application/vnd.apache.parquet', 'application/parquet', 'application/x-parquet']

/** The viewers of texts, tables and archives, and that of bytes, which shows anything. */
export const documentViewers: readonly Viewer[] = [
  {
    kind: 'markdown',
    matches: (name, type) => ['md', 'markdown'].includes(extensionOf(name)) || MARKDOWN_TYPES.includes(type),
    load: async () => (await import('./markdown/MarkdownViewer.tsx')).MarkdownViewer,
  },
  {
    kind: 'table',
    matches: (name, type) => extensionOf(name) === 'parquet' || PARQUET_TYPES.includes(type),
    load: async () => (await import('./table/ParquetViewer.tsx')).ParquetViewer,
  },
  {
    kind: 'table',
    matches: (name, type) => ['csv', 'tsv'].includes(extensionOf(name)) || TABLE_TYPES.includes(type),
    load: async () => (await import('./table/DelimitedViewer.tsx')).DelimitedViewer,
  },
  {
    kind: 'archive',
    matches: (name, type) => ARCHIVES.includes(extensionOf(name)) || ARCHIVE_TYPES.includes(type),
    load: async () => (await import('./archive/ArchiveViewer.tsx')).ArchiveViewer,
  },
  {
    kind: 'text',
    matches: isTextFile,
    load: async () => (await import('./text/TextViewer.tsx')).TextViewer,
  },
  {
    kind: 'hex',
    matches: () => true,
    load: async () => (await import('./hex/HexViewer.tsx')).HexViewer,
  },
]
