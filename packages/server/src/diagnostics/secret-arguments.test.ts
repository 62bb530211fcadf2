import { expect, test } from 'vitest'
import { partsOf } from './report-parts.ts'
import { withoutSecretArguments } from './secret-arguments.ts'

test('removes only secrets from command lines', () => {
  const line = 'server --address :9000 --secret-key=abc --password def -token ghi /data'
  expect(withoutSecretArguments({ sys: { procinfo: [{ cmd_line: line, cwd: '/--token x' }] } })).toEqual({
    sys: {
      procinfo: [
        {
          cmd_line: 'server --address :9000 --secret-key=[redacted] --password [redacted] -token [redacted] /data',
          cwd: '/--token x',
        },
      ],
    },
  })
})

test('names the parts that have content', () => {
  const report = { version: '3', sys: { cpus: [{ a: 1 }], netinfo: null, kubernetes: {} }, minio: { info: 'x' } }
  expect(partsOf(report)).toEqual([
    { name: 'sys.cpus', bytes: 9 },
    { name: 'minio.info', bytes: 3 },
  ])
})
