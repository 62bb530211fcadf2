/** The official client, unchanged, for one file of tests: `it` is the server under test. */
import { type Mc, type McResult, missingProgram, startMcFor, tempFolder } from '@cooperage/testkit'
import { afterAll, beforeAll, expect } from 'vitest'
import { target } from '../target.ts'

export interface McSession {
  /** Whether its tests have to be skipped. `npm test` goes on where there is no Go to build it with. */
  isMissing: boolean
  /** A folder that goes with the file of tests. */
  folder: string
  /** Whatever it answers. */
  tell(...args: string[]): Promise<McResult>
  /** What it writes when it succeeds and complains about nothing. */
  run(...args: string[]): Promise<string>
  /** The same, with something to read. */
  feed(input: string, ...args: string[]): Promise<string>
  /** Its answer in JSON, one value a line. */
  json<Line = Record<string, unknown>>(...args: string[]): Promise<Line[]>
}

export function useMc(): McSession {
  let mc: Mc | undefined
  const files = tempFolder('mc-files')
  const missing = missingProgram('mc')
  if (missing !== undefined) console.warn(`!!!!  SKIPPED: the official client. ${missing}`)
  beforeAll(async () => {
    if (missing === undefined) mc = await startMcFor(target)
  })
  afterAll(() => {
    mc?.stop()
    files.remove()
  })
  function started(): Mc {
    if (mc === undefined) throw new Error('mc was not started')
    return mc
  }
  function outputOf({ exitCode, stdout, stderr }: McResult): string {
    expect([exitCode, stderr]).toEqual([0, ''])
    return stdout
  }
  const run = async (...args: string[]) => outputOf(await started().run(...args))
  return {
    isMissing: missing !== undefined,
    folder: files.path,
    tell: (...args) => started().run(...args),
    run,
    feed: async (input, ...args) => outputOf(await started().feed(input, ...args)),
    async json(...args) {
      const lines = (await run('--json', ...args)).split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line))
    },
  }
}
