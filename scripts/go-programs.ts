/**
 * MinIO's server and its client mc, which the tests use unchanged, MinIO's own console, which the benchmark compares ours
 * with, NSQ, a broker for its events, the API server of Kubernetes, kustomize and Helm, which render manifests for it, the types
 * of the Prometheus Operator, and versitygw and SeaweedFS, S3 servers without an admin API. Go builds them into the cache folder, because no package
 * registry has them as programs.
 */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { cacheFolder } from './cache-folder.ts'

/** The real Kubernetes API server: a program of our own around Kubernetes' modules. */
const KUBE_RIG = join(import.meta.dirname, '..', 'packages', 'testkit', 'kube-rig')
/** The types of the Prometheus Operator, for a manifest of theirs: a program of our own, too. */
const SERVICE_MONITOR = join(import.meta.dirname, '..', 'packages', 'testkit', 'service-monitor')
/** What it says of itself; without it, clients take it for a version that isn't one. */
const KUBERNETES = 'v1.34.4'

/** From this version on Go fetches the release that a module asks for by itself. */
const OLDEST_GO = [1, 21] as const
/** The release that an older Go fetches, as Debian's may be. */
const GO_RELEASE = 'go1.26.8'

/** Programs at a fixed version: module and package. The others are MinIO's newest. */
const PINNED: Record<string, readonly [module: string, program: string]> = {
  // The last version with the administration of a server.
  console: ['github.com/minio/console@v1.7.6', './cmd/console'],
  nsqd: ['github.com/nsqio/nsq@v1.3.0', './apps/nsqd'],
  nsq_tail: ['github.com/nsqio/nsq@v1.3.0', './apps/nsq_tail'],
  kustomize: ['sigs.k8s.io/kustomize/kustomize/v5@v5.8.1', '.'],
  helm: ['helm.sh/helm/v4@v4.3.1', './cmd/helm'],
  versitygw: ['github.com/versity/versitygw@v1.8.0', './cmd/versitygw'],
  // SeaweedFS 4.53.
  weed: ['github.com/seaweedfs/seaweedfs@v0.0.0-20261109003541-7506e5f91cd6', './weed'],
}

/** How many minutes programs take that need many. */
const SLOW_BUILDS: Record<string, string> = { 'kube-rig': 'six to eleven', weed: 'twenty to sixty' }

/** Where the cache has a program, whether it is built yet or not. */
export function goProgramPath(name: string): string {
  return join(cacheFolder(), 'go-bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Builds a program unless the cache has it. Returns what went wrong; '' otherwise. */
export function ensureGoProgram(name: string): string {
  const path = goProgramPath(name)
  if (existsSync(path)) return ''
  const unfit = whyGoIsUnfit()
  if (unfit !== undefined) return unfit
  console.log(`Building ${name} with Go (once, ${SLOW_BUILDS[name] ?? 'one to three'} minutes) …`)
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true })
  try {
    if (name === 'kube-rig') buildKubeRig(path)
    else if (name === 'service-monitor') buildOwn(SERVICE_MONITOR, path)
    else if (PINNED[name] !== undefined) buildPinned(folder, path, PINNED[name])
    else if (name === 'minio-other') installOtherMinio(folder, path)
    else installNewest(folder, name)
    return ''
  } catch (error) {
    return messageOf(error)
  }
}

/** MinIO's own programs, whose modules can be installed as they are. */
function installNewest(folder: string, name: string, flags: readonly string[] = []): void {
  // Without C, so that a machine without a compiler builds the same.
  const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: '-trimpath', GOTOOLCHAIN: 'auto' }
  run(goCommand(), ['install', ...flags, `github.com/minio/${name}@latest`], { env, maxBuffer: 64 << 20 })
}

/** What the newest MinIO calls itself as `minio-other`: only linked anew, because an older one would take as long to build again. */
export const OTHER_MINIO = '2025-01-01T00:00:00Z'

