import { expect, test } from 'vitest'
import { suggestionsFor } from './suggestions.ts'

const entry = (bucket: string, user: string) => ({
  ...{ bucket, access_key: user, parent_user: '', error_code: '', remote_host: '' },
})
const records = [entry('photos', 'anna'), entry('photos', 'bert'), entry('backups', 'anna b')]

test.each([
  ['st', ['status:']],
  ['bucket:photos us', ['bucket:photos user:']],
  ['bucket:p', ['bucket:backups', 'bucket:photos']],
  ['errors user:an', ['errors user:"anna b"', 'errors user:anna']],
  ['api:putobjectt', ['api:PutObjectTagging']],
  ['status:4', ['status:403', 'status:404', 'status:4xx']],
  ['yester', ['yesterday']],
  ['bucket:photos', []],
])('%s', (text, expected) => {
  expect(suggestionsFor(text, records).toSorted()).toEqual(expected.toSorted())
})
