/** The functional tests of MinIO's Go client, each in a separate process. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '@cooperage/testkit'
import { target } from '../../target.ts'
import { clientFolder } from '../installed.ts'

/** Far longer than the longest test; a hanging test fails on its own. */
const LIMIT_MS = 280_000

/** Names of all tests in suite order; none if it is not installed. */
export function suiteTests(): string[] {
  const list = join(clientFolder('minio-go'), 'tests.json')
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []
}

/** One line of the log that the suite writes, in the format of MinIO's test harness Mint. */
interface Line {
  name: string
  status: 'PASS' | 'FAIL' | 'NA'
  alert?: string
  message?: string
  error?: string
}

/**
 * Runs one test and returns each failure once: `FAIL <what>: <the error>`, or `NA <what>` where the server
 * refused with NotImplemented, which the suite accepts and we do not.
 */
export function shortfalls(test: string): Promise<string[]> {
  const { host } = new URL(target.url)
  const env = {
    ...process.env,
    SERVER_ENDPOINT: host,
    ACCESS_KEY: target.root.accessKey,
    SECRET_KEY: target.root.secretKey,
    ENABLE_HTTPS: '0',
    MINT_MODE: 'full',
    // Otherwise it panics at the first failure instead of logging it.
    RUN_ON_FAIL: '1',
  }
  return new Promise((resolve) => {
    const program = join(clientFolder('minio-go'), 'functional_tests')
    // Some leave files where they run.
    const folder = tempFolder('minio-go')
    const options = { env, cwd: folder.path, timeout: LIMIT_MS, maxBuffer: 64 << 20 }
    execFile(program, [test], options, (error, stdout, stderr) => {
      folder.remove()
      const lines: Line[] = stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
      const found = lines.filter(({ status }) => status !== 'PASS').map(shortfall)
      if (error !== null) found.push(`ended by ${error.signal ?? error.code}: ${stderr}`)
      if (lines.length === 0) found.push('wrote no verdict')
      resolve([...new Set(found)])
    })
  })
}

function shortfall({ status, alert, message, error }: Line): string {
  // A printed Go struct contains random names.
  const why = error?.replace(/(want: )minio\..*/s, '$1…')
  return [`${status} ${alert ?? message}`, ...(why === undefined ? [] : [why])].join(': ')
}