function installOtherMinio(folder: string, path: string): void {
  const work = mkdtempSync(join(folder, '.new-'))
  try {
    installNewest(work, 'minio', ['-ldflags', `-X github.com/minio/minio/cmd.Version=${OTHER_MINIO}`])
    renameSync(join(work, process.platform === 'win32' ? 'minio.exe' : 'minio'), path)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

function buildKubeRig(path: string): void {
  const [, major, minor] = /^v(\d+)\.(\d+)/.exec(KUBERNETES) ?? []
  const version = { gitVersion: KUBERNETES, gitMajor: major, gitMinor: minor }
  const set = Object.entries(version).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
  buildOwn(KUBE_RIG, path, set)
}

/** @param set more flags of the linker */
function buildOwn(source: string, path: string, set: readonly string[] = []): void {
  const env = { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS: '-trimpath -mod=readonly' }
  const flags = ['-s', '-w', ...set].join(' ')
  // More than two compilers at once need more memory than a small machine has.
  run(goCommand(), ['build', '-p', '2', '-ldflags', flags, '-o', path, '.'], { env, cwd: source })
}

/** Builds a program from its module itself, because `go install` also asks for the newest version, which a proxy may refuse. */
function buildPinned(folder: string, path: string, [module, program]: readonly [string, string]): void {
  const work = mkdtempSync(join(folder, '.new-'))
  try {
    const { source, env } = goModule(work, module)
    run(goCommand(), ['build', '-o', path, program], { env, cwd: source })
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * The source of a Go module, in a module cache of its own, because what is in the usual one cannot be changed. `remove`
 * deletes it with everything that it needed.
 */
export function goModule(folder: string, module: string, command = goCommand()) {
  const modules = join(folder, 'modules')
  const GOFLAGS = '-trimpath -modcacherw -mod=readonly'
  const env = { ...process.env, CGO_ENABLED: '0', GOTOOLCHAIN: 'auto', GOFLAGS, GOMODCACHE: modules }
  const source: string = JSON.parse(run(command, ['mod', 'download', '-json', module], { env, cwd: folder })).Dir
  return { source, env, remove: () => rmSync(modules, { recursive: true }) }
}

/** The output of a program that has to succeed. @throws Error with what it wrote otherwise */
export function run(
  command: string,
  args: readonly string[],
  options: Omit<SpawnSyncOptions, 'encoding'> = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') throw new Error(`${command} is not installed.`)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout ?? ''}${stderr ?? error?.message}`)
  return stdout
}

/** What went wrong. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Why the tests can't build with Go here, and what to do; undefined where they can. */
export function whyGoIsUnfit(): string | undefined {
  const version = goVersion(goCommand())
  const advice = `Install Go ${OLDEST_GO.join('.')} or newer from https://go.dev/dl.`
  if (version === undefined) return `Go isn't installed. ${advice}`
  return isRecent(version) ? undefined : `The installed ${version} is too old. ${advice}`
}

/** The version of a Go command; undefined if it can't be run. */
function goVersion(command: string): string | undefined {
  const { status, stdout } = spawnSync(command, ['env', 'GOVERSION'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function isRecent(version: string): boolean {
  const [, major = 0, minor = 0] = (/^go(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  return major > OLDEST_GO[0] || (major === OLDEST_GO[0] && minor >= OLDEST_GO[1])
}

const fetchedGo = () => join(cacheFolder(), GO_RELEASE)

/** The machine's Go; the one in the cache where that is missing or too old. */
export function goCommand(): string {
  const fetched = join(fetchedGo(), 'bin', process.platform === 'win32' ? 'go.exe' : 'go')
  return existsSync(fetched) ? fetched : 'go'
}

/**
 * Where the machine's Go is too old to fetch the release that a module asks for, has it fetch one that isn't: Go's releases
 * are modules too. Returns what went wrong; '' otherwise.
 */
export function ensureGo(): string {
  const version = goVersion('go')
  if (version === undefined || isRecent(version)) return ''
  console.log(`Fetching ${GO_RELEASE} with ${version} (once, 80 MB) …`)
  mkdirSync(cacheFolder(), { recursive: true })
  const work = mkdtempSync(join(cacheFolder(), '.new-'))
  try {
    const { GOOS, GOARCH } = JSON.parse(run('go', ['env', '-json', 'GOOS', 'GOARCH']))
    const { source } = goModule(work, `golang.org/toolchain@v0.0.1-${GO_RELEASE}.${GOOS}-${GOARCH}`, 'go')
    // Modules have no modes; these folders have nothing but programs.
    for (const folder of ['bin', 'pkg/tool']) {
      for (const entry of readdirSync(join(source, folder), { encoding: 'utf8', recursive: true })) {
        chmodSync(join(source, folder, entry), 0o755)
      }
    }
    renameSync(source, fetchedGo())
    return ''
  } catch (error) {
    return messageOf(error)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
