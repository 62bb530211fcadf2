import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('CSV quotes what needs it, and no cell is a formula', () => {
  expect(csvOf(['time', '=1+1', 'a,"b"'], [['t', 1, undefined]])).toBe('time,\'=1+1,"a,""b"""\r\nt,1,\r\n')
})
