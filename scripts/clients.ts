/**
 * The public clients that the parity suite works with and npm does not have: MinIO's Go client with its own test suite, boto3
 * and the AWS CLI for Python, and s5cmd, rclone and restic; and moto, a server in Python. They are installed into the cache
 * folder; nothing of them enters the checkout.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.ts'
import { goCommand, goModule, messageOf, run } from './go-programs.ts'
import { ROOT } from './workspace.mjs'

const CLIENTS = join(ROOT, 'parity', 'src', 'clients')
type ClientName = keyof typeof INSTALLATIONS

const VERSIONS: Record<ClientName, string> = JSON.parse(readFileSync(join(CLIENTS, 'versions.json'), 'utf8'))
const PYTHON = process.platform === 'win32' ? 'python' : 'python3'
const suffix = process.platform === 'win32' ? '.exe' : ''

/** Folder of a client at the version that the suite is written for, whether it is installed yet or not. */
export function clientFolder(name: ClientName): string {
  return join(cacheFolder(), 'clients', `${name}-${VERSIONS[name]}`)
}

/** Fills the folder of a client unless the cache has it, all or nothing. Returns what went wrong; '' otherwise. */
export function ensureClient(name: ClientName): string {
  const folder = clientFolder(name)
  if (existsSync(folder)) return ''
  console.log(`Installing ${name} ${VERSIONS[name]} …`)
  mkdirSync(join(cacheFolder(), 'clients'), { recursive: true })
  const fresh = mkdtempSync(join(cacheFolder(), 'clients', '.new-'))
  try {
    INSTALLATIONS[name](fresh)
    renameSync(fresh, folder)
    return ''
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    return messageOf(error)
  }
}

/** Why the tests can't install packages for Python here, and what to do; undefined where they can. */
export function whyPythonIsUnfit(): string | undefined {
  const { status } = spawnSync(PYTHON, ['-c', 'import sys, pip; sys.exit(sys.version_info < (3, 10))'], {
    stdio: 'ignore',
  })
  return status === 0 ? undefined : "Python 3.10 or newer with pip isn't installed."
}

/** A program of a Go module, built from the module itself, so that the versions are those that its authors tested with. */
function installGoProgram(folder: string, name: ClientName, module: string, path = '.'): void {
  const { source, env, remove } = goModule(folder, `${module}@${VERSIONS[name]}`)
  run(goCommand(), ['build', '-o', join(folder, `${name}${suffix}`), path], { env, cwd: source })
  remove()
}

/**
 * MinIO's own suite is one program that runs all tests in a row, without a way to choose.
 * It is built with the end of `main` changed to run one named test, so each has its own result, time limit and panic.
 */
function installMinioGo(folder: string): void {
  const version = VERSIONS['minio-go']
  const { source: module, env, remove } = goModule(folder, `github.com/minio/minio-go/v7@${version}`)
  const suite = join(module, 'functional_tests.go')
  const source = readFileSync(suite, 'utf8')
  const start = source.lastIndexOf('if isFullMode() {')
  const calls = source.slice(start, source.indexOf('} else {', start))
  // With keys of the client (SSE-C) they run over TLS only.
  const names = [...calls.replace(/if tls \{[^}]*\}/, '').matchAll(/^\s+(test\w+)\(\)/gm)].map((match) => match[1])
  if (start < 0 || names.length < 50) throw new Error(`the suite of minio-go ${version} doesn't have the expected form`)
  const table = names.map((name) => `"${name}": ${name},`).join('\n')
  rmSync(suite)
  writeFileSync(suite, `${source.slice(0, start)}_, _ = tls, kms\nmap[string]func(){\n${table}\n}[os.Args[1]]()\n}\n`)
  const program = join(folder, `functional_tests${suffix}`)
  // A file named on the command line is built regardless of its build tag; with the tag set, the library itself doesn't build.
  run(goCommand(), ['build', '-o', program, 'functional_tests.go'], { env, cwd: module })
  remove()
  writeFileSync(join(folder, 'tests.json'), JSON.stringify(names))
}

/** Python packages of exact versions, the ones that they need included. */
function installPython(folder: string, requirements: string): void {
  run(PYTHON, [
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--no-warn-script-location',
    '--target',
    folder,
    '-r',
    join(CLIENTS, requirements),
  ])
}

const INSTALLATIONS = {
  'minio-go': installMinioGo,
  boto3: (folder: string) => installPython(folder, 'python/requirements.txt'),
  awscli: (folder: string) => installPython(folder, 'aws-cli/requirements.txt'),
  moto: (folder: string) => installPython(folder, 'moto/requirements.txt'),
  s5cmd: (folder: string) => installGoProgram(folder, 's5cmd', 'github.com/peak/s5cmd/v2'),
  restic: (folder: string) => installGoProgram(folder, 'restic', 'github.com/restic/restic', './cmd/restic'),
  rclone: (folder: string) => installGoProgram(folder, 'rclone', 'github.com/rclone/rclone'),
}
