/**
 * Installs the public clients that the parity suite works with and npm does not have into the cache folder: MinIO's Go client
 * with its own test suite, boto3 and the AWS CLI for Python, and s5cmd, rclone and restic. Nothing of them enters the
 * checkout. Clients that can't be installed are reported, and their tests are skipped.
 *
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.mjs'
import { goModule, run } from './go-programs.mjs'
import { ROOT } from './workspace.mjs'

const CLIENTS = join(ROOT, 'parity', 'src', 'clients')
const VERSIONS = JSON.parse(readFileSync(join(CLIENTS, 'versions.json'), 'utf8'))
const cache = cacheFolder()
const suffix = process.platform === 'win32' ? '.exe' : ''

/** Fills a folder of the cache once, all or nothing. */
function install(name, fill) {
  const folder = join(cache, 'clients', name)
  if (existsSync(folder)) return
  console.log(`Installing ${name} …`)
  mkdirSync(join(cache, 'clients'), { recursive: true })
  const fresh = mkdtempSync(join(cache, 'clients', '.new-'))
  try {
    fill(fresh)
    renameSync(fresh, folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    throw error
  }
}

/** A program of a Go module, built from the module itself, so that the versions are those that its authors tested with. */
function installGoProgram(folder, name, module, path = '.') {
  const { source, env, remove } = goModule(folder, `${module}@${VERSIONS[name]}`)
  run('go', ['build', '-o', join(folder, `${name}${suffix}`), path], { env, cwd: source })
  remove()
}

/**
 * MinIO's own suite is one program that runs all tests in a row, without a way to choose.
 * It is built with the end of `main` changed to run one named test, so each has its own result, time limit and panic.
 */
function installMinioGo(folder) {
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
  run('go', ['build', '-o', program, 'functional_tests.go'], { env, cwd: module })
  remove()
  writeFileSync(join(folder, 'tests.json'), JSON.stringify(names))
}

/** Python packages of exact versions, the ones that they need included. */
function installPython(folder, requirements) {
  const python = process.platform === 'win32' ? 'python' : 'python3'
  run(python, [
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

const GO_ADVICE = 'Install Go from https://go.dev/dl (1.21 or newer).'
const PYTHON_ADVICE = 'Install Python 3.10 or newer with pip.'

const PARTS = [
  ['minio-go', installMinioGo, GO_ADVICE],
  ['boto3', (folder) => installPython(folder, 'python/requirements.txt'), PYTHON_ADVICE],
  ['awscli', (folder) => installPython(folder, 'aws-cli/requirements.txt'), PYTHON_ADVICE],
  ['s5cmd', (folder) => installGoProgram(folder, 's5cmd', 'github.com/peak/s5cmd/v2'), GO_ADVICE],
  ['restic', (folder) => installGoProgram(folder, 'restic', 'github.com/restic/restic', './cmd/restic'), GO_ADVICE],
  ['rclone', (folder) => installGoProgram(folder, 'rclone', 'github.com/rclone/rclone'), GO_ADVICE],
].map(([name, ...rest]) => [`${name}-${VERSIONS[name]}`, ...rest])
for (const [name, fill, advice] of PARTS) {
  try {
    install(name, fill)
  } catch (error) {
    console.error(`\n!!!!  ${name} could not be installed, its tests will be skipped. ${error.message}\n${advice}\n`)
    process.exitCode = 1
  }
}
