import { expect, test } from 'vitest'
import { versionsOf } from './node-versions.ts'

const node = (version: string) => ({ endpoint: 'a:9000', state: 'online', version })

test('versions are counted, the most common first, without nodes that say none', () => {
  expect(versionsOf([node('1'), node('2'), node(''), node('2')])).toEqual([
    { version: '2', count: 2 },
    { version: '1', count: 1 },
  ])
  expect(versionsOf([node('')])).toEqual([])
})
