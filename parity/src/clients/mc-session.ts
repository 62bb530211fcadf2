/** The official client, unmodified, for one test file: `it` is the alias of the server under test. */
import { type Mc, type McResult, missingProgram, type StorageServer, startMcFor, tempFolder } from '@cooperage/testkit'
import { afterAll, beforeAll, expect } from 'vitest'
import { target } from '../target.ts'

export interface McSession {
  /** Whether its tests must be skipped. `npm test` also runs without Go to build it. */
  isMissing: boolean
  /** A temporary folder of the test file. */
  folder: string
  /** Runs a command and returns its result, successful or not. */
  tell(...args: string[]): Promise<McResult>
  /** Runs a command that must succeed without warnings and returns its output. */
  run(...args: string[]): Promise<string>
  /** The same, with standard input. */
  feed(input: string, ...args: string[]): Promise<string>
  /** Its JSON output, one value per line. */
  json<Line = Record<string, unknown>>(...args: string[]): Promise<Line[]>
}

/** @param serverOf the server of the test file, when it is started; by default the one that test files share */
export function useMc(serverOf: () => Pick<StorageServer, 'url' | 'root'> = () => target): McSession {
  let mc: Mc | undefined
  const files = tempFolder('mc-files')
  const missing = missingProgram('mc')
  if (missing !== undefined) console.warn(`!!!!  SKIPPED: the official client. ${missing}`)
  beforeAll(async () => {
    if (missing === undefined) mc = await startMcFor(serverOf())
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
