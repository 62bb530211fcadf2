/**
 * Brings the public clients that the parity suite works with and npm does not have into the cache folder: MinIO's Go client
 * with its own test suite, and boto3 for Python. Nothing of them enters the checkout. What cannot be had is named, and the
 * tests that need it say so too.
 *
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.mjs'
import { ROOT } from './workspace.mjs'

const CLIENTS = join(ROOT, 'parity', 'src', 'clients')
const VERSIONS = JSON.parse(readFileSync(join(CLIENTS, 'versions.json'), 'utf8'))
const cache = cacheFolder()
const suffix = process.platform === 'win32' ? '.exe' : ''

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (error?.code === 'ENOENT') throw new Error(`${command} is not installed.`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? error?.message}`)
  return stdout
}

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

/**
 * MinIO's own suite is one program that runs all tests in a row and cannot be told which. It is built with the end of `main` changed to run the one test it is asked for: so each has its own verdict, time limit and panic.
 */
function installMinioGo(folder) {
  const version = VERSIONS['minio-go']
  const modules = join(folder, 'modules')
  // A module cache of its own, because what is in the usual one cannot be changed.
  const env = { ...process.env, GOTOOLCHAIN: 'auto', GOFLAGS: '-trimpath -modcacherw', GOMODCACHE: modules }
  const download = ['mod', 'download', '-json', `github.com/minio/minio-go/v7@${version}`]
  const module = JSON.parse(run('go', download, { env, cwd: folder })).Dir
  const suite = join(module, 'functional_tests.go')
  const source = readFileSync(suite, 'utf8')
  const start = source.lastIndexOf('if isFullMode() {')
  const calls = source.slice(start, source.indexOf('} else {', start))
  // With keys of the client (SSE-C) they run over TLS only.
  const names = [...calls.replace(/if tls \{[^}]*\}/, '').matchAll(/^\s+(test\w+)\(\)/gm)].map((match) => match[1])
  if (start < 0 || names.length < 50)
    throw new Error(`the suite of minio-go ${version} has another shape than expected`)
  const table = names.map((name) => `"${name}": ${name},`).join('\n')
  rmSync(suite)
  writeFileSync(suite, `${source.slice(0, start)}_, _ = tls, kms\nmap[string]func(){\n${table}\n}[os.Args[1]]()\n}\n`)
  const program = join(folder, `functional_tests${suffix}`)
  // A file that is named is built whatever its tag says; with the tag set the library itself would not build.
  run('go', ['build', '-o', program, 'functional_tests.go'], { env, cwd: module })
  rmSync(modules, { recursive: true })
  writeFileSync(join(folder, 'tests.json'), JSON.stringify(names))
}

function installBoto3(folder) {
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
    join(CLIENTS, 'python', 'requirements.txt'),
  ])
}

const PARTS = [
  [`minio-go-${VERSIONS['minio-go']}`, installMinioGo, 'Install Go from https://go.dev/dl (1.21 or newer).'],
  [`boto3-${VERSIONS.boto3}`, installBoto3, 'Install Python 3.10 or newer with pip.'],
]
for (const [name, fill, advice] of PARTS) {
  try {
    install(name, fill)
  } catch (error) {
    console.error(`\n!!!!  ${name} could not be installed, its tests will be skipped. ${error.message}\n${advice}\n`)
    process.exitCode = 1
  }
}
