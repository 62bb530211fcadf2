import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

async function lines(...chunks: (string | Uint8Array)[]): Promise<string[]> {
  const encoder = new TextEncoder()
  async function* bytes() {
    for (const chunk of chunks) yield typeof chunk === 'string' ? encoder.encode(chunk) : chunk
  }
  return await Array.fromAsync(linesOf(bytes()))
}

test('joins a line that arrives in parts, also within a character', async () => {
  const bytes = new TextEncoder().encode('{"a":"ü"}\n')
  expect(await lines(bytes.subarray(0, 7), bytes.subarray(7), '{"b":1}\n{"c"', ':2}\n')).toEqual([
    '{"a":"ü"}',
    '{"b":1}',
    '{"c":2}',
  ])
})

test('skips keep-alives, and a last line that was cut off', async () => {
  expect(await lines(' ', ' ', '{"a":1}\n', '  \n', '{"cut')).toEqual(['{"a":1}'])
})

test('skips a line without end instead of collecting it', async () => {
  expect(await lines('x'.repeat(1024 * 1024 + 1), 'its end\n{"a":1}\n')).toEqual(['{"a":1}'])
  expect(await lines(`${'x'.repeat(1024 * 1024 + 1)}\n{"a":1}\n`)).toEqual(['{"a":1}'])
})
