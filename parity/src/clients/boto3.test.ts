/** AWS's SDK for Python with default settings. The tests are written in Python: `python/*.py`. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { target } from '../target.ts'
import { clientFolder, isMissing } from './installed.ts'

const FOLDER = join(import.meta.dirname, 'python')
const MODULES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.py'))
  .map((name) => basename(name, '.py'))
  .filter((name) => testsOf(name).length > 0)

const verdicts = new Map<string, string>()

function testsOf(module: string): string[] {
  return [...readFileSync(join(FOLDER, `${module}.py`), 'utf8').matchAll(/^def (test_\w+)/gm)].map(
    ([, name]) => `${module}.${name}`,
  )
}

/** All in one process, because loading boto3 takes longer than most tests. */
function runAll(): Promise<void> {
  const env = {
    ...process.env,
    PYTHONPATH: clientFolder('boto3'),
    PYTHONDONTWRITEBYTECODE: '1',
    ENDPOINT: target.url,
    KIND: target.kind,
    ACCESS_KEY: target.root.accessKey,
    SECRET_KEY: target.root.secretKey,
  }
  const python = process.platform === 'win32' ? 'python' : 'python3'
  return new Promise((resolve, reject) => {
    const args = [join(FOLDER, 'run.py'), ...MODULES]
    execFile(python, args, { env, cwd: FOLDER, timeout: 280_000, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      for (const line of stdout.split('\n').filter((text) => text !== '')) {
        const { test: name, failure }: { test: string; failure: string } = JSON.parse(line)
        verdicts.set(name, failure)
      }
      if (error === null) resolve()
      else reject(new Error(`Python ended early: ${stderr}`, { cause: error }))
    })
  })
}

describe.skipIf(isMissing('boto3'))('boto3', () => {
  beforeAll(runAll, 300_000)

  test.each(MODULES.flatMap(testsOf))('%s', (name) => {
    expect(verdicts.get(name)).toBe('')
  })
})
