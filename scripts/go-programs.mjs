/**
 * MinIO's server and its client mc, which the tests use unchanged, NSQ, a broker for its events, the API server of
 * Kubernetes, and kustomize and Helm, which render manifests for it. Go builds them into the cache folder, because no package
 * registry has them as programs:
 * `node scripts/go-programs.mjs mc minio kube-rig`.
 *
 * Plain JavaScript for any Node from 20 on and without dependencies, because it runs before there are any.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { cacheFolder } from './cache-folder.mjs'

/** The real Kubernetes API server: a program of our own around Kubernetes' modules. */
const KUBE_RIG = join(import.meta.dirname, '..', 'packages', 'testkit', 'kube-rig')
/** What it says of itself; without it, clients take it for a version that isn't one. */
const KUBERNETES = 'v1.34.4'

/** From this version on Go fetches the release that a module asks for by itself. */
const OLDEST_GO = [1, 21]

/** Programs at a fixed version: module and package. The others are MinIO's newest. */
const PINNED = {
  nsqd: ['github.com/nsqio/nsq@v1.3.0', './apps/nsqd'],
  nsq_tail: ['github.com/nsqio/nsq@v1.3.0', './apps/nsq_tail'],
  kustomize: ['sigs.k8s.io/kustomize/kustomize/v5@v5.8.1', '.'],
  helm: ['helm.sh/helm/v4@v4.3.1', './cmd/helm'],
}

/** Where the cache has a program, whether it is built yet or not. */
export function goProgramPath(name) {
  return join(cacheFolder(), 'go-bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Path of a program, built unless the cache has it.
 * Otherwise `{ missing }` with the reason and what to do about it.
 */
export function ensureGoProgram(name) {
  const path = goProgramPath(name)
  if (existsSync(path)) return { path }
  const unfit = whyGoIsUnfit()
  if (unfit !== undefined) return { missing: `${name} is built with Go, and ${unfit}` }
  console.log(`Building ${name} with Go (once, ${name === 'kube-rig' ? 'six to eleven' : 'one to three'} minutes) …`)
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  if (name === 'kube-rig') return buildKubeRig(path)
  if (Object.hasOwn(PINNED, name)) return buildPinned(folder, path, PINNED[name])
  const env = { ...process.env, GOBIN: folder, GOFLAGS: '-trimpath', GOTOOLCHAIN: 'auto' }
  const { status, stdout, stderr } = go(['install', `github.com/minio/${name}@latest`], { env })
  if (status === 0 && existsSync(path)) return { path }
  return { missing: `go install github.com/minio/${name}@latest failed:\n${stdout}${stderr}` }
}

function buildKubeRig(path) {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(KUBERNETES)
  const version = { gitVersion: KUBERNETES, gitMajor: major, gitMinor: minor }
  const set = Object.entries(version).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
  const env = { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS: '-trimpath -mod=readonly' }
  try {
    // More than two compilers at once need more memory than a small machine has.
    run('go', ['build', '-p', '2', '-ldflags', `-s -w ${set.join(' ')}`, '-o', path, '.'], { env, cwd: KUBE_RIG })
    return { path }
  } catch (error) {
    return { missing: error.message }
  }
}

/** Builds a program from its module itself, because `go install` also asks for the newest version, which a proxy may refuse. */
function buildPinned(folder, path, [module, program]) {
  const work = mkdtempSync(join(folder, '.new-'))
  try {
    const { source, env } = goModule(work, module)
    run('go', ['build', '-o', path, program], { env, cwd: source })
    return { path }
  } catch (error) {
    return { missing: error.message }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * The source of a Go module, in a module cache of its own, because what is in the usual one cannot be changed. `remove`
 * deletes it with everything that it needed.
 */
export function goModule(folder, module) {
  const modules = join(folder, 'modules')
  const GOFLAGS = '-trimpath -modcacherw -mod=readonly'
  const env = { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS, GOMODCACHE: modules }
  const source = JSON.parse(run('go', ['mod', 'download', '-json', module], { env, cwd: folder })).Dir
  return { source, env, remove: () => rmSync(modules, { recursive: true }) }
}

/** The output of a program that has to succeed. @throws Error with what it wrote otherwise */
export function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  if (error?.code === 'ENOENT') throw new Error(`${command} is not installed.`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? error?.message}`)
  return stdout
}

/** Why the tests can't build with Go here, and what to do; undefined where they can. */
export function whyGoIsUnfit() {
  const { status, stdout } = go(['env', 'GOVERSION'])
  const advice = `Install Go ${OLDEST_GO.join('.')} or newer from https://go.dev/dl.`
  if (status !== 0) return `Go isn't installed. ${advice}`
  const [, major = 0, minor = 0] = (/^go(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  const isRecent = major > OLDEST_GO[0] || (major === OLDEST_GO[0] && minor >= OLDEST_GO[1])
  return isRecent ? undefined : `the installed ${stdout.trim()} is too old. ${advice}`
}

function go(args, options = {}) {
  return spawnSync('go', args, { encoding: 'utf8', maxBuffer: 64 << 20, ...options })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const name of process.argv.slice(2)) {
    const { missing } = ensureGoProgram(name)
    if (missing === undefined) continue
    console.log(`!!!!  SKIPPED: everything that needs ${name}. ${missing}`)
    process.exitCode = 1
  }
}
