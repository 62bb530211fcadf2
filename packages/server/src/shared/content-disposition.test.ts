import { expect, test } from 'vitest'
import { attachment } from './content-disposition.ts'

test.each([
  ['docs/with space.txt', `filename="with space.txt"; filename*=UTF-8''with%20space.txt`],
  ['a/ünï.txt', `filename="_n_.txt"; filename*=UTF-8''%C3%BCn%C3%AF.txt`],
  ['quote".txt', `filename="quote_.txt"; filename*=UTF-8''quote%22.txt`],
  [`it's (1)*.txt`, `filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['two\r\nlines', `filename="two__lines"; filename*=UTF-8''two__lines`],
  ['invoice\u202Egpj.exe', `filename="invoice_gpj.exe"; filename*=UTF-8''invoice_gpj.exe`],
  ['\u2066a\u200F\u061C\u200B\uFEFF\u{E0041}.txt', `filename="_a_____.txt"; filename*=UTF-8''_a_____.txt`],
  ['folder/', `filename="folder"; filename*=UTF-8''folder`],
])('names the download of %j', (key, names) => {
  expect(attachment(key)).toBe(`attachment; ${names}`)
})
