import { expect, test } from 'vitest'
import { documentViewers } from './document-viewers.ts'

test.each([
  ['README.md', 'text/markdown', ['markdown', 'text', 'hex']],
  ['data.csv', 'application/octet-stream', ['table', 'text', 'hex']],
  ['data.parquet', '', ['table', 'hex']],
  ['config.yaml', '', ['text', 'hex']],
  ['backup.tar', '', ['archive', 'hex']],
  ['page', 'text/html', ['text', 'hex']],
  ['drawing.svg', 'image/svg+xml', ['text', 'hex']],
  ['report.docx', 'application/octet-stream', ['archive', 'hex']],
  ['firmware', 'application/octet-stream', ['hex']],
])('%s of the type %j is shown as %j', (name, type, kinds) => {
  expect(documentViewers.filter((viewer) => viewer.matches(name, type, 1)).map(({ kind }) => kind)).toEqual(kinds)
})
