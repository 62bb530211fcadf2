/** Runs third-party command-line clients against the server under test, without the settings of the current user. */
import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { target } from '../../target.ts'
import { clientFolder } from '../installed.ts'

export interface Outcome {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs a client with these arguments. */
export type Run = (...args: string[]) => Promise<Outcome>

const LIMIT_MS = 50_000

/** The environment variables that AWS's SDKs and programs built with them read, and a home folder without settings. */
export function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    LC_ALL: 'C.UTF-8',
    AWS_ACCESS_KEY_ID: target.root.accessKey,
    AWS_SECRET_ACCESS_KEY: target.root.secretKey,
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL: target.url,
    S3_ENDPOINT_URL: target.url,
  }
}

export function runner(program: string, env: NodeJS.ProcessEnv): Run {
  return (...args) =>
    new Promise((resolve) => {
      execFile(program, args, { env, timeout: LIMIT_MS, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
        const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
        resolve({ exitCode, stdout, stderr: stderr === '' && error !== null ? error.message : stderr })
      })
    })
}

/** The AWS CLI, loaded once for all commands; see `aws-cli/shell.py`. */
export function startAwsCli(home: string): { run: Run; stop(): void } {
  const env = {
    ...environment(home),
    PYTHONPATH: clientFolder('awscli'),
    PYTHONDONTWRITEBYTECODE: '1',
    // Waiting for "100 Continue" with an empty body, which Go's servers do not send, it misreads the next response.
    BOTO_EXPERIMENTAL__NO_EMPTY_CONTINUE: 'true',
  }
  const shell = join(import.meta.dirname, '..', 'aws-cli', 'shell.py')
  const child = spawn(process.platform === 'win32' ? 'python' : 'python3', [shell], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  let last: Promise<unknown> = Promise.resolve()
  return {
    run(...args) {
      const asked = last.then(async () => {
        child.stdin.write(`${JSON.stringify(args)}\n`)
        const { value, done } = await lines.next()
        if (done) throw new Error('the AWS CLI ended')
        return JSON.parse(value) as Outcome
      })
      last = asked.catch(() => undefined)
      return asked
    },
    stop: () => void child.stdin.end(),
  }
}
