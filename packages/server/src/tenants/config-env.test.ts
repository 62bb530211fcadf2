import { expect, test } from 'vitest'
import { readConfigEnv, writeConfigEnv } from './config-env.ts'

test('reads what it writes', () => {
  const config = new Map([
    ['MINIO_ROOT_USER', "it's"],
    ['MINIO_ROOT_PASSWORD', 'a=b#c $d'],
    ['EMPTY', ''],
  ])
  expect(readConfigEnv(writeConfigEnv(config))).toEqual(config)
})

test('reads comments, older names and both kinds of quotes', () => {
  const text = `# edited manually\nexport MINIO_ACCESS_KEY='one'\n  MINIO_SECRET_KEY = two\nnonsense\n=x\nA="\n`
  expect([...readConfigEnv(text)]).toEqual([
    ['MINIO_ROOT_USER', 'one'],
    ['MINIO_ROOT_PASSWORD', 'two'],
    ['A', '"'],
  ])
})

test.each(['a"b', 'a\nexport MINIO_ROOT_USER="root', 'a\r'])('refuses %j, which would break the file', (value) => {
  expect(() => writeConfigEnv(new Map([['MINIO_ROOT_PASSWORD', value]]))).toThrow('MINIO_ROOT_PASSWORD')
})
