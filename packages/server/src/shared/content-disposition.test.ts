import { expect, test } from 'vitest'
import { attachment } from './content-disposition.ts'

test.each([
  ['docs/with space.txt', `filename="with space.txt"; filename*=UTF-8''with%20space.txt`],
  ['a/ünï.txt', `filename="_n_.txt"; filename*=UTF-8''%C3%BCn%C3%AF.txt`],
  ['quote".txt', `filename="quote_.txt"; filename*=UTF-8''quote%22.txt`],
  [`it's (1)*.txt`, `filename="it's (1)*.txt"; filename*=UTF-8''it%27s%20%281%29%2A.txt`],
  ['two\r\nlines', `filename="two__lines"; filename*=UTF-8''two%0D%0Alines`],
  ['folder/', `filename="folder"; filename*=UTF-8''folder`],
])('names the download of %j', (key, names) => {
  expect(attachment(key)).toBe(`attachment; ${names}`)
})
